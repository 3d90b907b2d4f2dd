import { join } from 'node:path';

import { installationFolder, playgroundFolder, repository } from '../../playground/folders';

/** A version of n8n with its Node: the folder of its package.json and lock, and the folder of its installation. */
export interface N8nRelease {
	template: string;
	folder: string;
}

/** The one that the playground runs. */
export const newest: N8nRelease = {
	template: join(repository, 'playground', 'n8n'),
	folder: installationFolder,
};

/** The oldest version that the package supports, with the oldest Node. */
export const oldest: N8nRelease = {
	template: join(__dirname, 'oldestN8n'),
	folder: join(playgroundFolder, 'n8n-oldest'),
};

/** The version that the end-to-end tests use: the newest by default, the oldest with `npm run e2e:oldest`. */
export const release = process.env.E2E_N8N === 'oldest' ? oldest : newest;
