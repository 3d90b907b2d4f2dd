import type { JsonObject } from 'n8n-workflow';
import { FieldError } from '../fieldError';
import { InvalidInput } from '../invalidInput';
import { type Field } from './field';
import { isObject } from '../typeGuards';

const LABEL = 'Send Hours';
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

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

/** Defaults of its parts. */
const FROM = '08:00';
const TO = '20:00';
const WORKDAYS = WEEK.slice(0, 5);
const DEFAULTS = { from: FROM, to: TO, days: WORKDAYS, timezone: '' };

/** A guard against messages that reach people at night. */
export const sendHours: Field<SendHours> = {
	property: {
		displayName: LABEL,
		name: 'sendHours',
		type: 'fixedCollection',
		placeholder: 'Set Hours',
		// Or n8n would save nothing of hours that are empty, or as they are by default, and messages would leave at any time.
		typeOptions: { multipleValues: false },
		default: {},
		description:
			'When messages may leave. An item whose turn comes at another time is not sent. The node does not wait until morning. A message that left in time may be tried again later.',
		options: [
			{
				displayName: 'Hours',
				name: 'hours',
				values: [
					{
						displayName: 'From',
						name: 'from',
						type: 'string',
						default: FROM,
						placeholder: 'e.g. 08:00',
						description: 'The first minute, as HH:MM',
					},
					{
						displayName: 'To',
						name: 'to',
						type: 'string',
						default: TO,
						placeholder: 'e.g. 20:00',
						description: 'From this minute on nothing leaves, as HH:MM. Later than From.',
					},
					{
						displayName: 'Days',
						name: 'days',
						type: 'multiOptions',
						options: WEEK.map((value) => ({ name: capitalized(value), value })),
						default: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
					},
					{
						displayName: 'Time Zone',
						name: 'timezone',
						type: 'string',
						default: '',
						placeholder: 'e.g. America/Sao_Paulo',
						description:
							'An IANA name. If it is empty, the workflow’s time zone counts. If nobody set one there, n8n’s default is New York.',
					},
				],
			},
		],
	},
	read: (value, workflowTimezone) => {
		const hours = isObject(value) ? value.hours : undefined;
		if (!isObject(hours)) return refuse('is empty', 'Choose Set Hours, or take the option out.');
		// n8n may leave out what equals its default.
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
	},
};

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
export function outside(
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

function capitalized(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}
