import type { Headers } from './answer';
import { Window } from './window';

/** Requests of a token in a window (specification: Limits), where no header tells. */
const MOST = 120;
/** Requests that may be under way while nothing is known of the limits. */
const MOST_ASKING = 5;
/** Length of the service's sliding windows (specification: Limits), in ms. */
const WINDOW_MS = 60_000;

/** No window is longer, in ms: a header that says so does not mean seconds. */
const LONGEST_MS = 10 * WINDOW_MS;

/** What was known when a request left; its answer's numbers are read against that. */
export interface Ticket {
	/** Of ours, those counted until then, and those of them no longer counted. */
	counted: number;
	forgotten: number;
}

/**
 * The requests of the token and the company, whichever limit is tighter (specification: Limits).
 * Our own are counted; what the newest answer's headers tell beyond them is others'. With 120 a
 * minute, and another program that has made 50 requests at 0:00:
 *
 * | at   | what happens                          | ours | others | room                           |
 * |------|---------------------------------------|------|--------|--------------------------------|
 * | 0:10 | nothing is known                      |    0 |      ? | for 5 under way                |
 * | 0:10 | answered: limit 120, remaining 69     |    1 |     50 | for 69                         |
 * | 0:20 | 69 more answered, remaining 0         |   70 |     50 | none; the next slot, at 1:00   |
 * | 1:00 | one may ask; answered: remaining 49   |   71 |      0 | for 49                         |
 * | 1:01 | 49 more answered, remaining 0         |  120 |      0 | none until our first leaves    |
 * | 1:10 | ours of 0:10 has left                 |  119 |      0 | for 1                          |
 */
export class RequestWindow extends Window {
	windowMs = WINDOW_MS;
	/** `RateLimit-Limit`; undefined while nothing is known. */
	private most: number | undefined;
	/** Requests of other programs in the window. */
	private others = 0;
	/** When the next slot opens, whoever's it is. */
	private opensAt = 0;
	private lastAt = 0;
	private counted = 0;
	private forgotten = 0;

	roomIn(spares = 0): number | undefined {
		const now = this.clock.now();
		// After a whole quiet window others may have used up what was free.
		if (this.underWay === 0 && now - this.lastAt > this.windowMs) this.most = undefined;
		const most = Math.floor((this.most ?? Infinity) * (1 - spares));
		const ours = this.roomAmong(most);
		if (ours !== 0) return ours;
		if (this.most === undefined) return this.underWay < MOST_ASKING ? 0 : undefined;
		if (this.roomAmong(most - this.others) === 0) return 0;
		// Others have the rest: what is under way brings word of it; with nothing under way one may ask.
		return this.underWay > 0 ? undefined : Math.max(0, this.opensAt - now);
	}

	/** To be asked for when the request leaves. */
	ticket(): Ticket {
		return { counted: this.counted, forgotten: this.forgotten };
	}

	override leave(counts: boolean): void {
		super.leave(counts);
		if (counts) this.counted += 1;
		this.lastAt = this.clock.now();
	}

	/** Takes in what an answer tells, once its request has left. @param itself whether it was counted */
	heed(ticket: Ticket, headers: Headers, itself: boolean): void {
		const { limit = 0, remaining } = headers;
		const resetMs = Math.min(headers.resetMs ?? 0, LONGEST_MS);
		if (limit < 1 || remaining === undefined) {
			// A proxy may strip the headers, and a limit of none can't be meant: this one was let in.
			if (itself) this.most ??= MOST;
			return;
		}
		const used = limit - remaining;
		// Ours that came before it and that the service no longer counts, or that never reached it.
		const before = ticket.counted - this.forgotten + Number(itself);
		const gone = Math.min(before - used, this.answered.length);
		for (let n = 0; n < gone; n += 1) this.forgetOldest();
		this.most = limit;
		this.others = Math.max(0, used - (this.counted - ticket.forgotten));
		this.opensAt = this.clock.now() + resetMs;
		// The slot of the only request in the window opens after a whole window.
		if (resetMs > 0 && (used === 1 || resetMs > this.windowMs)) this.windowMs = resetMs;
	}

	protected override forgetOldest(): void {
		super.forgetOldest();
		this.forgotten += 1;
	}
}
