import type { RateLimitHeaders } from './answer';
import type { Clock } from './clock';
import type { MonotonicMs } from './time';

/** The limits of the service: of requests per token, of messages per channel. */
export type LimitName = 'request' | 'send';

/** What the user reads for each limit. */
export const LIMIT_LABELS: Record<LimitName, string> = {
	request: 'the limit of requests a minute',
	send: 'the limit of 30 message sends a minute and channel',
};

/** How many requests fit into a window, as long as no header says otherwise (specification: Limits). */
export const DOCUMENTED_LIMITS: Record<LimitName, number> = { request: 120, send: 30 };
/** Length of the service's sliding windows in ms (specification: Limits). */
const WINDOW_MS = 60_000;
/** Shortest time for which a refusal closes a window, in ms. */
const MIN_CLOSED_MS = 1_000;
/** Longest wait that a header may ask for, in ms. A larger value can't be meant in seconds. */
const MAX_TRUSTED_MS = 600_000;
/** Ms without probes after a refusal if no answer has proven that others use the token. */
const UNPROVEN_PAUSE_MS = 600_000;

/** The room that a request needs. */
interface SlotRequest {
	/** The share of the limit, from 0 to 1, that must stay free; 0 by default. */
	reservedShare?: number | undefined;
	/** For how many requests there must be room; 1 by default. */
	slots?: number;
}

/**
 * One limit of the service: the requests of a token, or the messages of a channel.
 *
 * Our own requests count from their reservation until a whole window after their answer. So the service
 * refuses none of them if all of this holds:
 *
 * - This process alone uses the token, and the company's limit has room.
 * - The service does not round `RateLimit-Reset` down: the window's length is learned from it.
 * - For messages: this token alone sends through their channels, and each channel is known. A conversation
 *   whose channel is unknown has a window of its own.
 * - For messages: the service counts only those that it accepts, and each of their answers arrives. A message
 *   that gets no success is no longer counted once its attempt has ended.
 *
 * What the newest answer counts beyond ours is used by others. We assume that they keep that rate: when one
 * of their slots opens, they take it. For example, with a limit of 120 a minute and another program that made
 * 50 requests at 0:00:
 *
 * | at   | what happens                               | ours | others | room                          |
 * |------|--------------------------------------------|------|--------|-------------------------------|
 * | 0:10 | nothing is known                           |    0 |      – | for 120                       |
 * | 0:10 | one is answered: limit 120, remaining 69   |    1 |     50 | for 69                        |
 * | 0:20 | 69 more, remaining 0, next slot in 40 s    |   70 |     50 | none                          |
 * | 1:00 | a probe is sent; answered: remaining 49    |   71 |      0 | for 49                        |
 * | 1:01 | 49 more, remaining 0                       |  120 |      0 | none until our first expires  |
 * | 1:10 | ours of 0:10 has expired                   |  119 |      0 | for 1                         |
 */
export class SlidingWindow {
	/** How many requests fit into the window. */
	private capacity: number;
	private inFlight = 0;
	/** When our requests were answered, oldest first. */
	private answeredAt: MonotonicMs[] = [];
	/** How many slots others use, by the newest answer. */
	private usedByOthers = 0;
	/** How many slots can't be ours, and since when that is known. */
	private provenOthers: { count: number; knownSince: MonotonicMs } = { count: 0, knownSince: 0 };
	/** When the next slot opens, ours or another's. */
	private nextSlotAt: MonotonicMs = 0;
	private lastRefusedAt: MonotonicMs = -Infinity;
	private closedUntil: MonotonicMs = 0;

	/** @param sharedLength one object for all windows of a token, because those of the service are equally long */
	constructor(
		readonly limit: LimitName,
		private readonly clock: Clock,
		readonly sharedLength = { ms: WINDOW_MS },
	) {
		this.capacity = DOCUMENTED_LIMITS[limit];
	}

	/** For how many ms a refusal still closes the window. */
	get closedForMs(): number {
		return Math.max(0, this.closedUntil - this.clock.elapsed());
	}

