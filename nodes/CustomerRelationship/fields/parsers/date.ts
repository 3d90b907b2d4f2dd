import { InvalidInput } from '../../invalidInput';
import {
	dateFormattingExpression,
	isIsoDateTime,
	isMidnight,
	isoOf,
	toParseableIso,
} from '../../mistakes/dates';
import { remedyWithExpression } from '../../mistakes/ownExpression';
import { isDate } from '../../typeGuards';
import { scalarToText } from './text';

/** A date such as 12/03/1985, in which the month is first or second depending on the sheet's locale. */
const YEAR_LAST = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}(?!\d)/;
/** The offset at the end of an ISO time. */
export const UTC_OFFSET = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;
/** The serial number of a date in a spreadsheet, such as 31118; with a time, 31118.5. */
const SERIAL = /^\d+([.,]\d+)?$/;

/**
 * The text for a custom field that holds dates on recent records. Other texts pass, since the field may be a text.
 * @throws InvalidInput for what sheets hold instead of an ISO date: a serial number, or a date with the year last
 */
export function parseInputForDateField(value: unknown, label: string): string | undefined {
	const text = isDate(value) ? String(value.toJSON()) : scalarToText(value, label);
	const trimmed = text?.trim() ?? '';
	if (!(YEAR_LAST.test(trimmed) || SERIAL.test(trimmed))) return text;
	throw new InvalidInput(
		label,
		'takes a date such as 1985-03-12',
		`In the sheet, format the column as yyyy-mm-dd (in Portuguese aaaa-mm-dd). If it still arrives as a number, use =TEXT(A2,"yyyy-mm-dd") there.${mappingAdvice(trimmed)}`,
	);
}

/** How to map a date with the year last, or a spreadsheet's serial number, by hand; empty if neither order of the numbers gives a date. */
function mappingAdvice(text: string): string {
	const expression = SERIAL.test(text)
		? "Number(String($json['Nascimento']).replace(',', '.')).toDateTime('excel').toUTC()"
		: expressionForYearLast(text);
	if (expression === undefined) return '';
	return ` Or map the column manually to {{ ${expression}.toISODate() }}, with your heading in place of Nascimento.`;
}

/**
 * An expression for a date with the year last. If both numbers can be the month, the day is taken to come
 * first, as in Brazil. Undefined if neither order gives a date.
 */
function expressionForYearLast(text: string): string | undefined {
	const [date, first, separator, second, secondSeparator, year = ''] =
		/^(\d{1,2})([/.-])(\d{1,2})([/.-])(\d{2}|\d{4})(?!\d)/.exec(text) ?? [];
	const [day, month] = [Number(first), Number(second)];
	if (date === undefined || separator !== secondSeparator || day < 1 || month < 1) return undefined;
	if (Math.min(day, month) > 12 || Math.max(day, month) > 31) return undefined;
	const parts = month > 12 ? ['M', 'd'] : ['d', 'M'];
	const format = [...parts, year.length === 2 ? 'yy' : 'yyyy'].join(separator);
	return `DateTime.fromFormat($json['Nascimento'].trim().slice(0, ${date.length}), '${format}')`;
}

/**
 * The text for a custom field that holds dates without a time on recent records.
 * @throws InvalidInput like `parseInputForDateField`, and for a date that has a time or does not exist
 */
export function parseInputForDayField(value: unknown, label: string): string | undefined {
	const text = parseInputForDateField(value, label);
	const trimmed = text?.trim() ?? '';
	const iso = toParseableIso(trimmed);
	const hasTime = isIsoDateTime(iso);
	const date = hasTime ? iso.replace(/^(\d{4})-?(\d\d)-?(\d\d)T.*$/i, '$1-$2-$3') : trimmed;
	if (/^\d{4}-\d{2}-\d{2}$/.test(date) && !isRealDay(date)) {
		throw new InvalidInput(label, 'holds a date that does not exist', 'Correct it at its source.');
	}
	if (!hasTime) return text;
	// Midnight as written is that day, so it stays. Another time with an offset is converted to UTC first: some
	// programs write the day 2026-01-31 as 2026-01-30T21:00-03:00.
	const inUtc = UTC_OFFSET.test(iso) && !isMidnight(iso) ? isoOf(new Date(iso)) : undefined;
	const expression = dateFormattingExpression(inUtc ?? iso, {
		date: 'yyyy-MM-dd',
		dateTime: 'yyyy-MM-dd',
	});
	throw new InvalidInput(
		label,
		'takes a date without a time',
		remedyWithExpression(`Use the date without the time: ${expression}.`, undefined),
	);
}

/** Whether the month has that day: `Date` takes 2026-02-30 for 2 March. */
export function isRealDay(day: string): boolean {
	const date = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
