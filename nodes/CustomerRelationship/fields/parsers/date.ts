import { InvalidInput } from '../../invalidInput';
import { formattingOf, isIsoDateTime } from '../../mistakes/dates';
import { isDate } from '../../typeGuards';
import { parseText } from './text';

/** A date such as 12/03/1985, in which the month is first or second depending on the sheet's locale. */
const YEAR_LAST = /^\d{1,2}([/.-])\d{1,2}[/.-](\d{2,4})(?!\d)/;
const OFFSET = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;
/** The serial number of a date in a spreadsheet, such as 31118; with a time, 31118.5. */
const SERIAL = /^\d+([.,]\d+)?$/;

/**
 * The value of a custom field that holds dates on recent records. Other texts pass, since the field may be a text.
 * @throws InvalidInput for what sheets hold instead of an ISO date: a serial number, or a date with the year last
 */
export function parseDate(value: unknown, label: string): string | undefined {
	const text = parseText(value, label);
	const day = text?.trim() ?? '';
	if (!(YEAR_LAST.test(day) || SERIAL.test(day))) return text;
	throw new InvalidInput(
		label,
		'takes a date such as 1985-03-12',
		`In the sheet format the column as yyyy-mm-dd (in Portuguese aaaa-mm-dd). If a number arrives all the same, use =TEXT(A2,"yyyy-mm-dd") there. Or map the column manually to ${isoDateOf(day)}, with your heading in place of Nascimento.`,
	);
}

/** An expression that makes an ISO date of one with the year last, or of a spreadsheet's serial number. */
function isoDateOf(day: string): string {
	const [date, separator, year = ''] = YEAR_LAST.exec(day) ?? [];
	if (date === undefined)
		return "{{ Number($json['Nascimento']).toDateTime('excel').toUTC().toISODate() }}";
	const format = `d${separator}M${separator}${year.length === 2 ? 'yy' : 'yyyy'}`;
	const text =
		date === day ? "$json['Nascimento']" : `$json['Nascimento'].slice(0, ${date.length})`;
	return `{{ DateTime.fromFormat(${text}, '${format}').toISODate() }}`;
}

/**
 * The same for a custom field whose dates have no time.
 * @throws InvalidInput also for a date with a time, and for one that does not exist
 */
export function parseDay(value: unknown, label: string): string | undefined {
	const text = isDate(value) ? String(value.toJSON()) : parseDate(value, label);
	const day = text?.trim() ?? '';
	// Sheets and databases put a blank between a date and its time.
	const iso = day.replace(' ', 'T');
	if (isIsoDateTime(iso)) {
		// What is midnight in UTC is a date alone in any time zone that it is written in.
		const instant = new Date(OFFSET.test(iso) ? iso : NaN);
		throw new InvalidInput(
			label,
			'takes a date without a time',
			`Take the date alone: ${formattingOf(Number.isNaN(Number(instant)) ? iso : instant, { date: 'yyyy-MM-dd', dateTime: 'yyyy-MM-dd' })}.`,
		);
	}
	if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || isRealDay(day)) return text;
	throw new InvalidInput(label, 'holds a date that does not exist', 'Correct it in its source.');
}

/** Whether the month has that day: `Date` takes 2026-02-30 for 2 March. */
function isRealDay(day: string): boolean {
	const date = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
