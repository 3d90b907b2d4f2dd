import { EarliestTimer } from './earliestTimer';
import type { AttemptResult } from './answer';
import type { Clock } from './clock';
import { LruMap } from './lruMap';
import { onAbort } from './onAbort';
import type { ConversationChannel, MessageSend } from './request';
import { isRateLimited } from './retryPolicy';
import { LIMIT_LABELS, SlidingWindow, type LimitName } from './slidingWindow';
import type { MonotonicMs } from './time';

/**
 * The share of the limit of requests that dropdowns, baseline scans and a poll’s reads of names leave to
 * executions.
 */
export const SHARE_LEFT_TO_EXECUTIONS = 0.25;

/** How a request waits for the rate limiter. */
export interface QueueOptions {
	/** The share of each limit, from 0 to 1, that is left to other requests; 0 by default. */
	reservedShare?: number;
	/**
	 * Called at each check for room, and for each backoff, if it is known when the wait may end.
	 * @param until that time
	 */
	onWaiting?(reason: string, until: MonotonicMs): void;
	/** Called at each check with the limit that was full, and the time waited since the check before. */
	onWaited?(limit: LimitName, time: { from: MonotonicMs; to: MonotonicMs }): void;
}

/** A request's place in the queue, which it keeps for all of its attempts. */
export interface QueuePlace extends QueueOptions {
	signal: AbortSignal;
	/** The lowest position is admitted first. */
	position: number;
	/** The sliding window of its channel, if it sends a message. */
	channelWindow: SlidingWindow | undefined;
}

/** What a request waits for, and when it gives up. */
export interface TurnOptions {
	/** How many other requests its turn must have room for besides the request itself; 0 by default. */
	preSendRequests?: number;
	/** When it stops waiting. */
	giveUpAt: MonotonicMs;
	/** For how many ms a refusal may keep the limit closed. If it takes longer, the request gives up at once. */
	longestClosedMs: number;
}

/** How a wait for a turn ended: the request was admitted, its signal was aborted, or it gave up. */
type Admission = TurnSlots | 'aborted' | FullLimit;

/** The limit for which a request gave up. */
interface FullLimit {
	limit: LimitName;
	/** Ms until it may have room; undefined if that depends on answers that have not arrived. */
	ms: number | undefined;
}

/** An attempt that has ended. */
export interface FinishedAttempt {
	/** Undefined if the attempt threw: then it is unknown whether it was sent. */
	result: AttemptResult | undefined;
	/** Whether the limit of the channel counts it. */
	countsAsSend?: boolean;
	sentAt: MonotonicMs;
}

/** Room under the limits for one attempt. */
export interface Slot {
	/**
	 * Ends the reservation, and learns from the answer. Call it once.
	 * @param attempt `unsent` if none was made
	 */
	release(attempt: FinishedAttempt | 'unsent'): void;
}

/**
 * The slots of a turn. Each slot that is taken must be released. `takeOwn` and `release` end the turn and
 * release the rest.
 */
export class TurnSlots {
	/**
	 * @param own the slot of the request itself
	 * @param others those of the requests that are made before it
	 */
	constructor(
		private readonly own: Slot,
		private readonly others: Slot[],
	) {}

	/** Takes a slot for another request; undefined if none is left. */
	takeOther(): Slot | undefined {
		return this.others.pop();
	}

	/** Takes the slot of the request itself. */
	takeOwn(): Slot {
		this.releaseOthers();
		return this.own;
	}

	/** Releases all slots, if the request itself is not sent in this turn. */
	release(): void {
		this.releaseOthers();
		this.own.release('unsent');
	}

	private releaseOthers(): void {
		for (const slot of this.others.splice(0)) slot.release('unsent');
	}
}

/** A request that waits for its turn. */
interface WaitingRequest extends QueuePlace, TurnOptions {
	/** The limit that was full at the last check, and when that was. */
	blockedBy?: { limit: LimitName; since: MonotonicMs };
	resolve(admission: Admission): void;
}

/**
 * Admits requests under the limits of one token: its own and, for messages, those of their channels. Requests are
 * admitted in arrival order, but later ones pass one that waits for its channel or for a reserved share.
 */
export class RateLimiter {
	private readonly requestWindow: SlidingWindow;
	private readonly channelWindows = new LruMap<string, SlidingWindow>(500);
	private readonly channelOfConversation = new LruMap<string, string>(10_000);
	/** By position. */
	private waitingRequests: WaitingRequest[] = [];
	private lastPosition = 0;
	private readonly nextCheck: EarliestTimer;

	constructor(private readonly clock: Clock) {
		this.requestWindow = new SlidingWindow('request', clock);
		this.nextCheck = new EarliestTimer(clock, () => this.admitWaiting());
	}

	/** Gives a request its place in the queue. It waits only in `waitForTurn`. */
	enqueue(
		messageSend: MessageSend | undefined,
		signal: AbortSignal,
		{ onWaiting, onWaited, reservedShare }: QueueOptions = {},
	): QueuePlace {
		const channelWindow =
			messageSend &&
			this.channelWindows.getOrCreate(
				this.channelOfConversation.peek(messageSend.via) ?? messageSend.via,
				() => new SlidingWindow('send', this.clock, this.requestWindow.sharedLength),
			);
		this.lastPosition += 1;
		const position = this.lastPosition;
		return { onWaiting, onWaited, reservedShare, signal, position, channelWindow };
	}

