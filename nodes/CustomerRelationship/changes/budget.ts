import type { IPollFunctions } from 'n8n-workflow';
import { send, type Surroundings } from '../transport/client';
import type { Ask } from '../transport/ask';
import { RequestFailed } from '../transport/requestFailed';

/** Longest poll, in ms: less than the minute between two, whatever n8n would allow. */
export const MOST_MS = 40_000;
/** Ms at the end of a poll in which no request begins, so that the last one can be answered. */
const LAST_ANSWER_MS = 12_000;
/** The part of the limit of requests that a reading without hurry leaves to executions. */
const LEFT_TO_EXECUTIONS = 0.25;

/** The poll has no time left, or no requests; what is left goes on in the next one. */
export class NotNow extends Error {}

/** The requests of one poll, and the time that they have. */
export class Budget {
	private readonly from: number;
	private readonly ms: number;

	constructor(
		context: IPollFunctions,
		private readonly surroundings: Surroundings,
	) {
		this.from = surroundings.clock.now();
		// Not there in older versions of n8n.
		const { getPollBudgetMs } = context as Partial<IPollFunctions>;
		this.ms = Math.min(MOST_MS, getPollBudgetMs?.() ?? MOST_MS);
	}

	/**
	 * Sends requests within what is left of the poll's time.
	 * @param isUnhurried whether the next request can wait for another poll rather than keep executions waiting
	 * @returns an `ask` that also throws NotNow
	 */
	asking(isUnhurried = () => false): Ask {
		const { surroundings, ms } = this;
		return async (request) => {
			const passedMs = surroundings.clock.now() - this.from;
			if (passedMs > Math.max(ms / 2, ms - LAST_ANSWER_MS)) throw new NotNow();
			const until = this.from + ms - 1_000;
			const spares = isUnhurried() ? LEFT_TO_EXECUTIONS : 0;
			try {
				return await send(request, surroundings, { until, spares });
			} catch (error) {
				// Without hurry, what has not left is asked in the next poll.
				const hasNotLeft = error instanceof RequestFailed && error.circumstances.attempts === 0;
				throw hasNotLeft && spares > 0 ? new NotNow() : error;
			}
		};
	}
}
