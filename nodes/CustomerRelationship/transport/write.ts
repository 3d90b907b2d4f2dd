import type { Answer } from './answer';
import type { MonotonicMs } from './time';

/**
 * What is known of a write:
 * - `unsent`: no attempt was made;
 * - `in flight`: an attempt is under way, and certainly no earlier one was carried out;
 * - `done`;
 * - `not done`;
 * - `unknown`: it may have been carried out, or may still be; a later answer to its key can tell;
 * - `server error`: it may have been carried out, and no later answer tells.
 */
export type WriteState = 'unsent' | 'in flight' | 'done' | 'not done' | 'unknown' | 'server error';

/**
 * What a failed attempt leaves of its write's idempotency key:
 * - `in progress`: a request with this key is still running;
 * - `answer stored`: the service keeps its refusal, and answers with that again;
 * - `answer may be stored`: the specification does not say whether it does;
 * - `closed`: a request with this key could do something twice, so none may follow;
 * - `taken`: the service has used the key for another request, so this attempt was not carried out. If the
 *   key stands for more than one request (`SharedKeyKind`), no earlier attempt with this body was carried out
 *   either: the service would have repeated its answer (specification: Idempotency 2).
 */
export type KeyFinding =
	'in progress' | 'answer stored' | 'answer may be stored' | 'closed' | 'taken';

/**
 * What a key stands for, if for more than one request to one phone:
 * - `phone`: one node's messages with one template;
 * - `word`: all nodes' messages under one word of Counts As;
 * - `days`: all messages since the day that the field of Remember In holds.
 */
export type SharedKeyKind = 'phone' | 'word' | 'days';

/** What a failed attempt tells of its write. */
export interface WriteFinding {
	/** `attempt not done`: this attempt was not carried out, and tells nothing of earlier ones. */
	write: WriteState | 'attempt not done';
	/** Left out if the attempt tells nothing of the key. */
	key?: KeyFinding;
}

/**
 * A write as the client drives it from state to state; the ledger of the execution keeps it. It is known by
 * token, method, path and key.
 */
export interface Write {
	/** Its `Idempotency-Key`. */
	readonly key: string;
	/** What the key stands for, if for more than this one request. */
	readonly keyStandsFor?: SharedKeyKind;
	/** Whether an attempt was carried out, may have been, or is under way. */
	readonly mayTakeEffect: boolean;
	/** Whether an attempt that has ended was carried out, or may have been. */
	readonly mayHaveRun: boolean;
	/**
	 * Asks before an attempt whether it may be made. If another request has closed the key, a write that is
	 * still `unsent` takes over the state of that request.
	 * @throws RequestFailed the failure after which it must not be sent again
	 */
	assertOpen(): void;
	/**
	 * Records that an attempt begins.
	 * @param body the bytes that are sent
	 */
	recordStart(body: string | undefined, sentAt: MonotonicMs): void;
	/** Records the end of an attempt. @param ageMs the age of the stored result in ms when the answer arrived */
	recordSuccess(answer: Answer, ageMs?: number): void;
	/** Records the end of an attempt that failed. */
	recordFailure(finding: WriteFinding): void;
	/** If the key is `answer stored` or `closed`, `assertOpen` throws this failure from now on. Otherwise nothing is kept. */
	keepFailure(failure: Error, key: KeyFinding | undefined): void;
}
