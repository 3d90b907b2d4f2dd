import type { Clock } from './clock';

/** Calls back once, when the shortest of the scheduled waits is over. */
export class EarliestTimer {
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
			if (canceller.signal.aborted) return;
			this.scheduled = undefined;
			this.callback();
		});
	}

	cancel(): void {
		this.scheduled?.canceller.abort();
		this.scheduled = undefined;
	}
}
