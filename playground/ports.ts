import { detect } from 'detect-port';

import { PlaygroundError } from './playgroundError';

/** A port that nobody listens on just now. */
export async function freePort(): Promise<number> {
	return await detect(0);
}

/** @param flag the command-line flag that chooses another port */
export async function assertPortIsFree(port: number, whose: string, flag: string): Promise<void> {
	const available = await detect(port);
	if (available === port) return;
	throw new PlaygroundError(
		`Port ${port}, wanted for ${whose}, is in use by another program, perhaps an earlier start of the playground.`,
		`Stop that program, or choose another port: npm start -- ${flag} ${available}`,
	);
}
