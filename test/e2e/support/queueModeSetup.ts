import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installationFolder } from '../../../playground/folders';
import { ensureN8nInstalled } from '../../../playground/installation';
import type { RunningN8n } from '../../../playground/n8nProcess';
import { N8nRest } from '../../../playground/n8nRest';
import { Supervisor } from '../../../playground/processes';
import { silentProgress } from '../../../playground/progress';
import { startCluster, type N8nCluster } from '../../../playground/queue/n8nCluster';
import { SandboxControl } from '../../../playground/sandboxControl';
import { startSandbox, type SandboxAddresses } from '../../../playground/sandboxProcess';

/** n8n in queue mode beside a sandbox with scaled-down windows. */
export interface QueueMode {
	cluster: N8nCluster;
	/** The main process's API, signed in. */
	rest: N8nRest;
	sandbox: SandboxControl;
	service: SandboxAddresses;
	/** Stops every process and deletes everything. */
	stop(): Promise<void>;
}

/**
 * @param flags the sandbox's
 * @param settings n8n's, on top of those that queue mode needs
 */
export async function startQueueMode(
	flags: string[],
	settings: Record<string, string> = {},
): Promise<QueueMode> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-queue-mode-'));
	const supervisor = new Supervisor();
	let cluster: N8nCluster | undefined;
	const stop = async () => {
		await supervisor.stopAll().finally(async () => {
			await cluster?.forget();
			await rm(folder, { recursive: true, force: true });
		});
	};
	try {
		const installation = await ensureN8nInstalled(installationFolder, supervisor, silentProgress);
		const tarball = process.env.E2E_TARBALL;
		if (!tarball) throw new Error("jest's global set-up has not packed the node");
		const service = await startSandbox(
			{ port: 0, logFile: join(folder, 'sandbox.log'), flags },
			supervisor,
		);
		cluster = await startCluster(installation, { folder, tarball, settings }, supervisor);
		const rest = new N8nRest(cluster.main.url);
		await rest.signIn();
		return { cluster, rest, sandbox: new SandboxControl(service), service, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** The ids of the executions that a worker has started, according to its log. */
export async function begunBy(worker: RunningN8n): Promise<string[]> {
	const log = await readFile(worker.process.logFile, 'utf8');
	return [...log.matchAll(/Worker started execution (\d+)/g)].map(([, id]) => String(id));
}

/** Those that it has not finished yet. */
export async function inFlight(worker: RunningN8n): Promise<Set<string>> {
	const log = await readFile(worker.process.logFile, 'utf8');
	const isOver = (id: string) => log.includes(`Worker finished execution ${id} `);
	return new Set((await begunBy(worker)).filter((id) => !isOver(id)));
}
