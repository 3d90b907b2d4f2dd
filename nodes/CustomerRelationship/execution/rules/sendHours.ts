import { FieldError } from '../../fieldError';
import { WEEKDAYS, SEND_HOURS_LABEL, type SendHours } from '../../fields/parsers/sendHours';
import { sendHours } from '../../fields/sendHours';
import { capitalize } from '../../sentences';
import type { EpochMs } from '../../transport/time';
import type { Task } from '../task';
import { ruleSettingOf, type ExecutionMessageCounts, type SendRule } from './rule';

/** *Send Hours*: an item whose message would make its first attempt outside of these hours fails. */
export class SendHoursRule implements SendRule {
	wouldStop(tasks: readonly Task[], _messages: ExecutionMessageCounts, now: EpochMs) {
		return tasks.flatMap((task) => {
			const error = hoursError(task, now);
			return error ? [{ task, error }] : [];
		});
	}

	decideForFirstAttempt(task: Task, now: EpochMs) {
		const error = hoursError(task, now);
		return error && { failsWith: error };
	}
}

function hoursError(task: Task, now: EpochMs) {
	const hours = ruleSettingOf(task, sendHours);
	return hours && errorIfOutsideHours(hours, now);
}

/** The error for a message that would be sent now; undefined within the hours. */
export function errorIfOutsideHours(
	{ from, to, days, timezone }: SendHours,
	now: EpochMs,
): FieldError | undefined {
	const { day, time } = localTime(now, timezone);
	if (days.includes(day.toLowerCase()) && from <= time && time < to) return undefined;
	const when = `${daysInWords(days)}, ${from} to ${to}`;
	return new FieldError(
		SEND_HOURS_LABEL,
		`are ${when}, and now it is ${day}, ${time} (${timezone})`,
		`Run what was not sent again within these hours. If another time zone is meant, set it in ${SEND_HOURS_LABEL} or in the workflow’s settings.`,
		'outside_send_hours',
	);
}

/** Day of the week and time of day, as HH:MM. */
function localTime(ms: EpochMs, timeZone: string): { day: string; time: string } {
	const format = new Intl.DateTimeFormat('en-GB', {
		timeZone,
		weekday: 'long',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	});
	const parts = format.formatToParts(ms);
	const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
	return { day: part('weekday'), time: `${part('hour')}:${part('minute')}` };
}

/** Days of the week in words, such as “Monday to Friday”. */
function daysInWords(days: readonly string[]): string {
	const [first = '', last = ''] = [days.at(0), days.at(-1)];
	const isConsecutive = WEEKDAYS.indexOf(last) - WEEKDAYS.indexOf(first) === days.length - 1;
	return isConsecutive && days.length > 2
		? `${capitalize(first)} to ${capitalize(last)}`
		: days.map(capitalize).join(', ');
}
