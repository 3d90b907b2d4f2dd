import type { AttemptResult } from './answer';
import { SlidingWindow, LIMIT_LABELS, type LimitName } from './slidingWindow';
import { LruMap } from './lruMap';
import type { MessageSend, Sender } from './request';
import { isRateLimited } from './retryPolicy';
import { onAbort, type Clock } from './clock';

/** How a request waits in line. */
export interface QueueOptions {
	/** The part of the limit of requests, from 0 to 1, that it leaves to others; by default nothing. */
	reservedShare?: number;
	/** Told of a wait that is ahead. @param until when it may be over, in ms since the epoch */
	onWaiting?(reason: string, until: number): void;
	/** Told, stretch by stretch, what was waited for a limit; times in ms since the epoch. */
	onWaited?(limit: LimitName, from: number, to: number): void;
}

/** A request's number in line, which it keeps until its last try is over. */
export interface QueuedRequest extends QueueOptions {
	signal: AbortSignal;
	/** The lower, the further in front. */
	position: number;
	/** Of a send: the gate of its channel. */
	channelWindow: SlidingWindow | undefined;
}

/** What waiting in line came to: `ms` is the wait that would be too long, undefined where only answers on their way could tell. */
type Admission = 'through' | 'stopped' | { limit: LimitName; ms: number | undefined };

/** A try that is over. */
interface FinishedAttempt {
	/** How it ended; undefined when that can't be told. */
	result: AttemptResult | undefined;
	/** It counts as a send of its channel. */
	countsAsSend: boolean;
	/** When it was let through, in ms since the epoch. */
	sentAt: number;
}

/** A request that is waiting. */
interface WaitingRequest extends QueuedRequest {
	/** When it is turned away, in ms since the epoch. */
	giveUpAt: number;
	/** It is turned away where a refusal keeps its gate closed for longer, in ms. */
	longestClosedMs: number;
	/** What it has been waiting for since when. */
	blockedBy?: { limit: LimitName; since: number };
	resolve(admission: Admission): void;
}

/**
 * Those who wait for the gates of a token: its own and, for sends, their channel's. They are let
 * through in the order in which they came; whoever waits for a channel holds nobody else back.
 */
export class RateLimiter {
	private readonly requestWindow: SlidingWindow;
	private readonly channelWindows = new LruMap<string, SlidingWindow>(500);
	/** The channels of conversations, as far as answers told. */
	private readonly channelOfConversation = new LruMap<string, string>(10_000);
	private waiting: WaitingRequest[] = [];
	private lastPosition = 0;
	private nextCheck?: { at: number; calledOff: AbortController };

	constructor(private readonly clock: Clock) {
		this.requestWindow = new SlidingWindow('request', clock);
	}

	/** A number behind all others. */
	enqueue(
		send: MessageSend | undefined,
		signal: AbortSignal,
		{ reservedShare, onWaiting, onWaited }: QueueOptions = {},
	): QueuedRequest {
		const channelGate =
			send &&
			this.channelWindows.getOrCreate(
				this.channelOfConversation.peek(send.via) ?? send.via,
				() => new SlidingWindow('send', this.clock, this.requestWindow.length),
			);
		return {
			reservedShare,
			onWaiting,
			onWaited,
			signal,
			position: (this.lastPosition += 1),
			channelWindow: channelGate,
		};
	}

	/**
	 * Waits until its gates let it through; its try must end then.
	 * @param until when it is turned away, in ms since the epoch
	 * @param mostClosedMs it is turned away where a refusal keeps its gate closed for longer, in ms
	 * @returns `stopped` once its signal is aborted, or the wait that would be too long
	 */
	async waitForTurn(
		queued: QueuedRequest,
		until: number,
		mostClosedMs: number,
	): Promise<Admission> {
		if (queued.signal.aborted) return 'stopped';
		let forget = () => {};
		const admission = new Promise<Admission>((go) => {
			const waiter: WaitingRequest = {
				...queued,
				giveUpAt: until,
				longestClosedMs: mostClosedMs,
				resolve: go,
			};
			const ahead = this.waiting.findLastIndex(({ position: number }) => number < queued.position);
			this.waiting.splice(ahead + 1, 0, waiter);
			forget = onAbort(queued.signal, () => {
				this.waiting = this.waiting.filter((other) => other !== waiter);
				go('stopped');
				this.scheduleAdmission(0);
			});
			// Where others wait, their turn may have come just now.
			if (this.waiting.length > 1) this.scheduleAdmission(0);
			else this.admitWaiting();
		});
		return await admission.finally(forget);
	}

