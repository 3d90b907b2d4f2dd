import type { Logger } from 'n8n-workflow';
import { systemClock, type Clock } from '../transport/clock';
import type { MonotonicMs } from '../transport/time';
import type { Item } from './task';

/** Ms between two progress lines. */
const EVERY_MS = 60_000;

/** Logs once a minute how many items of a run are done and what it waits for. */
export class ProgressLogger {
	private wait = { reason: '', until: 0 };
	private readonly over = new AbortController();

	constructor(
		private readonly logger: Logger,
		private readonly items: readonly Item[],
		private readonly clock: Clock = systemClock,
	) {}

	begin(): void {
		void this.report();
	}

	/** @param until when the wait is over */
	noteWait(reason: string, until: MonotonicMs): void {
		this.wait = { reason, until };
	}

	end(): void {
		this.over.abort();
	}

	private async report(): Promise<void> {
		const { signal } = this.over;
		while (true) {
			await this.clock.wait(EVERY_MS, signal);
			if (signal.aborted) return;
			this.logger.info(this.text);
		}
	}

	private get text(): string {
		const count = (items: number) => items.toLocaleString('en-US');
		const { reason, until } = this.wait;
		const seconds = Math.ceil((until - this.clock.elapsed()) / 1000);
		const waiting = seconds > 0 ? `, waiting ${seconds} s for ${reason}` : '';
		const done = this.items.filter(({ settlement }) => settlement).length;
		return `${count(done)} of ${count(this.items.length)} items done${waiting}`;
	}
}
