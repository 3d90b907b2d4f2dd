import { FieldError } from '../../fieldError';
import { DEFAULT_MAX_MESSAGES, MAX_MESSAGES_LABEL, maxMessages } from '../../fields/options';
import type { Task } from '../task';
import { settingOf, type SendRule } from './rule';

/** *Most Messages*: no message of the run is sent if the node would send more in the execution. */
export class MaxMessages implements SendRule {
	/** @param countOf how many messages items send */
	constructor(private readonly countOf: (tasks: readonly Task[]) => number) {}

	refuseAll(tasks: readonly Task[], sentBefore: number): FieldError | undefined {
		// Items may have different settings: the smallest counts.
		const most = Math.min(
			...tasks.map((task) => settingOf(task, maxMessages) ?? DEFAULT_MAX_MESSAGES),
		);
		const count = this.countOf(tasks);
		if (count === 0 || count + sentBefore <= most) return undefined;
		// Messages that were sent or may have been, are in flight from a concurrent call, or were only checked.
		const earlier = sentBefore > 0 ? `, and this execution already has ${sentBefore}` : '';
		return new FieldError(
			MAX_MESSAGES_LABEL,
			`is ${most}, but ${count} ${count === 1 ? 'is' : 'are'} to be sent${earlier}`,
			`Look first whether these are the right items: Check Only shows who would get what. If they are, raise ${MAX_MESSAGES_LABEL} under Options.`,
			'too_many_messages',
		);
	}

	wouldStop(tasks: readonly Task[], sentBefore: number) {
		const refusal = this.refuseAll(tasks, sentBefore);
		return refusal ? tasks.map((task) => ({ task, refusal })) : [];
	}
}
