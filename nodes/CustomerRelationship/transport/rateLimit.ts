import type { Headers } from './answer';
import { Recent } from './recent';
import type { MessageSend, Sender } from './request';
import { RequestWindow, type Ticket } from './requestWindow';
import { SendWindow } from './sendWindow';
import { Cancelled, onAbort, type Clock } from './wait';
import type { Window } from './window';

/** Ms for which an answer is not missed yet, even by those who may not wait at all. */
const PROMPT_MS = 5_000;

export type LimitName = 'request' | 'send';

/** The limits as the user reads of them. */
export const LIMITS: Record<LimitName, string> = {
	request: 'the limit of requests a minute',
	send: 'the limit of 30 message sends a minute and channel',
};

/** Raised instead of a wait that would last too long; nothing was sent. */
export class LimitReached extends Error {
	constructor(
		readonly limit: LimitName,
		readonly waitMs: number,
	) {
		super(`The ${limit} limit leaves no room for ${Math.ceil(waitMs / 1000)} s`);
	}
}

/** Raised when the requests ahead have had no answer for as long as this one may wait; it was not sent. */
export class NothingHeard extends Error {
	constructor() {
		super('The requests ahead had no answer');
	}
}

/** How a request waits. */
export interface Patience {
	/** The part of the limit of requests, from 0 to 1, that it leaves to others; by default nothing. */
	spares?: number;
	/** How long it may still wait in all; what is waited is taken off. */
	budget: { leftMs: number };
	signal: AbortSignal;
	/** Told of every wait when it begins. @param until when it will be over, in ms since the epoch */
	onWaiting?(reason: string, until: number): void;
	/** Told of every wait for a limit when it is over; times in ms. */
	onWaited?(limit: LimitName, from: number, to: number): void;
}

/** How a request that was let through ended. */
export interface Ending {
	/** It may have reached the service. */
	reached: boolean;
	/** What its answer told; undefined when none came. */
	headers?: Headers;
	/** It counts as a send of its channel. */
	sent: boolean;
	/** It was refused with 429. */
	rateLimited: boolean;
}

/** To be told how a request that was let through ended. @returns the limit that refused it, if one did */
export type Done = (ending: Ending) => LimitName | undefined;

interface Waiter extends Patience {
	channel: SendWindow | undefined;
	/** What it waits for, and since when, in ms. */
	waitsFor?: { limit: LimitName; since: number };
	/** Whether it pays for the time that passes; by default it does not. */
	pays?: 'yes' | 'if no answer comes';
	/** Ms to be paid if no answer comes. */
	silentMs: number;
	letThrough(done: Done): void;
	turnAway(error: Error): void;
}

/**
 * Lets requests of one token leave only when the service has room for them. Those that wait for
 * the same limit leave in the order in which they came; the first of them pays for the wait from
 * its budget, the others only for waiting for an answer that never comes.
 */
export class RateLimiter {
	private readonly requests: RequestWindow;
	private readonly channels = new Recent<string, SendWindow>(500);
	/** The channels of conversations, as far as answers told. */
	private readonly channelOf = new Recent<string, string>(10_000);
	private readonly queue = new Set<Waiter>();
	private chargedAt = 0;
	private nextLook?: AbortController;

	constructor(private readonly clock: Clock) {
		this.requests = new RequestWindow(clock);
	}

	/** Waits for room. @throws LimitReached, NothingHeard, Cancelled */
	async admit(send: MessageSend | undefined, patience: Patience): Promise<Done> {
		const { signal } = patience;
		if (signal.aborted) throw new Cancelled();
		const channel =
			send &&
			this.channels.get(
				this.channelOf.find(send.via) ?? send.via,
				() => new SendWindow(this.clock, this.requests),
			);
		let forget = () => {};
		let waited = false;
		const admitted = new Promise<Done>((letThrough, turnAway) => {
			const waiter: Waiter = { ...patience, channel, silentMs: 0, letThrough, turnAway };
			this.look(() => this.queue.add(waiter));
			waited = this.queue.has(waiter);
			forget = onAbort(signal, () => {
				turnAway(new Cancelled());
				this.look(() => this.queue.delete(waiter));
			});
		});
		const done = await admitted.finally(forget);
		if (waited) {
			// What made room may have ended the run as well, which shows a moment later.
			await this.clock.wait(0, signal);
			if (signal.aborted) {
				done({ reached: false, sent: false, rateLimited: false });
				throw new Cancelled();
			}
		}
		return done;
	}

