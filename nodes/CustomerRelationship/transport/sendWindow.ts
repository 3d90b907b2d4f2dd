import type { Ending } from './rateLimit';
import type { RequestWindow } from './requestWindow';
import type { Clock } from './wait';
import { Window, type LimitName } from './window';

/** Message sends of a channel in a window (specification: Limits). */
const SENDS_PER_WINDOW = 30;
/** A lower limit learned from a refusal is doubted after this many windows. */
const LEARNED_FOR_WINDOWS = 10;
/** The service tells times in whole seconds. */
const ROUNDING_MS = 1_000;
/** A refusal that doesn't say how long to wait closes the window for this long, in ms. */
const UNTOLD_MS = 1_000;

/** The sends of one channel, counted here because no header tells of them. */
export class SendWindow extends Window {
	protected readonly limit: LimitName = 'send';
	private most = SENDS_PER_WINDOW;
	private learnedAt = -Infinity;

	constructor(
		clock: Clock,
		private readonly requests: RequestWindow,
	) {
		super(clock);
	}

	/** All windows of the service are of one length. */
	get windowMs(): number {
		return this.requests.windowMs;
	}

	protected roomIn(): number | undefined {
		if (this.clock.now() - this.learnedAt > LEARNED_FOR_WINDOWS * this.windowMs) {
			this.most = SENDS_PER_WINDOW;
		}
		return this.roomAmong(this.most);
	}

	/** @param refused with 429, for want of room here */
	leave(ending?: Ending, refused = false): void {
		const now = this.clock.now();
		this.inFlight -= 1;
		if (ending?.sent) {
			this.answered.push(now);
			this.most = Math.max(this.most, this.answered.length);
		}
		if (refused) {
			this.closedUntil = now + (ending?.headers.retryAfterMs ?? UNTOLD_MS);
			const [oldest] = this.answered;
			// When the slot that opens next is our own oldest send's, the window holds none but ours.
			if (oldest !== undefined && this.closedUntil > oldest + this.windowMs - ROUNDING_MS) {
				this.most = this.answered.length;
				this.learnedAt = now;
			}
		}
		this.wake();
	}
}
