/** `npm run install-n8n`: installs n8n as `npm start` does, and starts nothing. */
import { installationFolder } from './folders';
import { ensureN8nInstalled } from './installation';
import { explain, PlaygroundError } from './playgroundError';
import { Supervisor, untilAskedToStop } from './processes';
import { consoleProgress } from './progress';

async function install(supervisor: Supervisor): Promise<void> {
	const stopped = untilAskedToStop().then(() => {
		throw new PlaygroundError('The installation was stopped.', 'Run the command again.');
	});
	const installed = ensureN8nInstalled(installationFolder, supervisor, consoleProgress);
	await Promise.race([installed, stopped]).finally(async () => await supervisor.stopAll());
}

install(new Supervisor()).then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(explain(error));
		process.exit(1);
	},
);
