import { setTimeout as pause } from 'node:timers/promises';

/** The slowest answer of n8n's `/healthz` while `during` ran, in milliseconds. */
export async function slowestHealthz(
	n8nUrl: string,
	during: () => Promise<unknown>,
): Promise<number> {
	let over = false;
	let slowest = 0;
	const watch = (async () => {
		while (!over) {
			const asked = performance.now();
			await (await fetch(`${n8nUrl}/healthz`)).text();
			slowest = Math.max(slowest, performance.now() - asked);
			await pause(5);
		}
	})();
	await during().finally(() => (over = true));
	await watch;
	return slowest;
}
