import type { Ending } from './answer';
import { Gate, LIMITS, type LimitName } from './slidingWindow';
import { Recent } from './lruMap';
import type { MessageSend, Sender } from './request';
import { isRateLimited } from './retryPolicy';
import { onAbort, type Clock } from './clock';

/** How a request waits in line. */
export interface Waiting {
	/** The part of the limit of requests, from 0 to 1, that it leaves to others; by default nothing. */
	spares?: number;
	/** Told of a wait that is ahead. @param until when it may be over, in ms since the epoch */
	onWaiting?(reason: string, until: number): void;
	/** Told, stretch by stretch, what was waited for a limit; times in ms since the epoch. */
	onWaited?(limit: LimitName, from: number, to: number): void;
}

/** A request's number in line, which it keeps until its last try is over. */
export interface Ticket extends Waiting {
	signal: AbortSignal;
	/** The lower, the further in front. */
	number: number;
	/** Of a send: the gate of its channel. */
	channelGate: Gate | undefined;
}

/** What waiting in line came to: `ms` is the wait that would be too long, undefined where only answers on their way could tell. */
type Admission = 'through' | 'stopped' | { limit: LimitName; ms: number | undefined };

/** A try that is over. */
interface Try {
	/** How it ended; undefined when that can't be told. */
	ending: Ending | undefined;
	/** It counts as a send of its channel. */
	countsAsSend: boolean;
	/** When it was let through, in ms since the epoch. */
	sentAt: number;
}

/** A request that is waiting. */
interface Waiter extends Ticket {
	/** When it is turned away, in ms since the epoch. */
	until: number;
	/** It is turned away where a refusal keeps its gate closed for longer, in ms. */
	mostClosedMs: number;
	/** What it has been waiting for since when. */
	heldBy?: { limit: LimitName; since: number };
	go(admission: Admission): void;
}

/**
 * Those who wait for the gates of a token: its own and, for sends, their channel's. They are let
 * through in the order in which they came; whoever waits for a channel holds nobody else back.
 */
export class Line {
	private readonly requestGate: Gate;
	private readonly channelGates = new Recent<string, Gate>(500);
	/** The channels of conversations, as far as answers told. */
	private readonly channelOf = new Recent<string, string>(10_000);
	private waiters: Waiter[] = [];
	private joined = 0;
	private next?: { at: number; calledOff: AbortController };

	constructor(private readonly clock: Clock) {
		this.requestGate = new Gate('request', clock);
	}

	/** A number behind all others. */
	join(
		send: MessageSend | undefined,
		signal: AbortSignal,
		{ spares, onWaiting, onWaited }: Waiting = {},
	): Ticket {
		const channelGate =
			send &&
			this.channelGates.get(
				this.channelOf.find(send.via) ?? send.via,
				() => new Gate('send', this.clock, this.requestGate.window),
			);
		return { spares, onWaiting, onWaited, signal, number: (this.joined += 1), channelGate };
	}

	/**
	 * Waits until its gates let it through; its try must end then.
	 * @param until when it is turned away, in ms since the epoch
	 * @param mostClosedMs it is turned away where a refusal keeps its gate closed for longer, in ms
	 * @returns `stopped` once its signal is aborted, or the wait that would be too long
	 */
	async enter(ticket: Ticket, until: number, mostClosedMs: number): Promise<Admission> {
		if (ticket.signal.aborted) return 'stopped';
		let forget = () => {};
		const admission = new Promise<Admission>((go) => {
			const waiter: Waiter = { ...ticket, until, mostClosedMs, go };
			const ahead = this.waiters.findLastIndex(({ number }) => number < ticket.number);
			this.waiters.splice(ahead + 1, 0, waiter);
			forget = onAbort(ticket.signal, () => {
				this.waiters = this.waiters.filter((other) => other !== waiter);
				go('stopped');
				this.admitIn(0);
			});
			// Where others wait, their turn may have come just now.
			if (this.waiters.length > 1) this.admitIn(0);
			else this.admit();
		});
		return await admission.finally(forget);
	}

	/** The try of one that was let through is over. */
	ended({ channelGate }: Ticket, { ending, countsAsSend, sentAt }: Try): void {
		const headers = ending && 'headers' in ending ? ending.headers : undefined;
		const isRefused = ending !== undefined && isRateLimited(ending);
		// The headers tell of requests alone (specification: Limits): where they still fit, it was the channel's limit.
		const isOfChannel = channelGate !== undefined && (headers?.remaining ?? 0) > 0;
		const refusing = isRefused ? (isOfChannel ? channelGate : this.requestGate) : undefined;
		const hasReached = ending?.kind !== 'broken' || ending.reached === 'maybe';
		channelGate?.ended(countsAsSend);
		this.requestGate.ended(hasReached && refusing !== this.requestGate);
		if (headers) this.requestGate.heed(headers, sentAt);
		refusing?.close(headers?.retryAfterMs);
		// A moment later: what has ended may end the run, and with it who waits in it.
		if (this.waiters.length > 0) this.admitIn(0);
	}

	/** Counts what is sent into the conversations as sends of their channels from now on. */
	learn(senders: readonly Sender[]): void {
		for (const { conversation, channel } of senders) this.channelOf.set(conversation, channel);
	}

	/** Lets through whom there is room for, turns away who can't wait, and looks again in time. */
	private admit(): void {
		this.next?.calledOff.abort();
		this.next = undefined;
		const now = this.clock.now();
		const waiters = this.waiters;
		this.waiters = [];
		let nextMs = Infinity;
		for (const waiter of waiters) {
			const { channelGate, spares, until, mostClosedMs, heldBy } = waiter;
			const gate = [channelGate, this.requestGate].find(
				(each) => each && each.roomIn(spares) !== 0,
			);
			if (heldBy && now > heldBy.since) waiter.onWaited?.(heldBy.limit, heldBy.since, now);
			if (!gate) {
				channelGate?.letThrough();
				this.requestGate.letThrough();
				waiter.go('through');
				continue;
			}
			const ms = gate.roomIn(spares);
			if (now >= until || now + (ms ?? 0) > until || gate.closedMs > mostClosedMs) {
				waiter.go({ limit: gate.limit, ms });
				continue;
			}
			if (ms !== undefined) waiter.onWaiting?.(LIMITS[gate.limit], now + ms);
			waiter.heldBy = { limit: gate.limit, since: now };
			this.waiters.push(waiter);
			nextMs = Math.min(nextMs, ms ?? Infinity, until - now);
		}
		if (nextMs < Infinity) this.admitIn(nextMs);
	}

	/** Looks again in so many ms, if not sooner. */
	private admitIn(ms: number): void {
		const at = this.clock.now() + ms;
		if (this.next && this.next.at <= at) return;
		this.next?.calledOff.abort();
		const calledOff = new AbortController();
		this.next = { at, calledOff };
		void this.clock.wait(ms, calledOff.signal).then(() => {
			if (!calledOff.signal.aborted) this.admit();
		});
	}
}
