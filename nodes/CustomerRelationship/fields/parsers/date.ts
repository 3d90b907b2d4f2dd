import { InvalidInput } from '../../invalidInput';
import { parseText } from './text';

/** 12/03/1985, of which a sheet's country decides what is the month. */
const YEAR_LAST = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}(?!\d)/;
/** What a day is to a spreadsheet: 31118, and with a time 31118.5. */
const SERIAL = /^\d+([.,]\d+)?$/;

/** @throws InvalidInput for what sheets hold instead of a date. Other texts are left to the service: the field may be a text. */
export function parseDate(value: unknown, label: string): string | undefined {
	const text = parseText(value, label);
	if (!text || !(YEAR_LAST.test(text.trim()) || SERIAL.test(text.trim()))) return text;
	throw new InvalidInput(
		label,
		'takes a date such as 1985-03-12',
		`In the sheet format the column as yyyy-mm-dd (in Portuguese aaaa-mm-dd). If a number arrives all the same, use =TEXT(A2,"yyyy-mm-dd") there. Or map the column manually to {{ DateTime.fromFormat($json['Nascimento'], 'dd/MM/yyyy').toISODate() }}, with your heading in place of Nascimento.`,
	);
}
