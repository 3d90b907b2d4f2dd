import type { FailedAttempt } from './answer';
import type { ApiRequest } from './request';
import { decideOnFailedAttempt, type Decision } from './retryPolicy';
import type { SharedKeyKind } from './write';

/** What is known of a failed request besides its last attempt. */
export interface Circumstances {
	attempts: number;
	/** Ms since the first attempt was sent; with `isRecordInUse`, how long the record was waited for. */
	tookMs: number;
	/** The wait that the request's time did not allow: its length in ms, and what it was for. */
	waitTooLong?: { ms: number; reason: string };
	/** Earlier requests got no answer, so this one was not sent any more. */
	isOutage?: true;
	/** Another execution held the record all that time, so nothing was sent. */
	isRecordInUse?: true;
	/** What the write's key stands for, if for more than this one request. */
	keyStandsFor?: SharedKeyKind;
}

/** A request that failed for good, with all that its error text tells. */
export class RequestFailed extends Error {
	/** A sentence for the user that the operation adds. */
	advice?: string;

	constructor(
		readonly request: ApiRequest,
		/**
		 * Undefined if no attempt was made: a limit left no room, the record was in use, or the service did
		 * not answer others.
		 */
		readonly lastAttempt: FailedAttempt | undefined,
		readonly circumstances: Circumstances,
	) {
		super('The request failed');
	}

	/** @returns the error if it is a failed request. @throws the error otherwise */
	static orThrow(error: unknown): RequestFailed {
		if (error instanceof RequestFailed) return error;
		throw error;
	}

	/**
	 * What follows from the last attempt. Read this instead of comparing statuses. Compare a code only if it
	 * means something special at your own request.
	 */
	get decision(): Decision | undefined {
		const { lastAttempt, request, circumstances } = this;
		return lastAttempt && decideOnFailedAttempt(lastAttempt, request, circumstances.keyStandsFor);
	}

	/** The service's own error, if it sent one. */
	get refusal() {
		return this.lastAttempt?.kind === 'refusal' ? this.lastAttempt.refusal : undefined;
	}
}
