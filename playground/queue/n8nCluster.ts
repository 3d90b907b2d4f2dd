import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { installPackage } from '../communityPackage';
import type { N8nInstallation } from '../installation';
import { startN8n, type RunningN8n } from '../n8nProcess';
import { freePort } from '../ports';
import type { Supervisor } from '../processes';
import { startPostgres } from './postgres';
import { startRedis } from './redis';

/** Executions that a worker runs at once. */
const CONCURRENCY = 10;

/**
 * How soon a worker's death is noticed (docs/queue-mode.md): a worker confirms its executions every 2 s, and one that is
 * not confirmed for 6 s is found at the next look, 3 s later at most. n8n then waits 30 s more before it gives it up.
 */
const NOTICE_DEATH = {
	QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
	QUEUE_WORKER_LOCK_DURATION: '6000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};

/**
 * n8n forgets a job as soon as it is done, and a busy webhook process that looks for its end a moment later waits for
 * ever: the service gets no answer, and a resent event a 503 (docs/queue-mode.md).
 */
const REMEMBER_JOBS = {
	N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '1000',
	N8N_EXECUTIONS_QUEUE_KEEP_LAST_FAILED: '1000',
};

/** n8n in queue mode: each process as on a machine of its own, with the package installed there. */
export interface N8nCluster {
	/** Editor and API. */
	main: RunningN8n;
	/** Where the service delivers. */
	webhook: RunningN8n;
	workers: [RunningN8n, RunningN8n];
	/** Starts the main process again, once it has ended, on the same data and port. */
	startMain(): Promise<void>;
	/** Starts one more. */
	addWorker(): Promise<RunningN8n>;
	/** Deletes what lies outside the given folder; to be called once everything has ended. */
	forget(): Promise<void>;
}

/**
 * Starts Redis, PostgreSQL, and n8n as main, webhook process and two workers, all on 127.0.0.1.
 * @param folder for the data of every process but PostgreSQL's
 * @param settings n8n's, on top of those that queue mode needs
 * @throws PlaygroundError when one of them ends before being ready
 */
export async function startCluster(
	installation: N8nInstallation,
	{
		folder,
		tarball,
		settings,
	}: { folder: string; tarball: string; settings: Record<string, string> },
	supervisor: Supervisor,
): Promise<N8nCluster> {
	const redis = await startRedis(join(folder, 'redis.log'), supervisor);
	// The last before the try: only PostgreSQL leaves something to delete.
	const postgres = await startPostgres(join(folder, 'postgres.log'), supervisor);
	const common = {
		...postgres.env,
		...redis,
		...NOTICE_DEATH,
		...REMEMBER_JOBS,
		EXECUTIONS_MODE: 'queue',
		// n8n's own 2 are few for a process that takes many webhooks or runs many executions at once.
		DB_POSTGRESDB_POOL_SIZE: '10',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		// Tests compare what each worker began with what it finished.
		N8N_LOG_LEVEL: 'info',
		...settings,
	};
	/** @returns how to start it, as often as it has ended */
	const prepare = async (name: string, ...args: string[]) => {
		const dataFolder = join(folder, name.replaceAll(' ', '-'));
		await installPackage(tarball, installation, dataFolder, supervisor);
		const port = await freePort();
		const health = {
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		};
		const env = {
			...common,
			...(args[0] === 'worker' && { ...health, QUEUE_HEALTH_CHECK_ACTIVE: 'true' }),
		};
		const role = { name, args, env };
		return async () => await startN8n(installation, { port, dataFolder, role }, supervisor);
	};
	const start = async (name: string, ...args: string[]) => await (await prepare(name, ...args))();
	let workersMade = 0;
	const addWorker = async () =>
		await start(`worker ${++workersMade}`, 'worker', `--concurrency=${CONCURRENCY}`);
	try {
		// The first to start makes the tables.
		const startMain = await prepare('main', 'start');
		const main = await startMain();
		const [webhook, ...workers] = await Promise.all([
			start('webhook process', 'webhook'),
			addWorker(),
			addWorker(),
		]);
		const cluster: N8nCluster = {
			...{ main, webhook, workers, addWorker, forget: postgres.forget },
			startMain: async () => {
				cluster.main = await startMain();
			},
		};
		return cluster;
	} catch (error) {
		await supervisor.stopAll().finally(postgres.forget);
		throw error;
	}
}
