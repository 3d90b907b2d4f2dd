import { getOrCreate } from '../maps';
import type { Answer } from './answer';
import { Cancelled } from './cancelled';
import { PendingRequest } from './pendingRequest';
import type { TurnOptions } from './rateLimiter';
import { urlOf, type ApiRequest } from './request';
import type { PreSendAsk, PreSendHooks, RequestOptions } from './requestOptions';
import { LIMIT_LABELS } from './slidingWindow';
import type { ElapsedMs } from './time';

/** How old the decision to send a write may be when it is sent, in ms. The next turn decides again on an older one. */
const MAX_DECISION_AGE_MS = 1_500;

/** The turns of a request. Each of its attempts is made in a turn, which may first make other requests (`preSend`). */
export class Turns {
	/** How many other requests a turn has room for. */
	private preSendRequests: number;
	/** How many of them can still be made in this turn. */
	private requestsLeft = 0;
	/** The other requests that failed, by method and address: one that is made again in a later turn continues to count. */
	private readonly failedRequests = new Map<string, PendingRequest>();
	/** After this no further turn begins before the first attempt, because another request has failed. */
	private giveUpAt: ElapsedMs = Infinity;

	constructor(private readonly pending: PendingRequest) {
		this.preSendRequests = pending.options.preSendRequests ?? 0;
	}

	/**
	 * Waits for a turn in which the request may be sent.
	 * @throws the reason not to send it, Cancelled, or RequestFailed, also of another request in its turn
	 */
	async take(): Promise<void> {
		const { preSend } = this.pending.options;
		while (true) {
			await this.waitForTurn();
			try {
				if (preSend) await this.prepareToSend(preSend);
				else this.pending.assertMayStart();
				return;
			} catch (error) {
				this.pending.release('unsent');
				await TurnEnded.orThrow(error).waitForNext();
			}
		}
	}

	private async waitForTurn(): Promise<void> {
		const { pending } = this;
		const { clock, outage, rateLimiter } = pending.dependencies;
		// A service that accepts requests without answering may carry all of them out later, so no more are sent.
		if (outage.hasTimedOut && pending.giveUpAt < clock.elapsed()) {
			throw pending.failure({ isOutage: true });
		}
		const preSendRequests =
			pending.options.preSend && pending.mayBeHeldBack ? this.preSendRequests : 0;
		const options = { ...this.waitLimits(), preSendRequests };
		const admission = await rateLimiter.waitForTurn(pending.place, options);
		if (admission === 'admitted') {
			this.requestsLeft = preSendRequests;
			return;
		}
		if (admission === 'aborted') throw new Cancelled();
		const { limit, ms } = admission;
		const reason = `rate_limited: ${LIMIT_LABELS[limit]}`;
		throw pending.failure(ms === undefined ? {} : { waitTooLong: { ms, reason } });
	}

	/**
	 * How long the request waits for the rate limiter. Its time (`maxWaitMs`) begins with its first attempt: until then it
	 * waits for other requests as long as that takes, but not for a limit that a refusal closes for longer than its time.
	 */
	private waitLimits(): TurnOptions {
		const { isBeforeFirstAttempt, giveUpAt: timeEndsAt, options, dependencies } = this.pending;
		const giveUpAt = isBeforeFirstAttempt
			? Math.min(options.giveUpAt ?? Infinity, this.giveUpAt)
			: timeEndsAt;
		const openBy = Math.min(giveUpAt, timeEndsAt);
		return { giveUpAt, longestClosedMs: Math.max(0, openBy - dependencies.clock.elapsed()) };
	}

	/**
	 * Asks whether the request may be sent, and does what must be done before.
	 * @throws TurnEnded if that takes too long for one turn, or as `take`
	 */
	private async prepareToSend(preSend: PreSendHooks): Promise<void> {
		const { pending } = this;
		const { clock } = pending.dependencies;
		const ask: PreSendAsk = async (request) => await this.ask(request);
		try {
			if (!pending.mayBeHeldBack) return;
			const reason = pending.reasonNotToStart() ?? (await preSend.check(ask, clock.now()));
			// The check takes time: the run may have ended, it may be too late to send, or another attempt of the write was made.
			pending.assertRunning();
			const reasonNow = reason ?? pending.reasonNotToStart();
			const decidedAt = clock.elapsed();
			if (!pending.mayBeHeldBack) return;
			if (reasonNow) throw reasonNow;
			const write = await preSend.prepare?.(ask, clock.now());
			pending.assertRunning();
			if (clock.elapsed() - decidedAt > MAX_DECISION_AGE_MS) throw new TurnEnded();
			if (write) pending.sendAs(write);
		} finally {
			this.releaseRequestsLeft();
		}
	}

	/**
	 * Makes another request in this turn, without a wait.
	 * @throws TurnEnded if the turn has no room for it, or if it must be made again after a wait
	 */
	private async ask(request: ApiRequest): Promise<Answer> {
		const { dependencies, options } = this.pending;
		this.pending.assertRunning();
		if (this.requestsLeft === 0) {
			this.preSendRequests += 1;
			throw new TurnEnded();
		}
		this.requestsLeft -= 1;
		const name = `${request.method} ${urlOf(dependencies.baseUrl, request)}`;
		const asked = getOrCreate(this.failedRequests, name, () => {
			const { maxWaitMs, onWaiting } = options;
			const giveUpAt = this.giveUpAt < Infinity ? this.giveUpAt : undefined;
			const askOptions: RequestOptions = { maxWaitMs, onWaiting, giveUpAt };
			return new PendingRequest(request, dependencies, askOptions);
		});
		const attempt = await asked.attempt();
		if ('answer' in attempt) {
			this.failedRequests.delete(name);
			return attempt.answer;
		}
		this.giveUpAt = Math.min(this.giveUpAt, asked.giveUpAt);
		throw new TurnEnded(async () => await asked.waitToRetry(attempt));
	}

	/** Releases the reservations of requests that were not made in the turn. */
	private releaseRequestsLeft(): void {
		const { place, dependencies } = this.pending;
		for (; this.requestsLeft > 0; this.requestsLeft -= 1) {
			dependencies.rateLimiter.release({ ...place, channelWindow: undefined }, 'unsent');
		}
	}
}

/** Ends a turn in which a request would have to wait: what was read in it would be too old when the write is sent. */
class TurnEnded extends Error {
	/** @param waitForNext resolves when the next turn may begin */
	constructor(readonly waitForNext: () => Promise<void> = async () => {}) {
		super('The turn has ended');
	}

	/** @returns the error if it ended the turn. @throws the error otherwise */
	static orThrow(error: unknown): TurnEnded {
		if (error instanceof TurnEnded) return error;
		throw error;
	}
}
