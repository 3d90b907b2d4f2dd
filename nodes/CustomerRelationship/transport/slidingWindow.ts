import type { Headers } from './answer';
import type { Clock } from './clock';

export type LimitName = 'request' | 'send';

/** The limits as the user reads of them. */
export const LIMITS: Record<LimitName, string> = {
	request: 'the limit of requests a minute',
	send: 'the limit of 30 message sends a minute and channel',
};

/** What fits into a window where no header says otherwise (specification: Limits). */
export const DOCUMENTED: Record<LimitName, number> = { request: 120, send: 30 };
/** Length of the service's sliding windows (specification: Limits), in ms. */
const WINDOW_MS = 60_000;
/** A refusal closes a gate for this long at least, in ms. */
const SHORTEST_MS = 1_000;
/** After so long, in ms, somebody asks again, whatever a header says: a larger one does not mean seconds. */
const LONGEST_MS = 600_000;

/**
 * One limit of the service: the requests of a token, or the sends of a channel. Our own count from
 * when they are let through until a whole window after their answer: never too short, so that a
 * program alone on its token is never refused. What the newest answer counts beyond them is others',
 * who are taken to go on like that: a slot of theirs that opens they use themselves. With 120 a
 * minute, and another program that has made 50 requests at 0:00:
 *
 * | at   | what happens                              | ours | others | room                        |
 * |------|-------------------------------------------|------|--------|-----------------------------|
 * | 0:10 | nothing is known                          |    0 |      – | for 120                     |
 * | 0:10 | one is answered: limit 120, remaining 69  |    1 |     50 | for 69                      |
 * | 0:20 | 69 more, remaining 0, next slot in 40 s   |   70 |     50 | none                        |
 * | 1:00 | one may ask; answered: remaining 49       |   71 |      0 | for 49                      |
 * | 1:01 | 49 more, remaining 0                      |  120 |      0 | none until our first leaves |
 * | 1:10 | ours of 0:10 has left                     |  119 |      0 | for 1                       |
 */
export class Gate {
	/** How many fit into a window. */
	private most: number;
	private underWay = 0;
	/** When ours were answered, in ms, oldest first. */
	private answered: number[] = [];
	/** What others use, as far as the newest answer told. */
	private others = 0;
	/** What of that can't be ours, and when that was heard. */
	private surelyOthers = { count: 0, since: 0 };
	/** When the next slot opens, whoever's it is. */
	private opensAt = 0;
	private refusedAt = -Infinity;
	private closedUntil = 0;

	/** @param window its length in ms; all gates of a token share one, for the service's windows are alike */
	constructor(
		readonly limit: LimitName,
		private readonly clock: Clock,
		readonly window = { ms: WINDOW_MS },
	) {
		this.most = DOCUMENTED[limit];
	}

	/** Ms for which a refusal keeps it closed. */
	get closedMs(): number {
		return Math.max(0, this.closedUntil - this.clock.now());
	}

	/**
	 * Ms until there may be room; 0 when there is room now; undefined while only an answer can tell.
	 * @param spares the part of the limit, from 0 to 1, that is to be left to others
	 */
	roomIn(spares = 0): number | undefined {
		const now = this.clock.now();
		if (this.closedMs > 0) return this.closedMs;
		this.forget();
		const ours = this.answered;
		const most = Math.ceil(this.most * (1 - spares));
		const over = ours.length + this.underWay + this.others - most;
		if (over < 0) return 0;
		// Of ours so many and one more have to leave, or all where that is not enough: this is the last of them.
		const leaving = ours[over] ?? ours.at(-1);
		const ownIn = leaving === undefined ? undefined : leaving + this.window.ms - now;
		if (this.underWay > 0) return ownIn;
		const askIn = ours.length < most ? Math.max(0, this.askAt - now) : Infinity;
		return Math.min(ownIn ?? Infinity, askIn);
	}

	/** One of ours is let through. */
	letThrough(): void {
		this.underWay += 1;
	}

	/** @param counts whether one that was let through may stand in the service's window */
	ended(counts: boolean): void {
		this.underWay -= 1;
		if (counts) this.answered.push(this.clock.now());
	}

	/**
	 * Takes in what an answer tells (specification: Limits, rate-limit headers), once its request has left.
	 * @param sentAt when that was let through, in ms
	 */
	heed({ limit = 0, remaining, resetMs = 0 }: Headers, sentAt: number): void {
		// A proxy may strip the headers, and a limit of none can't be meant: requests were let in.
		if (limit < 1 || remaining === undefined) return;
		this.forget();
		const now = this.clock.now();
		const used = limit - remaining;
		// Whether the service had seen those under way nobody knows. What is surely others' holds until the
		// answer to a later request says less: answers overtake each other.
		const othersAtMost = used - this.answered.length;
		const othersAtLeast = othersAtMost - this.underWay;
		if (othersAtLeast > this.surelyOthers.count || sentAt >= this.surelyOthers.since) {
			this.surelyOthers = { count: othersAtLeast, since: now };
		}
		this.most = limit;
		this.others = Math.max(0, othersAtMost, this.surelyOthers.count);
		const isAhead = this.opensAt > now;
		this.opensAt = Math.min(now + Math.min(resetMs, LONGEST_MS), isAhead ? this.opensAt : Infinity);
		if (resetMs === 0 || resetMs > LONGEST_MS) return;
		// The slot of the only request in the window opens a whole window after it was counted, on its way.
		const longestMs = used === 1 ? resetMs + now - sentAt : Infinity;
		this.window.ms = Math.min(longestMs, Math.max(resetMs, this.window.ms));
	}

	/** A refusal lets nothing in for as long as it says: "wait `Retry-After` seconds" (specification: Errors). */
	close(retryAfterMs = 0): void {
		this.refusedAt = this.clock.now();
		this.closedUntil = this.refusedAt + Math.min(Math.max(retryAfterMs, SHORTEST_MS), LONGEST_MS);
	}

	/**
	 * When one may ask whether others still use what they are taken to use, where only that stands in the
	 * way: as soon as a slot opens. While there are slots of our own to wait for, not for a while after a
	 * refusal, which has shown that there are others and that they take what opens.
	 */
	private get askAt(): number {
		if (this.answered.length === 0) return this.opensAt;
		const whileMs = this.surelyOthers.count > 0 ? this.window.ms : LONGEST_MS;
		return Math.max(this.opensAt, this.refusedAt + whileMs);
	}

	/** Ours that have left the window no longer count. */
	private forget(): void {
		const from = this.clock.now() - this.window.ms;
		while ((this.answered[0] ?? Infinity) <= from) this.answered.shift();
	}
}
