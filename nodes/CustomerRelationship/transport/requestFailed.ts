import type { ApiRequest } from './request';
import type { FailedAttempt } from './retryPolicy';

/** A request that ended without success, with all that its error text tells. */
export class RequestFailed extends Error {
	/** A sentence for whoever reads it, of what the operation knows besides. */
	advice?: string;

	constructor(
		readonly request: ApiRequest,
		/** The last attempt's; undefined when none was made because the limits left no room, or the record was in use. */
		readonly lastAttempt: FailedAttempt | undefined,
		readonly circumstances: {
			attempts: number;
			/** Since it was first let through, answers included, in ms. */
			tookMs: number;
			/** The next wait, which would have gone past the request's end: its length in ms and what for. */
			waitTooLong?: { ms: number; reason: string };
			/** Another execution was at work on the record all that time; nothing was sent. */
			isRecordInUse?: true;
			/** What the write's key stands for, where that is more than its request. */
			keyStandsFor?: 'phone';
		},
	) {
		super('The request failed');
	}

	/** @returns the error if it is a failed request. @throws it otherwise */
	static orThrow(error: unknown): RequestFailed {
		if (error instanceof RequestFailed) return error;
		throw error;
	}

	/** The service's own error, where it answered with one. */
	get refusal() {
		return this.lastAttempt?.kind === 'refusal' ? this.lastAttempt.refusal : undefined;
	}
}
