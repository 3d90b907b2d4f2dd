/** Days of the calendar, as *Days Between* reads, counts and writes them. */
import { isRealDay, UTC_OFFSET } from '../../fields/parsers/date';
import { MAX_SINGLE_VALUE_LENGTH } from '../../fields/parsers/length';
import { isIsoDateTime, isMidnight, toParseableIso } from '../../mistakes/dates';

/** A day of the calendar in a time zone, as `2026-01-31`. @param ms since the epoch */
export function dayOfTimestamp(ms: number, timeZone: string): string {
	const format = new Intl.DateTimeFormat('en-GB', {
		timeZone,
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
	});
	// The order and the separators of a locale change between versions of ICU, so only the parts are used.
	const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
	return [parts.get('year'), parts.get('month'), parts.get('day')].join('-');
}

const DAY_MS = 86_400_000;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The day that a custom field holds: a date, or the day of a date-time in the time zone. Midnight in UTC is a
 * date without a time, as some services store it. For a date-time without an offset, the day as written counts.
 * @returns undefined for a value that is no date
 */
export function dayOfFieldValue(value: unknown, timeZone: string): string | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text.length > MAX_SINGLE_VALUE_LENGTH) return undefined;
	const day = text.slice(0, 10);
	if (!ISO_DAY.test(day) || !isRealDay(day)) return undefined;
	if (text === day) return day;
	const iso = toParseableIso(text);
	const ms = Date.parse(iso);
	if (!isIsoDateTime(iso) || Number.isNaN(ms)) return undefined;
	const countsAsWritten =
		!UTC_OFFSET.test(iso) || (isMidnight(iso) && /(?:Z|[+-]00:?00)$/i.test(iso));
	return countsAsWritten ? day : dayOfTimestamp(ms, timeZone);
}

/** The day that is `days` days later. */
export const addDays = (day: string, days: number): string =>
	new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** How many days of the calendar `later` is after `earlier`; negative if it is before. */
export const daysFrom = (earlier: string, later: string): number =>
	Math.round((Date.parse(later) - Date.parse(earlier)) / DAY_MS);
