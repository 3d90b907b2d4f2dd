import { freePort } from '../ports';
import { childEnvironment } from '../processes/environment';
import type { Supervisor } from '../processes/supervisor';
import { waitUntil } from '../waitUntil';

const READY_MS = 30_000;

/**
 * Starts a Redis of its own on 127.0.0.1, which keeps nothing on disk (Debian package redis-server).
 * @returns how n8n finds it
 * @throws PlaygroundError when it ends before being ready
 */
export async function startRedis(
	logFile: string,
	supervisor: Supervisor,
): Promise<Record<string, string>> {
	const port = await freePort();
	let isReady = false;
	const server = supervisor.launch({
		name: 'Redis',
		command: 'redis-server',
		args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
		env: childEnvironment(),
		logFile,
		onLine: (line) => {
			if (line.includes('Ready to accept connections')) isReady = true;
		},
	});
	await waitUntil(
		'Redis to be ready',
		READY_MS,
		async () => (isReady || !server.isRunning ? true : undefined),
		20,
	);
	if (!server.isRunning) await supervisor.failWhenEnded(server);
	return { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) };
}
