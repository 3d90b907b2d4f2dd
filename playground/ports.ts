import { randomInt } from 'node:crypto';

import { detect } from 'detect-port';

import { PlaygroundError } from './playgroundError';

/**
 * Where systems take no ports from for connections that go out (Linux begins at 32768, others at 49152). One of those
 * is free when it is looked at and may be a connection's before the program that was told of it listens.
 */
const LISTENING = { from: 10_000, below: 32_000 };

/** A port that nobody listens on just now, chosen at random so that two who ask at once get two. */
export async function freePort(): Promise<number> {
	return await detect(randomInt(LISTENING.from, LISTENING.below));
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
