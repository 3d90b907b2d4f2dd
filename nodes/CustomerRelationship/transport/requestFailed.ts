import type { FailedAttempt } from './answer';
import type { ApiRequest } from './request';
import { decide, type Decision } from './retryPolicy';
import type { KeyStandsFor } from './write';

/** A request that failed for good, with all that its error text tells. */
export class RequestFailed extends Error {
	/** A sentence for the user that the operation adds. */
	advice?: string;

	constructor(
		readonly request: ApiRequest,
		/** Undefined if no attempt was made, because a limit left no room or the record was in use. */
		readonly lastAttempt: FailedAttempt | undefined,
		readonly circumstances: {
			attempts: number;
			/** Ms since the first attempt was sent. */
			tookMs: number;
			/** The wait that the request's time did not allow: its length in ms, and what it was for. */
			waitTooLong?: { ms: number; reason: string };
			/** Another execution held the record all that time, so nothing was sent. */
			isRecordInUse?: true;
			/** What the write's key stands for, if for more than this one request. */
			keyStandsFor?: KeyStandsFor;
		},
	) {
		super('The request failed');
	}

	/** @returns the error if it is a failed request. @throws the error otherwise */
	static orThrow(error: unknown): RequestFailed {
		if (error instanceof RequestFailed) return error;
		throw error;
	}

	/** What follows from the last attempt. Read it here instead of judging the status or the code again. */
	get decision(): Decision | undefined {
		const { lastAttempt, request, circumstances } = this;
		return lastAttempt && decide(lastAttempt, request, circumstances.keyStandsFor);
	}

	/** The service's own error, if it sent one. */
	get refusal() {
		return this.lastAttempt?.kind === 'refusal' ? this.lastAttempt.refusal : undefined;
	}
}