	/** Waits until all limits have room for the request and the others of its turn, and reserves that room. */
	async waitForTurn(place: QueuePlace, options: TurnOptions): Promise<Admission> {
		if (place.signal.aborted) return 'aborted';
		let stopListening = () => {};
		const admission = new Promise<Admission>((resolve) => {
			const request: WaitingRequest = { ...place, ...options, resolve };
			const index = this.waitingRequests.findLastIndex(({ position }) => position < place.position);
			this.waitingRequests.splice(index + 1, 0, request);
			// Earlier requests may get their turn in this very moment, and they come first.
			if (this.waitingRequests.length > 1) this.nextCheck.ringIn(0);
			else this.admitWaiting();
			// A request that was admitted, or gave up, no longer waits: the end of the run changes nothing for it.
			if (!this.waitingRequests.includes(request)) return;
			stopListening = onAbort(place.signal, () => {
				this.waitingRequests = this.waitingRequests.filter((waiting) => waiting !== request);
				resolve('aborted');
				this.nextCheck.ringIn(0);
			});
		});
		return await admission.finally(stopListening);
	}

	/** A slot that was reserved. @param channelWindow that of the message which it is for */
	private slot(channelWindow?: SlidingWindow): Slot {
		return {
			release: (attempt) => {
				if (attempt === 'unsent') {
					channelWindow?.release({ isCounted: false });
					this.requestWindow.release({ isCounted: false });
				} else {
					this.releaseAttempt(channelWindow, attempt);
				}
				// Not at once: this result may end the run, and with it the waiting requests.
				if (this.waitingRequests.length > 0) this.nextCheck.ringIn(0);
			},
		};
	}

	private releaseAttempt(channelWindow: SlidingWindow | undefined, attempt: FinishedAttempt): void {
		const { result, countsAsSend = false, sentAt } = attempt;
		const headers = result && 'headers' in result ? result.headers : undefined;
		// The headers describe the limit of requests alone (specification: Limits). If they say that requests
		// still fit, the limit of the channel refused.
		const isOfChannel = channelWindow !== undefined && (headers?.remaining ?? 0) > 0;
		const isRefused = result !== undefined && isRateLimited(result);
		const fullWindow = isRefused ? (isOfChannel ? channelWindow : this.requestWindow) : undefined;
		const mayHaveArrived = result?.kind !== 'broken' || result.reached === 'maybe';
		channelWindow?.release({ isCounted: countsAsSend });
		this.requestWindow.release({ isCounted: mayHaveArrived && fullWindow !== this.requestWindow });
		if (headers) this.requestWindow.updateFromHeaders(headers, sentAt);
		fullWindow?.close(headers?.retryAfterMs);
	}

	/** Counts later messages into these conversations against the limits of their channels. */
	recordChannels(channels: readonly ConversationChannel[]): void {
		for (const { conversation, channel } of channels) {
			this.channelOfConversation.set(conversation, channel);
		}
	}

	/** Admits the waiting requests that there is room for, and schedules the next check for the others. */
	private admitWaiting(): void {
		this.nextCheck.cancel();
		const requests = this.waitingRequests;
		this.waitingRequests = [];
		let nextMs = Infinity;
		let slotsAhead = 0;
		for (const request of requests) {
			const ms = this.admit(request, slotsAhead);
			if (ms === undefined) continue;
			this.waitingRequests.push(request);
			// A request with pre-send requests needs several slots at once. If later requests took each slot
			// as it opens, it would wait for ever. So a later request is admitted only if a slot for each of
			// the waiting pre-send requests stays free. A request without pre-send requests keeps no slot
			// from others: it may be waiting for its reserved share alone.
			if (request.blockedBy?.limit === 'request') slotsAhead += request.preSendRequests ?? 0;
			nextMs = Math.min(nextMs, ms);
		}
		if (nextMs < Infinity) this.nextCheck.ringIn(nextMs);
	}

	/**
	 * Admits a request, or lets it give up.
	 * @param slotsAhead how many slots of the limit of requests are left to earlier requests
	 * @returns ms until the next check, if it still waits
	 */
	private admit(request: WaitingRequest, slotsAhead: number): number | undefined {
		const { channelWindow, giveUpAt, longestClosedMs, blockedBy, preSendRequests = 0 } = request;
		const now = this.clock.elapsed();
		const slots = 1 + preSendRequests;
		const msUntilFree = (window: SlidingWindow) =>
			window.msUntilFree({
				reservedShare: request.reservedShare,
				slots: window === channelWindow ? 1 : slots + slotsAhead,
			});
		const fullWindow = [channelWindow, this.requestWindow].find(
			(window) => window && msUntilFree(window) !== 0,
		);
		if (blockedBy && now > blockedBy.since)
			request.onWaited?.(blockedBy.limit, { from: blockedBy.since, to: now });
		if (!fullWindow) {
			channelWindow?.reserve();
			this.requestWindow.reserve(slots);
			const others = Array.from({ length: preSendRequests }, () => this.slot());
			request.resolve(new TurnSlots(this.slot(channelWindow), others));
			return undefined;
		}
		const { limit } = fullWindow;
		const ms = msUntilFree(fullWindow);
		if (now >= giveUpAt || now + (ms ?? 0) > giveUpAt || fullWindow.closedForMs > longestClosedMs) {
			request.resolve({ limit, ms });
			return undefined;
		}
		if (ms !== undefined) request.onWaiting?.(LIMIT_LABELS[limit], now + ms);
		request.blockedBy = { limit, since: now };
		return Math.min(ms ?? Infinity, giveUpAt - now);
	}
}
