import { sleep } from 'n8n-workflow';

/** Longest sleep in one go, in ms: a cancelled execution leaves a timer running for no longer. */
const SLICE_MS = 500;

/** Thrown by a wait whose execution was cancelled. */
export class Cancelled extends Error {
	constructor() {
		super('The execution was cancelled');
	}
}

/** Time as the transport reads it; tests bring a clock of their own. */
export interface Clock {
	/** Ms since the epoch, for what is shown or compared with other clocks. */
	now(): number;
	/** Monotonic ms from an arbitrary start, for durations: setting the system's clock does not change them. */
	elapsed(): number;
	/** Resolves after `ms`, or as soon as `signal` is aborted. */
	wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** The clock of the machine. */
export const systemClock: Clock = {
	now: () => Date.now(),
	elapsed: () => performance.now(),
	async wait(ms, signal) {
		const endsAt = systemClock.elapsed() + ms;
		let stopListening = () => {};
		const aborted = new Promise<void>((resolve) => (stopListening = onAbort(signal, resolve)));
		// Even a wait of 0 ms lets everything else happen first.
		do {
			const leftMs = Math.max(0, endsAt - systemClock.elapsed());
			await Promise.race([sleep(Math.min(SLICE_MS, leftMs)), aborted]);
		} while (!signal.aborted && systemClock.elapsed() < endsAt);
		stopListening();
	},
};

/** Calls back once, when the shortest of the scheduled waits is over. */
export class Alarm {
	private scheduled?: { at: number; canceller: AbortController };

	constructor(
		private readonly clock: Clock,
		private readonly callback: () => void,
	) {}

	/** Calls back in `ms`, unless that is scheduled for earlier. */
	ringIn(ms: number): void {
		const at = this.clock.elapsed() + ms;
		if (this.scheduled && this.scheduled.at <= at) return;
		this.cancel();
		const canceller = new AbortController();
		this.scheduled = { at, canceller };
		void this.clock.wait(ms, canceller.signal).then(() => {
			if (!canceller.signal.aborted) this.callback();
		});
	}

	cancel(): void {
		this.scheduled?.canceller.abort();
		this.scheduled = undefined;
	}
}

/** Calls back when time runs out, at most 0.5 s late. One timer serves all of its timeouts. */
export class Timeouts {
	private readonly endsAt = new Map<() => void, number>();
	private isWatching = false;

	/** Calls `onTimeout` after `ms`. @returns how to cancel that */
	start(ms: number, onTimeout: () => void): () => void {
		this.endsAt.set(onTimeout, systemClock.elapsed() + ms);
		if (!this.isWatching) void this.watch();
		return () => this.endsAt.delete(onTimeout);
	}

	private async watch(): Promise<void> {
		this.isWatching = true;
		while (this.endsAt.size > 0) {
			await sleep(SLICE_MS);
			for (const [onTimeout, at] of this.endsAt) {
				if (at > systemClock.elapsed()) continue;
				this.endsAt.delete(onTimeout);
				onTimeout();
			}
		}
		this.isWatching = false;
	}
}

/** For each signal what is to be called when it is aborted, and the one listener that calls it. */
const listening = new WeakMap<AbortSignal, { callbacks: Set<() => void>; listener: () => void }>();

/**
 * Calls back when the signal is aborted, at once if it is. However many callbacks there are, the signal has
 * one listener: Node warns of more than ten.
 * @returns how to stop listening
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
	if (signal.aborted) callback();
	const { callbacks, listener } = listening.get(signal) ?? listen(signal);
	callbacks.add(callback);
	return () => {
		callbacks.delete(callback);
		if (callbacks.size > 0) return;
		signal.removeEventListener('abort', listener);
		listening.delete(signal);
	};
}

function listen(signal: AbortSignal) {
	const callbacks = new Set<() => void>();
	const listener = () => callbacks.forEach((callback) => callback());
	signal.addEventListener('abort', listener);
	listening.set(signal, { callbacks, listener });
	return { callbacks, listener };
}
