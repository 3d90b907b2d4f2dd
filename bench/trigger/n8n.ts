import { installPackage, packPackage } from '../../playground/communityPackage';
import type { N8nInstallation } from '../../playground/installation';
import { startN8n } from '../../playground/n8nProcess';
import { N8nRest } from '../../playground/n8nRest';
import { freePort } from '../../playground/ports';
import type { Supervisor } from '../../playground/processes/supervisor';

/** An n8n of its own, with the package as it is now, packed and installed as users get it. */
export interface BenchN8n {
	url: string;
	rest: N8nRest;
	/** The id of its process. */
	pid(): number;
	/** Starts it again on the same data. @param settings n8n's, on top of the playground's */
	restart(settings: Record<string, string>): Promise<void>;
	stop(): Promise<void>;
}

/**
 * Packs the package, installs it, and starts n8n with it.
 * @param options n8n's folder for its data, and its settings on top of the playground's
 * @throws PlaygroundError when the build or the start fails
 */
export async function startBenchN8n(
	installation: N8nInstallation,
	{ dataFolder, settings }: { dataFolder: string; settings: Record<string, string> },
	supervisor: Supervisor,
): Promise<BenchN8n> {
	const tarball = await packPackage(dataFolder, supervisor);
	await installPackage(tarball, installation, dataFolder, supervisor);
	const port = await freePort();
	const start = async (env: Record<string, string>) => {
		const role = { name: 'n8n', args: ['start'], env };
		return await startN8n(installation, { port, dataFolder, role }, supervisor);
	};
	let n8n = await start(settings);
	const rest = new N8nRest(n8n.url);
	await rest.signIn();
	return {
		url: n8n.url,
		rest,
		pid: () => {
			if (n8n.process.pid === undefined) throw new Error('n8n was not started');
			return n8n.process.pid;
		},
		restart: async (others) => {
			await n8n.process.stop();
			n8n = await start(others);
		},
		stop: async () => await n8n.process.stop(),
	};
}
