import {
	parseInputForDateField,
	parseInputForDayField,
} from '../../../nodes/CustomerRelationship/fields/parsers/date';
import { refusalOf } from './refusals';

const dateOf = (value: unknown) => parseInputForDateField(value, 'Born');
const dayOf = (value: unknown) => parseInputForDayField(value, 'Born');

describe('a custom field that holds dates', () => {
	test.each([
		['1985-03-12', '1985-03-12'],
		['1985-03-12T10:30:00.000Z', '1985-03-12T10:30:00.000Z'],
		[new Date('1985-03-12T10:30:00Z'), '1985-03-12T10:30:00.000Z'],
		['on 12/03/1985', 'on 12/03/1985'],
		['12/03/198512', '12/03/198512'],
		['112/03/1985', '112/03/1985'],
		['1.2.3', '1.2.3'],
		['', undefined],
		[undefined, undefined],
	])('takes %p as %p', (value, text) => {
		expect(dateOf(value)).toBe(text);
	});

	const fromFormat = (length: number, format: string) =>
		`DateTime.fromFormat($json['Nascimento'].trim().slice(0, ${length}), '${format}')`;
	const fromExcel =
		"Number(String($json['Nascimento']).replace(',', '.')).toDateTime('excel').toUTC()";

	test.each([
		['12/03/1985', fromFormat(10, 'd/M/yyyy')],
		['12/12/1985', fromFormat(10, 'd/M/yyyy')],
		['1/1/1985', fromFormat(8, 'd/M/yyyy')],
		['31/01/1985', fromFormat(10, 'd/M/yyyy')],
		['12/13/1985', fromFormat(10, 'M/d/yyyy')],
		['12/31/1985', fromFormat(10, 'M/d/yyyy')],
		['31-12-85', fromFormat(8, 'd-M-yy')],
		['1.2.1985', fromFormat(8, 'd.M.yyyy')],
		[' 12/03/1985 10:30', fromFormat(10, 'd/M/yyyy')],
		['31118', fromExcel],
		['31118.5', fromExcel],
		['31118,25', fromExcel],
	])('refuses %p, and says how to map it', (value, expression) => {
		const { message, remedy } = refusalOf(() => dateOf(value));
		expect(message).toBe('“Born” takes a date such as 1985-03-12');
		expect(remedy).toMatch(
			/^In the sheet, format the column as yyyy-mm-dd .* use =TEXT\(A2,"yyyy-mm-dd"\) there\. Or map /,
		);
		expect(remedy).toContain(
			` Or map the column manually to {{ ${expression}.toISODate() }}, with your heading in place of Nascimento.`,
		);
	});

	test.each([
		...['32/01/1985', '01/32/1985', '13/13/1985', '0/3/1985', '3/0/1985'],
		...['12/03-1985', '12/03/198', '12.03/85'],
	])('refuses %p, which is no date in either order', (value) => {
		expect(refusalOf(() => dateOf(value)).remedy).toMatch(/ use =TEXT\(A2,"yyyy-mm-dd"\) there\.$/);
	});
});

describe('a custom field that holds days', () => {
	test.each([
		['1985-03-12', '1985-03-12'],
		['spring', 'spring'],
		[undefined, undefined],
	])('takes %p', (value, text) => {
		expect(dayOf(value)).toBe(text);
	});

	test.each([...['2026-02-30', '2026-02-30T10:00', '20260230T100000Z']])(
		'refuses %p, which does not exist',
		(value) => {
			expect(refusalOf(() => dayOf(value)).message).toBe('“Born” holds a date that does not exist');
		},
	);

	test.each([
		['2026-01-31T10:00:00', 'toLocal()'],
		['2026-01-31 10:00', 'toLocal()'],
		['20260131T100000Z', 'toLocal()'],
		['2026-01-31T10:00:00Z', 'toLocal()'],
		['2026-01-31T00:00:00Z', 'toUTC()'],
		['2026-01-31T00:00:00', undefined],
		['2026-01-31T00:00:00-03:00', undefined],
		// Midnight in UTC, as a program in Brazil writes it.
		['2026-01-30T21:00-03:00', 'toUTC()'],
		['2026-01-30T21:00-03', 'toUTC()'],
		['2026-01-30T21:00-0300', 'toUTC()'],
	])('refuses %p for its time, and says how to format it', (value, zone) => {
		const { message, remedy } = refusalOf(() => dayOf(value));
		expect(message).toBe('“Born” takes a date without a time');
		expect(remedy).toContain(
			`.toDateTime().${zone === undefined ? '' : `${zone}.`}toFormat('yyyy-MM-dd')`,
		);
	});
});
