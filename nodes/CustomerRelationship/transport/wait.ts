import { sleep } from 'n8n-workflow';

/** Longest stretch slept in one go: what a cancelled execution can leave running. */
const SLICE_MS = 500;

/** Raised in a wait whose execution was cancelled. */
export class Cancelled extends Error {
	constructor() {
		super('The execution was cancelled');
		this.name = 'Cancelled';
	}
}

/** Time as the transport sees it; tests put a clock of their own in its place. */
export interface Clock {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Resolves after `ms`, or as soon as `signal` is aborted. */
	wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
	now: () => Date.now(),
	async wait(ms, signal) {
		const end = Date.now() + ms;
		let stop = () => {};
		const aborted = new Promise<void>((resolve) => (stop = resolve));
		signal.addEventListener('abort', stop);
		while (!signal.aborted && Date.now() < end) {
			await Promise.race([sleep(Math.min(SLICE_MS, end - Date.now())), aborted]);
		}
		signal.removeEventListener('abort', stop);
	},
};