	/** The try of one that was let through is over. */
	release(
		{ channelWindow: channelGate }: QueuedRequest,
		{ result, countsAsSend, sentAt }: FinishedAttempt,
	): void {
		const headers = result && 'headers' in result ? result.headers : undefined;
		const isRefused = result !== undefined && isRateLimited(result);
		// The headers tell of requests alone (specification: Limits): where they still fit, it was the channel's limit.
		const isOfChannel = channelGate !== undefined && (headers?.remaining ?? 0) > 0;
		const refusing = isRefused ? (isOfChannel ? channelGate : this.requestWindow) : undefined;
		const hasReached = result?.kind !== 'broken' || result.reached === 'maybe';
		channelGate?.release(countsAsSend);
		this.requestWindow.release(hasReached && refusing !== this.requestWindow);
		if (headers) this.requestWindow.updateFromHeaders(headers, sentAt);
		refusing?.close(headers?.retryAfterMs);
		// A moment later: what has ended may end the run, and with it who waits in it.
		if (this.waiting.length > 0) this.scheduleAdmission(0);
	}

	/** Counts what is sent into the conversations as sends of their channels from now on. */
	recordChannels(senders: readonly Sender[]): void {
		for (const { conversation, channel } of senders)
			this.channelOfConversation.set(conversation, channel);
	}

	/** Lets through whom there is room for, turns away who can't wait, and looks again in time. */
	private admitWaiting(): void {
		this.nextCheck?.calledOff.abort();
		this.nextCheck = undefined;
		const now = this.clock.now();
		const waiters = this.waiting;
		this.waiting = [];
		let nextMs = Infinity;
		for (const waiter of waiters) {
			const {
				channelWindow: channelGate,
				reservedShare,
				giveUpAt: until,
				longestClosedMs: mostClosedMs,
				blockedBy: heldBy,
			} = waiter;
			const gate = [channelGate, this.requestWindow].find(
				(each) => each && each.msUntilFree(reservedShare) !== 0,
			);
			if (heldBy && now > heldBy.since) waiter.onWaited?.(heldBy.limit, heldBy.since, now);
			if (!gate) {
				channelGate?.reserve();
				this.requestWindow.reserve();
				waiter.resolve('through');
				continue;
			}
			const ms = gate.msUntilFree(reservedShare);
			if (now >= until || now + (ms ?? 0) > until || gate.closedForMs > mostClosedMs) {
				waiter.resolve({ limit: gate.limit, ms });
				continue;
			}
			if (ms !== undefined) waiter.onWaiting?.(LIMIT_LABELS[gate.limit], now + ms);
			waiter.blockedBy = { limit: gate.limit, since: now };
			this.waiting.push(waiter);
			nextMs = Math.min(nextMs, ms ?? Infinity, until - now);
		}
		if (nextMs < Infinity) this.scheduleAdmission(nextMs);
	}

	/** Looks again in so many ms, if not sooner. */
	private scheduleAdmission(ms: number): void {
		const at = this.clock.now() + ms;
		if (this.nextCheck && this.nextCheck.at <= at) return;
		this.nextCheck?.calledOff.abort();
		const calledOff = new AbortController();
		this.nextCheck = { at, calledOff };
		void this.clock.wait(ms, calledOff.signal).then(() => {
			if (!calledOff.signal.aborted) this.admitWaiting();
		});
	}
}
