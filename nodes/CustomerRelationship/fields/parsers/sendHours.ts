import type { JsonObject } from 'n8n-workflow';
import { FieldError } from '../../fieldError';
import { InvalidInput } from '../../invalidInput';
import { isObject } from '../../typeGuards';

export const LABEL = 'Send Hours';
export const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** When messages may be sent, by the clock on the wall of a time zone. */
export interface SendHours extends JsonObject {
	/** HH:MM; from the first minute on. */
	from: string;
	/** HH:MM; no longer in this minute. `24:00` is the day's end. */
	to: string;
	/** Of the week, such as `monday`. */
	days: string[];
	/** An IANA name. */
	timezone: string;
}

/** What the panel starts with. n8n may leave out of the value what equals it. */
export const FROM = '08:00';
export const TO = '20:00';
const DEFAULTS = { from: FROM, to: TO, days: WEEK.slice(0, 5), timezone: '' };

/** @throws InvalidInput for hours that are empty or can't be meant */
export function parseSendHours(value: unknown, workflowTimezone: string): SendHours {
	const hours = isObject(value) ? value.hours : undefined;
	if (!isObject(hours)) return refuse('is empty', 'Choose Set Hours, or take the option out.');
	const { from, to, days, timezone } = { ...DEFAULTS, ...hours };
	const [first, end] = [timeOf(from, 'From'), timeOf(to, 'To')];
	if (first >= end) {
		return refuse(
			`end at ${end}, but begin at ${first}`,
			'From must be earlier than To: hours over midnight are not possible.',
		);
	}
	return {
		from: first,
		to: end,
		days: daysOf(days),
		timezone: zoneOf(timezone, workflowTimezone),
	};
}

function timeOf(value: unknown, label: string): string {
	if (typeof value === 'string' && /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value)) return value;
	return refuse(`hold no time in ${label}`, 'Give it as HH:MM, for example 08:00.');
}

function daysOf(value: unknown): string[] {
	const days = Array.isArray(value) ? WEEK.filter((day) => value.includes(day)) : [];
	if (Array.isArray(value) && days.length > 0 && value.every((day) => WEEK.includes(String(day)))) {
		return days;
	}
	return refuse(
		'hold no days',
		`Choose some; an expression must give a list of ${WEEK.join(', ')}.`,
	);
}

function zoneOf(value: unknown, workflowTimezone: string): string {
	const zone = value === '' ? workflowTimezone : value;
	try {
		if (typeof zone === 'string')
			return new Intl.DateTimeFormat('en-GB', { timeZone: zone }) && zone;
	} catch {
		// Not one that is known.
	}
	return refuse(
		'hold no time zone',
		'Give one such as America/Sao_Paulo, or leave it empty for the workflow’s.',
	);
}

function refuse(problem: string, remedy: string): never {
	throw new InvalidInput(LABEL, problem, remedy);
}

/** @returns why nothing may be sent at a time, in ms since the epoch; undefined within the hours */
export function checkSendHours(
	{ from, to, days, timezone }: SendHours,
	ms: number,
): FieldError | undefined {
	const { day, time } = localTime(ms, timezone);
	if (days.includes(day.toLowerCase()) && from <= time && time < to) return undefined;
	const when = `${inWords(days)}, ${from} to ${to}`;
	return new FieldError(
		LABEL,
		`are ${when}, and now it is ${day}, ${time} (${timezone})`,
		`Run what was not sent again within these hours. If another time zone is meant, set it in ${LABEL} or in the workflow’s settings.`,
		'outside_send_hours',
	);
}

/** Day of the week and hour there. */
function localTime(ms: number, timeZone: string): { day: string; time: string } {
	const format = new Intl.DateTimeFormat('en-GB', {
		...{ timeZone, weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
	});
	const parts = format.formatToParts(ms);
	const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
	return { day: part('weekday'), time: `${part('hour')}:${part('minute')}` };
}

/** Days of the week, in its order: “Monday to Friday”. */
function inWords(days: readonly string[]): string {
	const [first = '', last = ''] = [days.at(0), days.at(-1)];
	const isRow = WEEK.indexOf(last) - WEEK.indexOf(first) === days.length - 1;
	return isRow && days.length > 2
		? `${capitalized(first)} to ${capitalized(last)}`
		: days.map(capitalized).join(', ');
}

export function capitalized(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}
