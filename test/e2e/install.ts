import { playgroundFolder } from '../../playground/folders';
import { ensureN8nInstalled } from '../../playground/installation';
import { packPackage } from '../../playground/communityPackage';
import { Supervisor } from '../../playground/processes/supervisor';
import { consoleProgress } from '../../playground/progress';
import { release } from './release';

/** Jest's global set-up: the real n8n is there, and the tarball under test is made from the sources as they are. */
export default async function install(): Promise<void> {
	const supervisor = new Supervisor();
	try {
		await ensureN8nInstalled(release.folder, supervisor, consoleProgress, release.template);
		process.env.E2E_TARBALL = await packPackage(playgroundFolder, supervisor);
	} finally {
		await supervisor.stopAll();
	}
}
