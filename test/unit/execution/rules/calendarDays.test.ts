import {
	dayOfFieldValue,
	dayOfTimestamp,
	daysFrom,
} from '../../../../nodes/CustomerRelationship/execution/rules/calendarDays';

const ZONE = 'America/Sao_Paulo';

test.each([
	['2026-01-31', '2026-01-31'],
	[' 2026-01-31 ', '2026-01-31'],
	['2026-01-31T01:30:00.000Z', '2026-01-30'],
	['2026-01-31 01:30:00Z', '2026-01-30'],
	['2026-01-31T12:00:00-03:00', '2026-01-31'],
	['2026-01-31T00:00:00.000Z', '2026-01-31'],
	['2026-01-31T00:00:00-05:00', '2026-01-31'],
	['2026-01-31T01:30:00', '2026-01-31'],
	['2026-01-31T00:00:00+00:00', '2026-01-31'],
	['2026-01-31T00:00:00+0000', '2026-01-31'],
	['2026-01-31T00:00:00-00:00', '2026-01-31'],
	['2026-01-31 00:00:00+00', '2026-01-31'],
	['2026-01-31 02:00:00+00', '2026-01-30'],
	['2026-01-31T24:30:00Z', undefined],
	['2026-01-31T1030Z', undefined],
	['2026-01-31T10:30:00,5Z', undefined],
	['2026-01-31T00:00:00+09:00', '2026-01-30'],
	['2026-01-31T00:00:00+00:00:30', undefined],
	['2026-02-30', undefined],
	['2026-01-31 soon', undefined],
	['2026-01-31T99:00:00Z', undefined],
	['31/01/2026', undefined],
	[20260131, undefined],
	[{}, undefined],
	[`2026-01-31${' '.repeat(100)}T`, undefined],
])('%j holds the day %s', (value, day) => {
	expect(dayOfFieldValue(value, ZONE)).toBe(day);
});

test('counts days of the calendar in the time zone', () => {
	expect(dayOfTimestamp(Date.parse('2026-03-01T02:59:00Z'), ZONE)).toBe('2026-02-28');
	expect(dayOfTimestamp(Date.parse('2026-03-01T03:00:00Z'), ZONE)).toBe('2026-03-01');
	expect(daysFrom('2026-02-28', '2026-03-01')).toBe(1);
	expect(daysFrom('2026-03-02', '2026-03-01')).toBe(-1);
	expect(daysFrom('2025-12-31', '2026-12-31')).toBe(365);
});
