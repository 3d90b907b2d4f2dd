import { freePort } from '../ports';
import { childEnvironment, type Supervisor } from '../processes';

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
	await supervisor.launchUntil(
		{
			name: 'Redis',
			command: 'redis-server',
			args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
			env: childEnvironment(),
			logFile,
		},
		(line) => line.includes('Ready to accept connections') || undefined,
	);
	return { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) };
}
