import { sleep } from 'n8n-workflow';
import { onAbort } from './onAbort';
import type { MonotonicMs, EpochMs } from './time';

/**
 * Longest sleep in one go, in ms. n8n forbids timers to community nodes and offers `sleep` alone, which can't be
 * cancelled: a cancelled wait leaves its last slice running, and nothing longer.
 */
export const SLEEP_SLICE_MS = 500;

/** Time as the transport reads it; tests bring a clock of their own. */
export interface Clock {
	/** For what is shown, or compared with other clocks. */
	now(): EpochMs;
	/** For durations. It is monotonic, from an arbitrary start: setting the system's clock does not change it. */
	elapsed(): MonotonicMs;
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
			const remainingMs = Math.max(0, endsAt - systemClock.elapsed());
			await Promise.race([sleep(Math.min(SLEEP_SLICE_MS, remainingMs)), aborted]);
		} while (!signal.aborted && systemClock.elapsed() < endsAt);
		stopListening();
	},
};
