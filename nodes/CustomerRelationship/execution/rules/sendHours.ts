import { checkSendHours } from '../../fields/parsers/sendHours';
import { sendHours } from '../../fields/sendHours';
import type { Task } from '../task';
import { settingOf, type MessageCounts, type SendRule } from './rule';

/** *Send Hours*: an item whose message would leave at another time fails. */
export class SendHours implements SendRule {
	wouldStop(tasks: readonly Task[], _messages: MessageCounts, now: number) {
		return tasks.flatMap((task) => {
			const error = errorOf(task, now);
			return error ? [{ task, error }] : [];
		});
	}

	beforeRequest(task: Task, now: number) {
		const error = errorOf(task, now);
		return error && { failsWith: error };
	}
}

function errorOf(task: Task, now: number) {
	const hours = settingOf(task, sendHours);
	return hours && checkSendHours(hours, now);
}
