import { InvalidInput } from '../../invalidInput';
import { isIsoDateTime } from '../../mistakes/finders';
import { isDate } from '../../typeGuards';
import { parseText } from './text';

/** A date such as 12/03/1985, in which the month is first or second depending on the sheet's locale. */
const YEAR_LAST = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}(?!\d)/;
/** The serial number of a date in a spreadsheet, such as 31118; with a time, 31118.5. */
const SERIAL = /^\d+([.,]\d+)?$/;

/**
 * The value of a custom field that holds dates on recent records. Other texts pass, since the field may be a text.
 * @throws InvalidInput for what sheets hold instead of an ISO date: a serial number, or a date with the year last
 */
export function parseDate(value: unknown, label: string): string | undefined {
	const text = parseText(value, label);
	if (!text || !(YEAR_LAST.test(text.trim()) || SERIAL.test(text.trim()))) return text;
	throw new InvalidInput(
		label,
		'takes a date such as 1985-03-12',
		`In the sheet format the column as yyyy-mm-dd (in Portuguese aaaa-mm-dd). If a number arrives all the same, use =TEXT(A2,"yyyy-mm-dd") there. Or map the column manually to {{ DateTime.fromFormat($json['Nascimento'], 'dd/MM/yyyy').toISODate() }}, with your heading in place of Nascimento.`,
	);
}

/**
 * The same for a custom field whose dates have no time.
 * @throws InvalidInput also for a date with a time, and for one that does not exist
 */
export function parseDay(value: unknown, label: string): string | undefined {
	const text = isDate(value) ? String(value.toJSON()) : parseDate(value, label);
	const day = text?.trim() ?? '';
	// Sheets and databases put a blank between a date and its time.
	if (isIsoDateTime(day.replace(' ', 'T'))) {
		throw new InvalidInput(
			label,
			'takes a date without a time',
			"Take the date alone: {{ $now.toFormat('yyyy-MM-dd') }}, or of a text {{ DateTime.fromISO($json.createdAt).toFormat('yyyy-MM-dd') }}.",
		);
	}
	if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || isRealDay(day)) return text;
	throw new InvalidInput(
		label,
		'holds a date that does not exist',
		"Correct it. An expression gives a date as {{ DateTime.fromISO($json.createdAt).toFormat('yyyy-MM-dd') }}.",
	);
}

/** Whether the month has that day: `Date` takes 2026-02-30 for 2 March. */
function isRealDay(day: string): boolean {
	const date = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
