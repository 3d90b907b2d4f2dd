import { DateTime } from 'luxon';
import { parseDateTime } from '../../../nodes/CustomerRelationship/fields/parsers/dateTime';
import { NOTHING, refusalOf } from './refusals';

const read = (value: unknown, timezone = 'America/Sao_Paulo') =>
	parseDateTime(value, 'Updated Since', timezone);

describe('a date without an offset is read in the workflow’s time zone', () => {
	test.each([
		// The picker's own form.
		['2026-01-31T09:00:00', 'America/Sao_Paulo', '2026-01-31T12:00:00.000Z'],
		['2026-01-31T09:00:00', 'UTC', '2026-01-31T09:00:00.000Z'],
		['2026-01-31T09:00:00', 'Asia/Kolkata', '2026-01-31T03:30:00.000Z'],
		['2026-01-31T09:00:00', 'Pacific/Kiritimati', '2026-01-30T19:00:00.000Z'],
		['2026-01-31', 'America/Sao_Paulo', '2026-01-31T03:00:00.000Z'],
		['2026-01-31 09:00', 'America/Manaus', '2026-01-31T13:00:00.000Z'],
		['2026-01-31 09:00:00.5', 'UTC', '2026-01-31T09:00:00.500Z'],
		[' 2026-01-31T09:00 ', 'UTC', '2026-01-31T09:00:00.000Z'],
		// Summer and winter time.
		['2026-07-01T09:00:00', 'Europe/Berlin', '2026-07-01T07:00:00.000Z'],
		['2026-12-01T09:00:00', 'Europe/Berlin', '2026-12-01T08:00:00.000Z'],
		// Brazil had summer time until 2019.
		['2018-12-01T09:00:00', 'America/Sao_Paulo', '2018-12-01T11:00:00.000Z'],
		// An hour that comes twice: from the earlier one on nothing is missed.
		['2026-10-25T02:30:00', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
		['2026-11-01 01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
		['2018-02-17T23:30:00', 'America/Sao_Paulo', '2018-02-18T01:30:00.000Z'],
		// An hour that the clock skips.
		['2026-03-29T02:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
	])('%s in %s', (text, timezone, utc) => {
		expect(read(text, timezone)).toBe(utc);
	});
});

describe('a date with an offset is read alike in every time zone', () => {
	const instant = '2026-01-31T12:00:00.123Z';
	test.each<[string, unknown]>([
		['UTC', instant],
		['an offset', '2026-01-31T09:00:00.123-03:00'],
		['an offset without colon', '2026-01-31T09:00:00.123-0300'],
		['a DateTime in another zone', DateTime.fromISO(instant, { zone: 'Asia/Tokyo' })],
		['a Date', new Date(instant)],
		['milliseconds after another form’s time', '31 Jan 2026 12:00:00.123Z'],
		['milliseconds', Date.parse(instant)],
		['milliseconds as text', String(Date.parse(instant))],
	])('%s', (_form, value) => {
		for (const timezone of ['UTC', 'America/Sao_Paulo', 'Asia/Kolkata']) {
			expect(read(value, timezone)).toBe(instant);
		}
	});

	test.each([
		['2026-10-25T02:30:00+02:00', '2026-10-25T00:30:00.000Z'],
		['2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00.000Z'],
		[String(Date.UTC(2026, 9, 25, 1, 30)), '2026-10-25T01:30:00.000Z'],
		[DateTime.fromISO('2026-10-25T01:30Z', { zone: 'Europe/Berlin' }), '2026-10-25T01:30:00.000Z'],
	])('%s, which occurs twice', (value, instant) => {
		expect(read(value, 'Europe/Berlin')).toBe(instant);
	});

	test.each([
		['Sat, 31 Jan 2026 12:00:00 GMT'],
		['Sat, 31 Jan 2026 09:00:00 -0300'],
		['Sat Jan 31 2026 09:00:00 GMT-0300 (Brasilia Standard Time)'],
		['2026-01-31 09:00:00 -03:00'],
		['2026-01-31T12:00Z'],
		['Sat 2026-01-31 12:00Z'],
		['31 Jan 2026 12:00Z'],
		['31 Jan 2026 09:00 -0300'],
	])('%s', (text) => {
		expect(read(text, 'Asia/Kolkata')).toBe('2026-01-31T12:00:00.000Z');
	});
});

describe('ambiguous texts and what is no date are refused', () => {
	test.each<[unknown]>([
		['01/02/2026'],
		['31/01/2026 09:00'],
		['12-01-2026'],
		// With an offset, too.
		['02/01/2026 09:00-03:00'],
		['02-01-2026 09:00 -0300'],
		['1/2/26 09:00 GMT'],
		['31 Jan 2026 09:00'],
		['2026-01-31 9:00'],
		['2026-01-31 09:0'],
		['2026/01/31 12:00:0Z'],
		['31 Jan 2026 09:00 -300'],
		['31 Jan 2026 09:00 -03:0'],
		['09:00'],
		['2026'],
		[1_700_000_000],
		['1700000000'],
		[-12345678901],
		[12345678901.5],
		['20260131090000'],
		['202601310900'],
		[1_700_000_000_000_000],
		['2026-02-30'],
		['2026-02-30T00:00:00Z'],
		['2026-13-01'],
		['2026-01-31T25:00:00'],
		['yesterday'],
		['[object Object]'],
		[{ date: '2026-01-31' }],
		[Object.create(null)],
		[['2026-01-31']],
		[new Date(NaN)],
		[DateTime.invalid('unit test')],
		[true],
		[Number.MAX_SAFE_INTEGER],
	])('%p', (value) => {
		expect(refusalOf(() => read(value)).message).toBe(
			'“Updated Since” is not a date, or is ambiguous',
		);
	});
});

test.each(NOTHING)('does not send %s', (_name, value) => {
	expect(read(value)).toBeUndefined();
});
