import type { Clock } from '../../../nodes/CustomerRelationship/transport/clock';

interface Timer {
	at: number;
	wake: () => void;
}

/** A clock whose time passes at once, but only when nothing else is left to do. */
export class FakeClock implements Clock {
	private time = Date.UTC(2026, 0, 31, 12);
	private readonly timers = new Set<Timer>();

	/** What the wall clock was set ahead by, in ms. */
	aheadMs = 0;

	now(): number {
		return this.time + this.aheadMs;
	}

	elapsed(): number {
		return this.time;
	}

	async wait(ms: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve) => {
			const timer = { at: this.time + Math.max(0, ms), wake: resolve };
			if (signal?.aborted) return resolve();
			this.timers.add(timer);
			const forget = () => {
				this.timers.delete(timer);
				resolve();
			};
			signal?.addEventListener('abort', forget, { once: true });
			timer.wake = () => {
				signal?.removeEventListener('abort', forget);
				resolve();
			};
		});
	}

	/** Lets time pass until `work` has ended. @throws when it waits for something that never happens */
	async finish<Result>(work: Promise<Result>): Promise<Result> {
		let ended = false;
		const watched = work.finally(() => (ended = true));
		watched.catch(() => {});
		await settled();
		while (!ended) {
			if (this.timers.size === 0) throw new Error('Stuck: nothing is left that could happen');
			await this.next();
		}
		return await watched;
	}

	/** Lets `ms` pass. */
	async pass(ms: number): Promise<void> {
		const end = this.time + ms;
		await settled();
		while ([...this.timers].some(({ at }) => at <= end)) await this.next();
		this.time = end;
	}

	/** How many waits there are. */
	get waiting(): number {
		return this.timers.size;
	}

	private async next(): Promise<void> {
		let first: Timer | undefined;
		for (const timer of this.timers) if (!first || timer.at < first.at) first = timer;
		if (!first) return;
		this.timers.delete(first);
		this.time = first.at;
		first.wake();
		await settled();
	}
}

/** Resolves when all that can happen without time passing has happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
