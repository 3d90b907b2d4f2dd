import type { IPollFunctions } from 'n8n-workflow';
import { send, type ClientDependencies } from '../transport/client';
import type { Ask } from '../transport/ask';
import { RequestFailed } from '../transport/requestFailed';

/** Longest poll, in ms: less than the minute between two, whatever n8n would allow. */
export const MAX_POLL_MS = 40_000;
/** Ms at the end of a poll in which no request begins, so that the last one can be answered. */
const LAST_REQUEST_MS = 12_000;
/** The part of the limit of requests that a reading without hurry leaves to executions. */
const EXECUTIONS_SHARE = 0.25;

/** The poll has no time left, or no requests; what is left goes on in the next one. */
export class PollBudgetExceeded extends Error {}

/** The requests of one poll, and the time that they have. */
export class PollBudget {
	private readonly from: number;
	private readonly ms: number;

	constructor(
		context: IPollFunctions,
		private readonly surroundings: ClientDependencies,
	) {
		this.from = surroundings.clock.now();
		// Not there in older versions of n8n.
		const { getPollBudgetMs } = context as Partial<IPollFunctions>;
		this.ms = Math.min(MAX_POLL_MS, getPollBudgetMs?.() ?? MAX_POLL_MS);
	}

	/**
	 * Sends requests within what is left of the poll's time.
	 * @param isUnhurried whether the next request can wait for another poll rather than keep executions waiting
	 * @returns an `ask` that also throws PollBudgetExceeded
	 */
	asking(isUnhurried = () => false): Ask {
		const { surroundings, ms } = this;
		return async (request) => {
			const passedMs = surroundings.clock.now() - this.from;
			if (passedMs > Math.max(ms / 2, ms - LAST_REQUEST_MS)) throw new PollBudgetExceeded();
			const until = this.from + ms - 1_000;
			const spares = isUnhurried() ? EXECUTIONS_SHARE : 0;
			try {
				return await send(request, surroundings, { giveUpAt: until, reservedShare: spares });
			} catch (error) {
				// Without hurry, what has not left is asked in the next poll.
				const hasNotLeft = error instanceof RequestFailed && error.circumstances.attempts === 0;
				throw hasNotLeft && spares > 0 ? new PollBudgetExceeded() : error;
			}
		};
	}
}
