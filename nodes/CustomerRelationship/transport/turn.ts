import type { Answer } from './answer';
import { Cancelled } from './cancelled';
import type { ClientDependencies } from './clientDependencies';
import { PendingRequest } from './pendingRequest';
import type { Slot, TurnSlots } from './rateLimiter';
import { urlOf, type ApiRequest } from './request';
import { RequestFailed } from './requestFailed';
import type { PreSend, RequestOptions } from './requestOptions';
import { decideOnFailedAttempt, type Decision } from './retryPolicy';
import type { MonotonicMs } from './time';
import type { WriteState } from './write';

/**
 * Longest time from the end of the check until the write is sent, in ms. After that the next turn checks
 * anew. If the time counted from the check's reads, a slow service would end each turn.
 */
const MAX_CHECK_AGE_MS = 1_500;

/** What the turns need of the request that they are for. */
type RequestInTurn = Pick<
	PendingRequest,
	'waitForTurn' | 'assertMayStart' | 'reasonNotToStart' | 'mayBeHeldBack' | 'sendAs'
>;

/** The turns of a request. Each of its attempts is made in a turn, which may first make other requests (`preSend`). */
export class Turns {
	/** How many other requests a turn has room for. */
	private preSendRequests: number;
	/** Requests of earlier turns that must be made again, by what they ask. Each goes on with its attempts and its time. */
	private readonly requestsToRepeat = new Map<string, PendingRequest>();

	constructor(
		private readonly pending: RequestInTurn,
		private readonly dependencies: ClientDependencies,
		private readonly options: RequestOptions,
	) {
		this.preSendRequests = options.preSend?.requests ?? 0;
	}

	/**
	 * Waits for a turn in which the request may be sent.
	 * @returns the slot for its attempt
	 * @throws the reason not to send it, Cancelled, or RequestFailed, also of another request in its turn
	 */
	async take(): Promise<Slot> {
		const { pending } = this;
		const { preSend } = this.options;
		while (true) {
			const requests = pending.mayBeHeldBack ? this.preSendRequests : 0;
			const slots = await pending.waitForTurn(requests, this.preSendDeadline);
			try {
				if (preSend) await this.prepareToSend(preSend, slots);
				else pending.assertMayStart();
				return slots.takeOwn();
			} catch (error) {
				slots.release();
				await TurnEnded.orThrow(error).waitForNext();
			}
		}
	}

	/** The earliest time limit of the requests to repeat, at which the wait for a turn gives up; undefined without any. */
	private get preSendDeadline(): MonotonicMs | undefined {
		const limits = [...this.requestsToRepeat.values()].map(({ timeEndsAt }) => timeEndsAt);
		return limits.length === 0 ? undefined : Math.min(...limits);
	}

	/**
	 * Asks whether the request may be sent, and does what must be done before.
	 * @throws TurnEnded if that takes too long for one turn, or as `take`
	 */
	private async prepareToSend(preSend: PreSend, slots: TurnSlots): Promise<void> {
		const { pending } = this;
		const { clock, signal } = this.dependencies;
		if (!pending.mayBeHeldBack) return;
		const steps = preSend.inTurn({
			ask: async (request) => await this.ask(request, slots),
			now: () => clock.now(),
		});
		const reason = pending.reasonNotToStart() ?? (await steps.check());
		// The check takes time: the run may have ended, it may be too late to send, or another attempt of the
		// write was made.
		Cancelled.throwIfAborted(signal);
		const reasonNow = reason ?? pending.reasonNotToStart();
		const checkedAt = clock.elapsed();
		if (!pending.mayBeHeldBack) return;
		if (reasonNow) throw reasonNow;
		const write = await steps.beforeWrite?.();
		// What was not asked again in this turn is needed no more.
		this.requestsToRepeat.clear();
		Cancelled.throwIfAborted(signal);
		if (clock.elapsed() - checkedAt > MAX_CHECK_AGE_MS) throw new TurnEnded();
		if (write) pending.sendAs(write);
	}

	/**
	 * Makes another request in this turn, without a wait.
	 * @throws TurnEnded if the turn has no room for it, or if it must be made again after a wait
	 */
	private async ask(request: ApiRequest, slots: TurnSlots): Promise<Answer> {
		const { dependencies } = this;
		const url = urlOf(dependencies.baseUrl, request);
		const name = JSON.stringify([request.method, url, request.body]);
		if (dependencies.signal.aborted) {
			throw new TurnEnded({ write: 'attempt not done' }, () => Promise.reject(new Cancelled()));
		}
		const slot = slots.takeOther();
		if (!slot) {
			this.preSendRequests += 1;
			throw new TurnEnded({ write: 'attempt not done' });
		}
		const { maxWaitMs, onWaiting } = this.options;
		const options = { maxWaitMs, onWaiting, deadline: this.preSendDeadline };
		const asked =
			this.requestsToRepeat.get(name) ?? new PendingRequest(request, dependencies, options);
		this.requestsToRepeat.delete(name);
		const attempt = await asked.attempt(slot);
		if ('answer' in attempt) return attempt.answer;
		this.requestsToRepeat.set(name, asked);
		const decision = decideOnFailedAttempt(attempt.failed, request);
		throw new TurnEnded(decision, async () => await asked.waitToRetry(attempt));
	}
}

/** Ends a turn in which a request would have to wait: what was read in it would be too old when the write is sent. */
class TurnEnded extends Error {
	/**
	 * @param decision on the attempt of the request that has to wait
	 * @param waitForNext resolves when the next turn may begin
	 */
	constructor(
		readonly decision?: Pick<Decision, 'write'>,
		readonly waitForNext: () => Promise<void> = async () => {},
	) {
		super('The turn has ended');
	}

	/** @returns the error if it ended the turn. @throws the error otherwise */
	static orThrow(error: unknown): TurnEnded {
		if (error instanceof TurnEnded) return error;
		throw error;
	}
}

/**
 * The state of a write without a key after its last attempt has failed with this error. It says nothing of
 * earlier attempts.
 * @param error of `Turn.ask`, or of a request
 */
export function attemptStateOf(error: unknown): WriteState {
	if (error instanceof RequestFailed && !error.lastAttempt) return 'not done';
	const isKnown = error instanceof RequestFailed || error instanceof TurnEnded;
	const state = (isKnown && error.decision?.write) || 'unknown';
	// Behind a proxy's page the service may still be at work.
	const isForeign = error instanceof RequestFailed && error.lastAttempt?.kind === 'foreign';
	if (state === 'server error' && isForeign) return 'unknown';
	return state === 'attempt not done' ? 'not done' : state;
}
