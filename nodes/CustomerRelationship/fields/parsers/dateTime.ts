import { tryToParseDateTime } from 'n8n-workflow';
import { InvalidInput } from '../../invalidInput';
import { isEmpty } from './empty';

/**
 * A date and time as ISO 8601 in UTC with milliseconds (specification: General format rules 2).
 * @param value a text, a date object, or a Unix timestamp in milliseconds
 * @param timezone in which a value without an offset is read; of a time that occurs twice, the earlier one
 * @throws InvalidInput for anything else, and for texts that can be read in two ways
 */
export function parseDateTime(value: unknown, label: string, timezone: string): string | undefined {
	if (isEmpty(value)) return undefined;
	const text = typeof value === 'object' ? undefined : String(value).trim();
	if (Array.isArray(value) || (text !== undefined && !isUnambiguous(text))) {
		throw invalidDateTime(label);
	}
	try {
		const date = tryToParseDateTime(isMillis(text) ? new Date(Number(text)) : value, timezone);
		// For a day that its month does not have, the parser may return a day of the next month.
		if (text && ISO.test(text) && date.toISODate() !== text.slice(0, 10)) {
			throw invalidDateTime(label);
		}
		const [earlier = date] =
			text && !TIME_WITH_OFFSET.test(text) && !isMillis(text) ? date.getPossibleOffsets() : [];
		return new Date(earlier.toMillis()).toISOString();
	} catch {
		throw invalidDateTime(label);
	}
}

/** Year, month and day, with or without a time of day. */
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/;
/** A time of day with an offset. */
const TIME_WITH_OFFSET = /\d:\d{2}(?:[.,]\d+)? ?(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})/i;

/** A date that shows which number is the day: the month is a word, or the year comes first. */
const CLEAR_DAY = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b\d{4}-\d{2}-\d{2}\b/i;

/**
 * A Unix timestamp in milliseconds, as the Date & Time node gives it, later than 2001. One in seconds has 10
 * digits, one in microseconds 16, and a date written as digits 8, 12 or 14.
 */
const isMillis = (text: string | undefined) => text !== undefined && /^\d{13}$/.test(text);

/** Other texts, such as 01/02/2026, are ambiguous, or would be read in the server's time zone. */
const isUnambiguous = (text: string) =>
	ISO.test(text) || (CLEAR_DAY.test(text) && TIME_WITH_OFFSET.test(text)) || isMillis(text);

const invalidDateTime = (label: string): InvalidInput =>
	new InvalidInput(
		label,
		'is not a date, or is ambiguous',
		'Choose a date, or enter one such as 2026-01-31T09:00:00 or {{ $now.minus({ days: 1 }) }}.',
	);
