import type { Answer, Outcome } from './answer';
import type { ApiRequest } from './request';
import type { RequestFailed } from './requestFailed';
import { decide } from './retryPolicy';

/**
 * A write of an execution: what one token asks for by one method, at one path, with one key. The request
 * path moves it from state to state; whoever wants to know what became of it reads it here. An attempt
 * after which nobody knows is followed by others: they say how it ended, or don't (specification: Idempotency).
 */
export class Write {
	state: 'unsent' | 'on its way' | 'done' | 'refused' | 'failed inside' | 'unknown' = 'unsent';
	/** What the service answered, once it is done. */
	answer?: Answer;
	/** Why it must not be sent again, by nobody: the service would carry it out once more. */
	end?: RequestFailed;
	/** The service had answered it before this execution sent it. */
	didNothingNew = false;

	/** @param isOwn the user gave the key; otherwise it is of this execution alone */
	constructor(
		readonly key: string,
		readonly isOwn: boolean,
	) {}

	/** Whether an attempt that has ended was carried out, or may have been. */
	get mayHaveRun(): boolean {
		return ['done', 'failed inside', 'unknown'].includes(this.state);
	}

	/** An attempt leaves. */
	leave(): void {
		if (!this.mayHaveRun) this.state = 'on its way';
	}

	/** The attempt ended. @param outcome none where it never left n8n */
	settle(outcome: Outcome | undefined, request: ApiRequest): void {
		const isFirst = this.state === 'on its way';
		if (outcome?.kind === 'success') {
			this.didNothingNew ||= isFirst && outcome.answer.replayed;
			this.answer = outcome.answer;
			this.state = 'done';
			return;
		}
		// Of these no later answer tells anything else.
		if (this.state === 'done' || this.state === 'failed inside') return;
		const end = outcome && (isReused(outcome) ? 'unknown' : decide(outcome, request).write);
		if (end === 'failed inside' || end === 'unknown') this.state = end;
		else if (isFirst || end === 'refused') this.state = 'refused';
	}
}

/** The key stands for another request, of which nobody here knows the end. */
const isReused = (outcome: Outcome): boolean =>
	outcome.kind === 'refusal' && outcome.refusal.code === 'idempotency_key_reused';
