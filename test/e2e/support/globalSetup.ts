import { playgroundFolder } from '../../../playground/folders';
import { ensureN8nInstalled } from '../../../playground/installation';
import { packPackage } from '../../../playground/communityPackage';
import { Supervisor } from '../../../playground/processes';
import { consoleProgress } from '../../../playground/progress';
import { release } from '../../support/n8nReleases';
import { startSharedN8n } from './sharedN8n';

declare global {
	var stopSharedN8n: (() => Promise<void>) | undefined;
}

/**
 * Jest's global set-up: installs the real n8n, packs the tarball under test from the current sources, and starts the
 * n8n that test files share, one for each of jest's workers.
 */
export default async function globalSetup({ maxWorkers }: { maxWorkers: number }): Promise<void> {
	const supervisor = new Supervisor();
	try {
		await ensureN8nInstalled(release.folder, supervisor, consoleProgress, release.template);
		process.env.E2E_TARBALL ??= await packPackage(playgroundFolder, supervisor);
	} finally {
		await supervisor.stopAll();
	}
	globalThis.stopSharedN8n = await startSharedN8n(maxWorkers);
}
