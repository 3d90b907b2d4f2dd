import { sleep } from 'n8n-workflow';
import { SLEEP_SLICE_MS, systemClock } from './clock';
import type { MonotonicMs } from './time';

/**
 * Calls back when time runs out, at most 0.5 s late. It checks the time after each slice of sleep, because
 * `sleep` can't be cancelled (see `SLEEP_SLICE_MS`). One timer serves all of its timeouts.
 */
export class TimeoutScheduler {
	private readonly endsAt = new Map<() => void, MonotonicMs>();
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
			await sleep(SLEEP_SLICE_MS);
			for (const [onTimeout, at] of this.endsAt) {
				if (at > systemClock.elapsed()) continue;
				this.endsAt.delete(onTimeout);
				onTimeout();
			}
		}
		this.isWatching = false;
	}
}
