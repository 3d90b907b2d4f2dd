import { join } from 'node:path';

import { installationFolder, playgroundFolder, repository } from '../../playground/folders';

/** An n8n with its Node: where its package.json and lock are, and where it is installed. */
export interface N8nRelease {
	template: string;
	folder: string;
}

/** The one that the playground runs. */
export const newest: N8nRelease = {
	template: join(repository, 'playground', 'n8n'),
	folder: installationFolder,
};

/** The first one that the package promises to run on, with the oldest Node. */
export const oldest: N8nRelease = {
	template: join(__dirname, 'oldestN8n'),
	folder: join(playgroundFolder, 'n8n-oldest'),
};

/** What the end-to-end tests run on: `npm run e2e` the newest, `npm run e2e:oldest` the oldest. */
export const release = process.env.E2E_N8N === 'oldest' ? oldest : newest;
