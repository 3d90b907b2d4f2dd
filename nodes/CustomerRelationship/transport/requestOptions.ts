import type { Answer } from './answer';
import type { QueueOptions } from './rateLimiter';
import type { ApiRequest } from './request';
import type { MonotonicMs, EpochMs } from './time';
import type { Write } from './write';

/**
 * How one request is sent. Its answer is awaited for at least 10 s. The part for the rate limiter is
 * `QueueOptions`; an operation gives `AskOptions`, from which these are made.
 */
export interface RequestOptions extends QueueOptions {
	/** What the execution knows of the write; undefined for a read, a write without a key, or one whose key `beforeWrite` gives. */
	write?: Write;
	/**
	 * How long waits and retries go on after the first attempt, in ms; after the start of an outage if that is
	 * earlier. Without this or a `deadline` there is one attempt.
	 */
	maxWaitMs?: number;
	/**
	 * Whether a write is sent again only if the attempt before was certainly not carried out. A write that
	 * restores an old value needs it: if an attempt without an answer arrived after the next one, it would
	 * overwrite what others had written in between.
	 */
	retriesOnlyIfNotDone?: boolean;
	/** When waits and retries end, instead of after `maxWaitMs`. Every wait for the rate limiter counts. */
	deadline?: MonotonicMs;
	/**
	 * Why the request must not be sent. It is asked before the first attempt alone.
	 * @returns undefined if it may be sent
	 */
	reasonNotToSend?(now: EpochMs): Error | undefined;
	/** What is asked in the request's own turn, right before it is sent. */
	preSend?: PreSend;
}

/**
 * Requests that are made in the turn of a write, right before the write is sent. If one of them has no room
 * or must be made again, the turn ends, and the next turn asks everything anew. Each turn makes them, until
 * the write may take effect.
 */
export interface PreSend {
	/**
	 * How many requests it usually makes. The turn has room for them besides the write itself. If more are
	 * needed, the turn ends, and the next one has room for one more.
	 */
	requests: number;
	/** Called once in each turn. */
	inTurn(turn: Turn): PreSendSteps;
}

/** The turn of a write: the rate limiter has reserved room for other requests together with the write, which leaves after them. */
export interface Turn {
	/**
	 * Makes a request in this turn.
	 * @throws RequestFailed, which may be handled. Any other error ends the turn and must be thrown on.
	 *   `attemptStateOf` says what became of a write
	 */
	ask: (request: ApiRequest) => Promise<Answer>;
	now(): EpochMs;
}

/** What is asked in one turn, step by step: `check`, then `beforeWrite`. */
export interface PreSendSteps {
	/**
	 * Finds out from the service whether the write may be sent, and changes nothing.
	 * @returns why it must not be sent; undefined if it may
	 */
	check(): Promise<Error | undefined>;
	/**
	 * Does what must be done before the write, once `check` has let it pass. If that takes too long, the turn
	 * ends, and the next turn calls `check` and this again. The further call must be quick, or the write would
	 * never be sent.
	 * @returns the write, if its key depends on what was read; it replaces that of `RequestOptions`
	 */
	beforeWrite?(): Promise<Write | undefined>;
}