	/** Ms until there may be room: 0 if there is room now, undefined if only an answer can tell. */
	msUntilFree({ reservedShare = 0, slots = 1 }: SlotRequest = {}): number | undefined {
		const now = this.clock.elapsed();
		if (this.closedForMs > 0) return this.closedForMs;
		this.dropExpired();
		const ours = this.answeredAt;
		const usable = Math.ceil(this.capacity * (1 - reservedShare));
		const more = Math.min(slots, usable) - 1;
		const excess = ours.length + this.inFlight + this.usedByOthers + more - usable;
		if (excess < 0) return 0;
		// There is room once `excess` + 1 of our requests have expired. If there are fewer, look again when all have.
		const lastToExpire = ours[excess] ?? ours.at(-1);
		const msUntilExpired =
			lastToExpire === undefined ? undefined : lastToExpire + this.sharedLength.ms - now;
		// The answer to a request of ours in flight tells as much as a probe would.
		if (this.inFlight > 0) return msUntilExpired;
		// A probe is for slots of others. If our own requests fill the window, none of those is free.
		const msUntilProbe = ours.length + more < usable ? Math.max(0, this.probeAt - now) : Infinity;
		return Math.min(msUntilExpired ?? Infinity, msUntilProbe);
	}

	/** Takes slots for requests that are about to be sent. */
	reserve(slots = 1): void {
		this.inFlight += slots;
	}

	/** Ends a reservation. @param isCounted whether the request keeps its slot for a window's length */
	release({ isCounted }: { isCounted: boolean }): void {
		this.inFlight -= 1;
		if (isCounted) this.answeredAt.push(this.clock.elapsed());
	}

	/** Learns from the headers of an answer (specification: Limits). Its request must be released before. */
	updateFromHeaders(
		{ limit = 0, remaining, resetMs = 0 }: RateLimitHeaders,
		sentAt: MonotonicMs,
	): void {
		// A proxy may strip the headers. A limit below 1 can't be meant: it would admit no request at all.
		if (limit < 1 || remaining === undefined) return;
		this.dropExpired();
		const now = this.clock.elapsed();
		const used = limit - remaining;
		// Some of our requests in flight may be in `used` already, so others use at least `othersAtLeast` and
		// at most `othersAtMost` slots. `provenOthers` keeps the highest `othersAtLeast`. An answer lowers it
		// only if its request was sent after that value was learned: an older answer may arrive late.
		const othersAtMost = used - this.answeredAt.length;
		const othersAtLeast = othersAtMost - this.inFlight;
		if (othersAtLeast > this.provenOthers.count || sentAt >= this.provenOthers.knownSince) {
			this.provenOthers = { count: othersAtLeast, knownSince: now };
		}
		this.capacity = limit;
		this.usedByOthers = Math.max(0, othersAtMost, this.provenOthers.count);
		const knownSlotAt = this.nextSlotAt > now ? this.nextSlotAt : Infinity;
		this.nextSlotAt = Math.min(now + Math.min(resetMs, MAX_TRUSTED_MS), knownSlotAt);
		if (resetMs === 0 || resetMs > MAX_TRUSTED_MS) return;
		// With a single request in the window, Reset plus the time since sending is at least the window's length.
		const longestMs = used === 1 ? resetMs + now - sentAt : Infinity;
		this.sharedLength.ms = Math.min(longestMs, Math.max(resetMs, this.sharedLength.ms));
	}

	/** Closes the window after a refusal: "wait `Retry-After` seconds" (specification: Errors). */
	close(retryAfterMs = 0): void {
		this.lastRefusedAt = this.clock.elapsed();
		this.closedUntil =
			this.lastRefusedAt + Math.min(Math.max(retryAfterMs, MIN_CLOSED_MS), MAX_TRUSTED_MS);
	}

	/**
	 * When a probe may be sent: a request, or a turn of several, that finds out whether slots of others are
	 * free. It is never sent before the next slot opens. If requests of ours are in the window, their expiry
	 * frees slots anyway, so after a refusal no probe is sent for a pause. The pause is a window's length if an
	 * answer has proven that others use the token, else `UNPROVEN_PAUSE_MS`.
	 */
	private get probeAt(): MonotonicMs {
		if (this.answeredAt.length === 0) return this.nextSlotAt;
		const pauseMs = this.provenOthers.count > 0 ? this.sharedLength.ms : UNPROVEN_PAUSE_MS;
		return Math.max(this.nextSlotAt, this.lastRefusedAt + pauseMs);
	}

	/** Drops our requests that the window no longer covers. */
	private dropExpired(): void {
		const expiredAt = this.clock.elapsed() - this.sharedLength.ms;
		while ((this.answeredAt[0] ?? Infinity) <= expiredAt) this.answeredAt.shift();
	}
}
