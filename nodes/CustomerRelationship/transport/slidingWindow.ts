import type { RateLimitHeaders } from './answer';
import type { Clock } from './clock';

export type LimitName = 'request' | 'send';

/** The limits as the user reads of them. */
export const LIMIT_LABELS: Record<LimitName, string> = {
	request: 'the limit of requests a minute',
	send: 'the limit of 30 message sends a minute and channel',
};

/** What fits into a window where no header says otherwise (specification: Limits). */
export const DOCUMENTED_LIMITS: Record<LimitName, number> = { request: 120, send: 30 };
/** Length of the service's sliding windows (specification: Limits), in ms. */
const WINDOW_MS = 60_000;
/** A refusal closes a gate for this long at least, in ms. */
const MIN_CLOSED_MS = 1_000;
/** After so long, in ms, somebody asks again, whatever a header says: a larger one does not mean seconds. */
const MAX_TRUSTED_MS = 600_000;

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
export class SlidingWindow {
	/** How many fit into a window. */
	private capacity: number;
	private inFlight = 0;
	/** When ours were answered, in ms, oldest first. */
	private answeredAt: number[] = [];
	/** What others use, as far as the newest answer told. */
	private usedByOthers = 0;
	/** What of that can't be ours, and when that was heard. */
	private provenOthers = { count: 0, since: 0 };
	/** When the next slot opens, whoever's it is. */
	private nextSlotAt = 0;
	private lastRefusedAt = -Infinity;
	private closedUntil = 0;

	/** @param length its length in ms; all gates of a token share one, for the service's windows are alike */
	constructor(
		readonly limit: LimitName,
		private readonly clock: Clock,
		readonly length = { ms: WINDOW_MS },
	) {
		this.capacity = DOCUMENTED_LIMITS[limit];
	}

	/** Ms for which a refusal keeps it closed. */
	get closedForMs(): number {
		return Math.max(0, this.closedUntil - this.clock.now());
	}

	/**
	 * Ms until there may be room; 0 when there is room now; undefined while only an answer can tell.
	 * @param reservedShare the part of the limit, from 0 to 1, that is to be left to others
	 */
	msUntilFree(reservedShare = 0): number | undefined {
		const now = this.clock.now();
		if (this.closedForMs > 0) return this.closedForMs;
		this.dropExpired();
		const ours = this.answeredAt;
		const most = Math.ceil(this.capacity * (1 - reservedShare));
		const over = ours.length + this.inFlight + this.usedByOthers - most;
		if (over < 0) return 0;
		// Of ours so many and one more have to leave, or all where that is not enough: this is the last of them.
		const leaving = ours[over] ?? ours.at(-1);
		const ownIn = leaving === undefined ? undefined : leaving + this.length.ms - now;
		if (this.inFlight > 0) return ownIn;
		const askIn = ours.length < most ? Math.max(0, this.probeAt - now) : Infinity;
		return Math.min(ownIn ?? Infinity, askIn);
	}

	/** One of ours is let through. */
	reserve(): void {
		this.inFlight += 1;
	}

	/** @param counts whether one that was let through may stand in the service's window */
	release(counts: boolean): void {
		this.inFlight -= 1;
		if (counts) this.answeredAt.push(this.clock.now());
	}

	/**
	 * Takes in what an answer tells (specification: Limits, rate-limit headers), once its request has left.
	 * @param sentAt when that was let through, in ms
	 */
	updateFromHeaders({ limit = 0, remaining, resetMs = 0 }: RateLimitHeaders, sentAt: number): void {
		// A proxy may strip the headers, and a limit of none can't be meant: requests were let in.
		if (limit < 1 || remaining === undefined) return;
		this.dropExpired();
		const now = this.clock.now();
		const used = limit - remaining;
		// Whether the service had seen those under way nobody knows. What is surely others' holds until the
		// answer to a later request says less: answers overtake each other.
		const othersAtMost = used - this.answeredAt.length;
		const othersAtLeast = othersAtMost - this.inFlight;
		if (othersAtLeast > this.provenOthers.count || sentAt >= this.provenOthers.since) {
			this.provenOthers = { count: othersAtLeast, since: now };
		}
		this.capacity = limit;
		this.usedByOthers = Math.max(0, othersAtMost, this.provenOthers.count);
		const isAhead = this.nextSlotAt > now;
		this.nextSlotAt = Math.min(
			now + Math.min(resetMs, MAX_TRUSTED_MS),
			isAhead ? this.nextSlotAt : Infinity,
		);
		if (resetMs === 0 || resetMs > MAX_TRUSTED_MS) return;
		// The slot of the only request in the window opens a whole window after it was counted, on its way.
		const longestMs = used === 1 ? resetMs + now - sentAt : Infinity;
		this.length.ms = Math.min(longestMs, Math.max(resetMs, this.length.ms));
	}

	/** A refusal lets nothing in for as long as it says: "wait `Retry-After` seconds" (specification: Errors). */
	close(retryAfterMs = 0): void {
		this.lastRefusedAt = this.clock.now();
		this.closedUntil =
			this.lastRefusedAt + Math.min(Math.max(retryAfterMs, MIN_CLOSED_MS), MAX_TRUSTED_MS);
	}

	/**
	 * When one may ask whether others still use what they are taken to use, where only that stands in the
	 * way: as soon as a slot opens. While there are slots of our own to wait for, not for a while after a
	 * refusal, which has shown that there are others and that they take what opens.
	 */
	private get probeAt(): number {
		if (this.answeredAt.length === 0) return this.nextSlotAt;
		const whileMs = this.provenOthers.count > 0 ? this.length.ms : MAX_TRUSTED_MS;
		return Math.max(this.nextSlotAt, this.lastRefusedAt + whileMs);
	}

	/** Ours that have left the window no longer count. */
	private dropExpired(): void {
		const from = this.clock.now() - this.length.ms;
		while ((this.answeredAt[0] ?? Infinity) <= from) this.answeredAt.shift();
	}
}
