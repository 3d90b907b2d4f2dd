import type { IPollFunctions } from 'n8n-workflow';
import { FieldError } from '../fieldError';
import { send } from '../transport/client';
import type { ClientDependencies } from '../transport/clientDependencies';
import type { Ask } from '../transport/ask';
import { SHARE_LEFT_TO_EXECUTIONS } from '../transport/rateLimiter';
import { RequestFailed } from '../transport/requestFailed';
import type { MonotonicMs } from '../transport/time';

/** Longest poll in ms, whatever n8n allows: polls come once a minute at most. */
export const MAX_POLL_MS = 40_000;
/**
 * Ms at the end of a poll in which no further request is made, so that the last one can be answered. A poll
 * shorter than twice that makes none in its second half.
 */
const LAST_REQUEST_MS = 12_000;
/**
 * Ms before the end of a poll by which waits are over, and requests time out. An answer is awaited for at least 10 s
 * though, so a request that the rate limiter has kept waiting can end some 9 s after the poll's end.
 */
const MARGIN_MS = 1_000;

/**
 * The poll has no time left, or no requests: the next poll continues. Only the editor shows it, where no poll
 * follows.
 */
export class PollBudgetExceeded extends FieldError {
	constructor() {
		super(
			'Events',
			'could not be read in time: the service answers slowly, or other requests use up its limit',
			'Try again in a minute.',
		);
	}
}

/** The time that one poll may take, and the requests that fit into it. */
export class PollBudget {
	private readonly startedAt: MonotonicMs;
	private readonly ms: number;

	constructor(
		context: IPollFunctions,
		private readonly dependencies: ClientDependencies,
	) {
		this.startedAt = dependencies.clock.elapsed();
		// Older versions of n8n do not have it.
		const { getPollBudgetMs } = context as Partial<IPollFunctions>;
		this.ms = Math.min(MAX_POLL_MS, getPollBudgetMs?.() ?? MAX_POLL_MS);
	}

	/**
	 * Creates an `ask` that sends requests within the budget.
	 * @param isLowPriority called for each request. If it returns true, the request leaves a share of the limit to
	 *   executions; without room for it this poll ends, and the next one continues
	 * @returns an `ask` that also throws PollBudgetExceeded
	 */
	createAsk(isLowPriority = () => false): Ask {
		const { dependencies, startedAt, ms } = this;
		return async (request) => {
			const elapsedMs = dependencies.clock.elapsed() - startedAt;
			if (elapsedMs > Math.max(ms / 2, ms - LAST_REQUEST_MS)) throw new PollBudgetExceeded();
			const deadline = startedAt + ms - MARGIN_MS;
			const reservedShare = isLowPriority() ? SHARE_LEFT_TO_EXECUTIONS : 0;
			try {
				return await send(request, dependencies, { deadline, reservedShare });
			} catch (error) {
				const mayHaveBeenSent = !(
					error instanceof RequestFailed && error.circumstances.attempts === 0
				);
				throw mayHaveBeenSent || reservedShare === 0 ? error : new PollBudgetExceeded();
			}
		};
	}
}
