import type { Answer, AttemptResult } from './answer';
import type { ApiRequest } from './request';
import type { RequestFailed } from './requestFailed';
import { decide, type FailedAttempt, type WriteEnd } from './retryPolicy';

type State = 'unsent' | 'on its way' | 'done' | 'not done' | 'failed inside' | 'unknown';

/**
 * What all writes of an execution share that the service takes for one: those of one token, method, path and
 * key. Their bodies may differ, so what became of one is not what became of another.
 */
export interface SharedKeyState {
	/** Why none of them must be sent again (the service would carry it out once more), and the state of the one that failed. */
	closed?: { failure: RequestFailed; state: State };
}

/**
 * A write of an item: what it asks for by one method, at one path, with one key. The request path moves it
 * from state to state; whoever wants to know what became of it reads it here. An attempt after which nobody
 * knows is followed by others: they say how it ended, or don't (specification: Idempotency).
 */
export class Write {
	state: State = 'unsent';
	/** What the service answered, once it is done. */
	answer?: Answer;
	/** The service had answered it before it was sent. */
	wasDoneBefore = false;
	/** An attempt of which nobody knows the end may be what is answered at last. */
	private replayMayBeOurs = false;
	private storedRefusal?: RequestFailed;

	constructor(
		readonly key: string,
		private readonly shared: SharedKeyState = {},
		/** What the key stands for, where that is more than the request. */
		readonly keyStandsFor?: 'phone',
	) {}

	/** @throws the failure after which it, or none of its kind, must be sent again */
	requireOpen(): void {
		if (this.storedRefusal) throw this.storedRefusal;
		const { closed } = this.shared;
		if (!closed) return;
		if (this.state === 'unsent') this.state = closed.state;
		throw closed.failure;
	}

	/** The service has stored the refusal: by this key it would say the same, or that the key stands for another request. */
	refuse(failure: RequestFailed): void {
		this.storedRefusal = failure;
	}

	/** Nobody sends it again. */
	close(failure: RequestFailed): void {
		this.shared.closed = { failure, state: this.state };
	}

	/** Whether an attempt that has ended was carried out, or may have been. */
	get mayHaveRun(): boolean {
		return ['done', 'failed inside', 'unknown'].includes(this.state);
	}

	/** An attempt leaves. */
	attemptStarted(): void {
		if (!this.mayHaveRun) this.state = 'on its way';
	}

	/** The attempt ended. @param result none where nobody knows */
	attemptEnded(result: AttemptResult | undefined, request: ApiRequest): void {
		if (result?.kind === 'success') {
			this.wasDoneBefore = result.answer.replayed && !this.replayMayBeOurs;
			this.replayMayBeOurs = false;
			this.answer = result.answer;
			this.state = 'done';
			return;
		}
		const end = result ? endOf(result, request, this.keyStandsFor) : 'unknown';
		// What is in progress is another one's, or an attempt before this.
		if (MAY_HAVE_RUN.includes(end) && codeOf(result) !== 'idempotency_key_in_progress') {
			this.replayMayBeOurs = true;
		}
		this.setBack(end);
	}

	private setBack(end: WriteEnd): void {
		// Of these no later answer tells anything else.
		if (this.state === 'done' || this.state === 'failed inside') return;
		if (end === 'failed inside' || end === 'unknown') this.state = end;
		else if (this.state === 'on its way' || end === 'never done') this.state = 'not done';
	}
}

const codeOf = (result: FailedAttempt | undefined) =>
	result?.kind === 'refusal' ? result.refusal.code : undefined;

/** Ends after which a later answer may be that of the attempt. */
const MAY_HAVE_RUN: readonly WriteEnd[] = ['unknown', 'failed inside', 'would repeat'];

/** What an attempt came to. A key that stands for another request says nothing of an attempt before it, which may be that one. */
function endOf(
	result: FailedAttempt,
	request: ApiRequest,
	keyStandsFor: 'phone' | undefined,
): WriteEnd {
	if (codeOf(result) !== 'idempotency_key_reused') return decide(result, request).write;
	return keyStandsFor === undefined ? 'unknown' : 'not done';
}
