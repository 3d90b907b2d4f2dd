/** Recognizes unformatted dates, and suggests an expression that formats one for people. */
import { isDate } from '../typeGuards';

const ISO_DATE_TIME =
	/^\d{4}-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-4])(?::?[0-5]\d){1,2}(?:[.,]\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/i;

/** Whether a value is an ISO 8601 date with a time. A date alone is not: people write it, too. */
export const isIsoDateTime = (value: unknown): value is string =>
	typeof value === 'string' && ISO_DATE_TIME.test(value.trim());

/** A database’s timestamp. It has an offset or a fraction of a second: with neither, a person may have typed it. */
const DATABASE_DATE_TIME =
	/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?=.)(?:\.\d+)?(?: ?(?:Z|[+-]\d\d(?::?\d\d)?))?$/;

/** A JavaScript date as text: `Wed Nov 25 2026 10:43:04 GMT-0300 (…)`, or its `toUTCString`. */
const JS_DATE_TIME =
	/^(?:[A-Z][a-z]{2} ){2}\d\d \d{4} \d\d:\d\d:\d\d GMT[+-]\d{4}(?: \([^()]{1,80}\))?$|^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Whether a value is a date with a time in a form that programs use and people don’t. */
export const isProgramDateTime = (value: unknown): value is string =>
	isIsoDateTime(value) ||
	(typeof value === 'string' &&
		(DATABASE_DATE_TIME.test(value.trim()) || JS_DATE_TIME.test(value.trim())));

/** An ISO time of midnight, as databases and sheets give a date without a time. The group holds the offset. */
const MIDNIGHT = /T00:?00(?::?00(?:[.,]0+)?)?(?: ?(Z|[+-]\d{2}(?::?\d{2})?))?$/i;

/** Whether an ISO date-time is midnight at its own offset. */
export const isMidnight = (iso: string): boolean => MIDNIGHT.test(iso);

/**
 * A date-time of a database or a sheet as JavaScript reads it: with a T before the time, and minutes in its
 * offset. PostgreSQL writes 2026-01-31 03:00:00+00.
 */
export const toParseableIso = (text: string): string =>
	text.replace(' ', 'T').replace(/^(.{11,40}[+-]\d{2})$/, '$1:00');

interface Formats {
	/** For a date without a time, such as `dd/MM/yyyy`. */
	date: string;
	dateTime: string;
}

/**
 * The ISO text of a `Date`, a `DateTime` or a text that `isProgramDateTime` accepts.
 * @returns undefined for a text that JavaScript can't read, such as `Qua Out 25 2026 10:43:04 GMT-0300`
 */
export function isoOf(value: unknown): string | undefined {
	const text = isDate(value) ? String(value.toJSON()) : String(value).trim();
	// A database's timestamp has a space where ISO 8601 has a T.
	if (!isDate(value) && !JS_DATE_TIME.test(text)) return text.replace(' ', 'T');
	const date = new Date(text);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/**
 * Suggests an expression that formats a date. Midnight at any offset counts as a date without a time: it is not
 * converted to the workflow's time zone, which could change the day. Any other time is shown in that zone.
 * @param iso as `isoOf` gives it
 * @returns the expression, with the placeholder `‹createdAt›` for the user's own
 */
export function dateFormattingExpression(iso: string, { date, dateTime }: Formats): string {
	const midnight = MIDNIGHT.exec(iso);
	const isUtc = /^(?:Z|[+-]00)/i.test(midnight?.[1] ?? '');
	const format = midnight
		? `${isUtc ? 'toUTC().' : ''}toFormat('${date}')`
		: `toLocal().toFormat('${dateTime}')`;
	// n8n's toDateTime takes texts, Dates and DateTimes. Within a collection n8n turns dates into texts first.
	return `{{ ‹createdAt›.toDateTime().${format} }}`;
}
