import type { JsonObject } from 'n8n-workflow';
import { InvalidInput } from '../../invalidInput';
import { quote } from '../../quote';
import { isObject } from '../../typeGuards';
import { assertMaxLength, MAX_SINGLE_VALUE_LENGTH } from './length';

export const SEND_HOURS_LABEL = 'Send Hours';
export const WEEKDAYS = [
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
	'sunday',
];

/** When messages may be sent, in local time. */
export interface SendHours extends JsonObject {
	/** The first minute at which messages may be sent, as HH:MM. */
	from: string;
	/** The first minute at which nothing is sent any more, as HH:MM; `24:00` is the end of the day. */
	to: string;
	/** Days of the week, such as `monday`. */
	days: string[];
	/** An IANA name. */
	timezone: string;
}

/** The default hours, as HH:MM. */
export const DEFAULT_FROM = '08:00';
export const DEFAULT_TO = '20:00';
/** n8n may leave a part out of the value if it equals its default. */
const DEFAULTS = { from: DEFAULT_FROM, to: DEFAULT_TO, days: WEEKDAYS.slice(0, 5), timezone: '' };

/** Send hours from the panel. @throws InvalidInput for a part that can't be used, and unless From is before To */
export function parseSendHours(value: unknown, workflowTimezone: string): SendHours {
	const hours = isObject(value) ? value.hours : undefined;
	if (!isObject(hours)) throw invalidHours('is empty', 'Choose Set Hours, or remove the option.');
	const { from, to, days, timezone } = { ...DEFAULTS, ...hours };
	const [first, end] = [parseTime(from, 'From'), parseTime(to, 'To')];
	if (first >= end) {
		throw invalidHours(
			`end at ${end}, but begin at ${first}`,
			'From must be earlier than To: hours past midnight are not supported.',
		);
	}
	return {
		from: first,
		to: end,
		days: parseDays(days),
		timezone: parseTimezone(timezone, workflowTimezone),
	};
}

function parseTime(value: unknown, label: string): string {
	if (typeof value === 'string' && /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value)) return value;
	throw invalidHours(`have no valid time in ${label}`, 'Enter it as HH:MM, for example 08:00.');
}

function parseDays(value: unknown): string[] {
	const days = Array.isArray(value) ? WEEKDAYS.filter((day) => value.includes(day)) : [];
	if (
		Array.isArray(value) &&
		days.length > 0 &&
		value.every((day) => WEEKDAYS.includes(String(day)))
	) {
		return days;
	}
	throw invalidHours(
		'have no valid days',
		`Choose at least one. An expression must return a list of ${WEEKDAYS.join(', ')}.`,
	);
}

function parseTimezone(value: unknown, workflowTimezone: string): string {
	const timezone = value === '' ? workflowTimezone : value;
	assertMaxLength(timezone, SEND_HOURS_LABEL, MAX_SINGLE_VALUE_LENGTH);
	const text = typeof timezone === 'string' ? timezone.trim().replace(/\s+/g, ' ') : '';
	// n8n's settings show `America/Sao Paulo`.
	const zone = text.replaceAll(' ', '_');
	if (isTimezone(zone)) return zone;
	throw invalidHours(
		zone === '' ? 'have no time zone' : `have the time zone ${quote(text)}, which does not exist`,
		value === ''
			? 'Enter one such as America/Sao_Paulo, or choose one in the workflow’s settings.'
			: 'Enter one such as America/Sao_Paulo, or leave it empty to use the workflow’s.',
	);
}

function isTimezone(name: string): boolean {
	try {
		Intl.DateTimeFormat('en', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}

const invalidHours = (problem: string, remedy: string): InvalidInput =>
	new InvalidInput(SEND_HOURS_LABEL, problem, remedy);
