import { join } from 'node:path';

import { repository } from './folders';
import { childEnvironment, type ManagedProcess, type Supervisor } from './processes';

/** What the sandbox says of itself when it is ready. */
export interface SandboxAddresses {
	/** The API, ending with `/api/v1`. */
	baseUrl: string;
	controlUrl: string;
	tokens: { manager: string } & Record<string, string>;
}

export interface RunningSandbox extends SandboxAddresses {
	process: ManagedProcess;
}

function readyLine(line: string): SandboxAddresses | undefined {
	if (!line.startsWith('{')) return undefined;
	const parsed = JSON.parse(line) as SandboxAddresses;
	return parsed.baseUrl ? parsed : undefined;
}

/**
 * Starts the sandbox on 127.0.0.1 and waits until it is ready.
 * @param port 0 takes a free one
 * @throws PlaygroundError when it ends, or stays silent for a minute, before being ready
 */
export async function startSandbox(
	options: { port: number; logFile: string; flags?: string[] },
	supervisor: Supervisor,
): Promise<RunningSandbox> {
	const { child, said } = await supervisor.launchUntil(
		{
			name: 'The sandbox',
			command: process.execPath,
			args: [
				...['--import', 'tsx', join(repository, 'sandbox', 'main.ts')],
				...['--port', String(options.port), '--json', ...(options.flags ?? [])],
			],
			env: childEnvironment(),
			cwd: repository,
			logFile: options.logFile,
		},
		readyLine,
	);
	return { ...said, process: child };
}