	/** Counts what is sent into the conversations as sends of their channels from now on. */
	learn(senders: readonly Sender[]): void {
		for (const { conversation, channel } of senders) this.channelOf.set(conversation, channel);
	}

	/** After a change: lets through whom there is room for, turns away who can't wait, and looks again in time. */
	private look(change?: () => void): void {
		this.charge();
		change?.();
		// Seldom: an abort costs as much as a tenth of a request.
		this.nextLook?.abort();
		this.nextLook = undefined;
		const full = new Set<Window>();
		let nextMs = Infinity;
		for (const waiter of this.queue) {
			const window = [waiter.channel, this.requests].find(
				(each) => each && each.roomIn(waiter.spares) !== 0,
			);
			if (!window) {
				this.letThrough(waiter);
				continue;
			}
			const ms = window.roomIn(waiter.spares);
			const leftMs = waiter.budget.leftMs - waiter.silentMs;
			const givesUpInMs = Math.max(waiter.budget.leftMs, PROMPT_MS) - waiter.silentMs;
			const limit = window === this.requests ? 'request' : 'send';
			if (ms === undefined ? givesUpInMs <= 0 : ms > leftMs) {
				this.queue.delete(waiter);
				waiter.budget.leftMs = leftMs;
				waiter.turnAway(ms === undefined ? new NothingHeard() : new LimitReached(limit, ms));
				continue;
			}
			this.waitFor(waiter, limit);
			if (ms !== undefined) waiter.onWaiting?.(LIMITS[limit], this.clock.now() + ms);
			waiter.pays = ms === undefined ? 'if no answer comes' : full.has(window) ? undefined : 'yes';
			full.add(window);
			nextMs = Math.min(nextMs, ms ?? givesUpInMs);
		}
		if (nextMs < Infinity) this.lookIn(nextMs);
	}

	private lookIn(ms: number): void {
		const { signal } = (this.nextLook = new AbortController());
		void this.clock.wait(ms, signal).then(() => {
			if (!signal.aborted) this.look();
		});
	}

	private charge(): void {
		const passed = this.clock.now() - this.chargedAt;
		this.chargedAt += passed;
		for (const waiter of this.queue) {
			if (waiter.pays === 'yes') waiter.budget.leftMs -= passed;
			if (waiter.pays === 'if no answer comes') waiter.silentMs += passed;
		}
	}

	private waitFor(waiter: Waiter, limit: LimitName | undefined): void {
		const { waitsFor, onWaited } = waiter;
		if (limit === waitsFor?.limit) return;
		const now = this.clock.now();
		if (waitsFor && now > waitsFor.since) onWaited?.(waitsFor.limit, waitsFor.since, now);
		waiter.waitsFor = limit && { limit, since: now };
	}

	private letThrough(waiter: Waiter): void {
		const { channel } = waiter;
		this.queue.delete(waiter);
		this.waitFor(waiter, undefined);
		const ticket = this.requests.ticket();
		this.requests.enter();
		channel?.enter();
		waiter.letThrough((ending) => this.done(ending, ticket, channel));
	}

	private done(
		{ reached, headers, sent, rateLimited }: Ending,
		ticket: Ticket,
		channel: SendWindow | undefined,
	): LimitName | undefined {
		const refusing = !rateLimited
			? undefined
			: channel && isOfChannel(headers)
				? channel
				: this.requests;
		const counts = reached && refusing !== this.requests;
		this.look(() => {
			for (const waiter of this.queue) {
				if (!headers) waiter.budget.leftMs -= waiter.silentMs;
				waiter.silentMs = 0;
			}
			channel?.leave(sent);
			this.requests.leave(counts);
			if (headers) this.requests.heed(ticket, headers, counts);
			refusing?.close(headers?.retryAfterMs);
		});
		return refusing && (refusing === channel ? 'send' : 'request');
	}
}

/** A 429 is the channel's when requests still fit, or will before the wait that it asks for is over. */
const isOfChannel = ({ remaining, resetMs, retryAfterMs }: Partial<Headers> = {}) =>
	remaining !== undefined &&
	(remaining > 0 || (resetMs !== undefined && (retryAfterMs ?? 0) > resetMs));
