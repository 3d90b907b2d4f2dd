import type { Headers } from './answer';
import { Window, type LimitName } from './window';

/** Length of the service's sliding windows (specification: Limits), in ms. */
const WINDOW_MS = 60_000;
/** A refusal that doesn't say how long to wait closes the window for this long, in ms. */
const UNTOLD_MS = 1_000;

/** What was known when a request left; its answer's numbers are read against that. */
interface Ticket {
	/** Requests that had left, this one included. */
	sent: number;
	/** Answers that had come, and how many of them no longer counted. */
	ended: number;
	forgotten: number;
}

/**
 * The requests of the token and the company, whichever limit is tighter: our own are counted,
 * and the `RateLimit-*` headers tell how many others' there are (specification: Limits).
 */
export class RequestWindow extends Window {
	protected readonly limit: LimitName = 'request';
	windowMs = WINDOW_MS;
	/** `RateLimit-Limit`; unknown at first, so that one request leaves to ask. Infinite where no header tells. */
	private most: number | undefined;
	/** Requests of other programs in the window. */
	private others = 0;
	/** When the next slot opens, whoever's it is, as far as an answer told. */
	private opensAt: number | undefined;
	/** Requests that had left when an answer was lost: the slot that theirs tell of may be taken. */
	private lostAfter = 0;
	private ended = 0;
	private forgotten = 0;
	private lastAt = -Infinity;

	protected roomIn(): number | undefined {
		const now = this.clock.now();
		// After a whole quiet window others may have used up what was free.
		if (this.inFlight === 0 && now - this.lastAt > this.windowMs) this.most = undefined;
		const room = this.roomAmong((this.most ?? 1) - this.others);
		if (room === 0 || this.closedUntil > now) return room;
		if (this.most === undefined) return this.inFlight > 0 ? undefined : 0;
		const told = this.opensAt === undefined ? undefined : Math.max(0, this.opensAt - now);
		const soonest = told !== undefined && (room === undefined || told < room) ? told : room;
		// What is under way brings word of slots that are not ours; with nothing under way one may ask.
		if (this.inFlight > 0) return soonest === room ? room : undefined;
		return soonest ?? 0;
	}

	/** To be asked for when the request leaves. */
	ticket(): Ticket {
		const { ended, forgotten, inFlight } = this;
		return { sent: ended + inFlight, ended, forgotten };
	}

	/** @param refused with 429, for want of room here */
	leave(ticket: Ticket, headers: Headers | undefined, refused = false): void {
		const now = this.clock.now();
		this.inFlight -= 1;
		this.ended += 1;
		this.lastAt = now;
		// One whose answer was lost may count, too.
		if (refused) this.forgotten += 1;
		else this.answered.push(now);
		if (headers?.limit !== undefined && headers.remaining !== undefined) {
			this.most = headers.limit;
			const used = headers.limit - headers.remaining;
			this.recount(ticket, used, refused ? 0 : 1);
			if (headers.resetMs !== undefined) this.foresee(ticket, used, headers.resetMs);
		} else {
			// A proxy may strip the headers; what remains then is to heed refusals.
			if (headers && !refused) this.most ??= Infinity;
			this.opensAt = undefined;
			this.lostAfter = this.ended + this.inFlight;
		}
		if (refused) this.closedUntil = now + (headers?.retryAfterMs ?? UNTOLD_MS);
		this.wake();
	}

	/** @param itself 1 when the request that told this counts among the used */
	private recount(ticket: Ticket, used: number, itself: 0 | 1): void {
		// Ours that came before this one but that the service no longer counts have left the window.
		const before = ticket.ended - this.forgotten;
		for (let gone = before + itself - used; gone > 0; gone -= 1) this.forgetOldest();
		// Ours that may be among the used: all but those forgotten before this one left.
		const ours = this.ended - ticket.forgotten + this.inFlight;
		this.others = Math.max(0, used - ours);
	}

	private foresee(ticket: Ticket, used: number, resetMs: number): void {
		if (ticket.sent > this.lostAfter) {
			const opensAt = this.lastAt + resetMs;
			// Of answers that overlapped it is unknown which is newer: the later slot is the sure one.
			const newest = ticket.ended === this.ended - 1;
			this.opensAt = newest ? opensAt : Math.max(this.opensAt ?? 0, opensAt);
		}
		// The slot of the only request in the window opens after a whole window.
		if (resetMs > 0 && (used === 1 || resetMs > this.windowMs)) this.windowMs = resetMs;
	}

	protected override forgetOldest(): void {
		if (this.answered.length === 0) return;
		super.forgetOldest();
		this.forgotten += 1;
	}
}
