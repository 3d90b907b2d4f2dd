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
		let forget = () => {};
		const aborted = new Promise<void>((resolve) => (forget = onAbort(signal, resolve)));
		// A wait of no time at all still lets everything else happen first.
		do {
			const left = Math.max(0, end - Date.now());
			await Promise.race([sleep(Math.min(SLICE_MS, left)), aborted]);
		} while (!signal.aborted && Date.now() < end);
		forget();
	},
};

/** Ends what takes too long, by the clock, half a second late at most: one timer for all of it. */
export class Timeouts {
	private readonly endAt = new Map<() => void, number>();
	private isWatching = false;

	/** Calls `end` when `ms` have passed. @returns how to call that off */
	start(ms: number, end: () => void): () => void {
		this.endAt.set(end, Date.now() + ms);
		if (!this.isWatching) void this.watch();
		return () => this.endAt.delete(end);
	}

	private async watch(): Promise<void> {
		this.isWatching = true;
		while (this.endAt.size > 0) {
			await sleep(SLICE_MS);
			for (const [end, at] of this.endAt) {
				if (at > Date.now()) continue;
				this.endAt.delete(end);
				end();
			}
		}
		this.isWatching = false;
	}
}

/** What is to be called when a signal is aborted, and the one listener that calls it. */
const waiting = new WeakMap<AbortSignal, { callbacks: Set<() => void>; listener: () => void }>();

/**
 * Calls back when the signal is aborted, at once if it is. However many wait for it, the signal has
 * one listener: Node warns of more than ten.
 * @returns how to stop listening
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
	if (signal.aborted) callback();
	const { callbacks, listener } = waiting.get(signal) ?? listen(signal);
	callbacks.add(callback);
	return () => {
		callbacks.delete(callback);
		if (callbacks.size > 0) return;
		signal.removeEventListener('abort', listener);
		waiting.delete(signal);
	};
}

function listen(signal: AbortSignal) {
	const callbacks = new Set<() => void>();
	const listener = () => callbacks.forEach((callback) => callback());
	signal.addEventListener('abort', listener);
	waiting.set(signal, { callbacks, listener });
	return { callbacks, listener };
}
