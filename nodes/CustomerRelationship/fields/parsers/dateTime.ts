import { tryToParseDateTime } from 'n8n-workflow';
import { isEmpty } from './empty';
import { InvalidInput } from '../../invalidInput';

/**
 * A date in any of n8n's forms, as the API wants it: ISO 8601 in UTC with milliseconds
 * (specification: General format rules 2). A value without an offset is read in `timezone`, the earlier time where the clock goes back.
 * @throws InvalidInput for what is no date
 */
export function parseDateTime(value: unknown, label: string, timezone: string): string | undefined {
	if (isEmpty(value)) return undefined;
	const text = typeof value === 'object' ? undefined : String(value).trim();
	if (Array.isArray(value) || (text !== undefined && !isClear(text))) return refuse(label);
	try {
		const date = tryToParseDateTime(isMillis(text) ? new Date(Number(text)) : value, timezone);
		// A day that its month does not have is carried over by one of the parser's attempts.
		if (text && ISO.test(text) && date.toISODate() !== text.slice(0, 10)) return refuse(label);
		const [earlier = date] =
			text && !OFFSET.test(text) && !isMillis(text) ? date.getPossibleOffsets() : [];
		return new Date(earlier.toMillis()).toISOString();
	} catch {
		return refuse(label);
	}
}

/** Year, month and day, with or without a time of day. */
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/;
/** A time of day followed by where it counts. */
const OFFSET = /\d:\d{2}(?:[.,]\d+)? ?(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})/i;

/** A month in words, or the year first: other numbers leave open which of them is the day. */
const DAY = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b\d{4}-\d{2}-\d{2}\b/i;

/** Milliseconds since 1970, as the Date & Time node gives them; in seconds they have 10 digits. */
const isMillis = (text: string | undefined) => text !== undefined && /^\d{11,}$/.test(text);

/** Other texts, such as 01/02/2026, have two readings, or would be read in the server's time zone. */
const isClear = (text: string) =>
	ISO.test(text) || (DAY.test(text) && OFFSET.test(text)) || isMillis(text);

function refuse(label: string): never {
	throw new InvalidInput(
		label,
		'is not a date that can be read in one way only',
		'Pick a date, or give one such as 2026-01-31T09:00:00 or {{ $now.minus({ days: 1 }) }}.',
	);
}
