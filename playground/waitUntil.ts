import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again and again until there is an answer.
 * @param probe returns undefined, or throws, while it is too early
 * @throws Error naming `what`, with the probe's last error as its cause, after `timeoutMs`
 */
export async function waitUntil<T>(
	what: string,
	timeoutMs: number,
	probe: () => Promise<T | undefined>,
	everyMs = 200,
): Promise<T> {
	const deadline = Date.now() + timeoutMs;
	let cause: unknown;
	while (Date.now() < deadline) {
		try {
			const found = await probe();
			if (found !== undefined) return found;
			cause = undefined;
		} catch (error) {
			cause = error;
		}
		await pause(everyMs);
	}
	throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${what}`, { cause });
}
