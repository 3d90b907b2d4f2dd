import { readFile, writeFile } from 'node:fs/promises';

import { PlaygroundError } from './playgroundError';
import type { SandboxAddresses } from './sandboxProcess';

/** What another command needs to know of the playground that is running. */
export interface RunningPlayground {
	n8nUrl: string;
	sandbox: SandboxAddresses;
}

/** Writes down where it runs, for {@link findRunning}. */
export async function announceRunning(file: string, running: RunningPlayground): Promise<void> {
	const { baseUrl, controlUrl, tokens } = running.sandbox;
	await writeFile(file, JSON.stringify({ ...running, sandbox: { baseUrl, controlUrl, tokens } }));
}

/** @throws PlaygroundError when none is running */
export async function findRunning(file: string): Promise<RunningPlayground> {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as RunningPlayground;
	} catch {
		throw new PlaygroundError(
			'The playground is not running.',
			'Start it with npm start in another terminal, and wait until it says what to try.',
		);
	}
}
