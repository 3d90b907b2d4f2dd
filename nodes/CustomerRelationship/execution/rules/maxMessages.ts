import { FieldError } from '../../fieldError';
import { DEFAULT_MAX_MESSAGES, MAX_MESSAGES_LABEL, maxMessages } from '../../fields/options';
import type { Task } from '../task';
import { ruleSettingOf, type ExecutionMessageCounts, type SendRule } from './rule';

/** *Max Messages*: no message of the run is sent if the node would send more in the execution. */
export class MaxMessagesRule implements SendRule {
	reasonToBlockAll(
		tasks: readonly Task[],
		{ own, others }: ExecutionMessageCounts,
	): FieldError | undefined {
		// Items may have different settings: the smallest counts. Without items there is no limit.
		const allowed = tasks.reduce(
			(smallest, task) =>
				Math.min(smallest, ruleSettingOf(task, maxMessages) ?? DEFAULT_MAX_MESSAGES),
			Infinity,
		);
		if (own + others <= allowed) return undefined;
		const earlier = others > 0 ? `, and this execution already has ${others}` : '';
		return new FieldError(
			MAX_MESSAGES_LABEL,
			`is ${allowed}, but ${own} ${own === 1 ? 'is' : 'are'} to be sent${earlier}`,
			`Look first whether these are the right items: Check Only shows who would get what. If they are, raise ${MAX_MESSAGES_LABEL} under Options.`,
			'too_many_messages',
		);
	}

	wouldStop(tasks: readonly Task[], messages: ExecutionMessageCounts) {
		const error = this.reasonToBlockAll(tasks, messages);
		return error ? tasks.map((task) => ({ task, error })) : [];
	}
}
