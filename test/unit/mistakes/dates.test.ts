import { DateTime } from 'luxon';
import {
	dateFormattingExpression,
	isMidnight,
	isoOf,
	isProgramDateTime,
} from '../../../nodes/CustomerRelationship/mistakes/dates';

const DATABASE = '2026-11-25 10:43:04';
const JS = 'Wed Nov 25 2026 10:43:04 GMT';
const UTC_STRING = 'Wed, 25 Nov 2026 10:43:04 GMT';

test.each([
	...[`${DATABASE}.1`, `${DATABASE}.119`, `${DATABASE}Z`, `${DATABASE} Z`, `${DATABASE}+00`],
	...[`${DATABASE}-0300`, `${DATABASE}.5-03:00`, `${DATABASE} +00:00`, ` ${DATABASE}Z\n`],
	...[`${JS}-0300 (Brasilia Standard Time)`, `${JS}+0000`, ` ${JS}-0300\n`],
	...[UTC_STRING, ` ${UTC_STRING}\n`],
	String(new Date(0)),
	new Date(0).toUTCString(),
])('%j is a date with its time as a program writes it', (text) => {
	expect(isProgramDateTime(text)).toBe(true);
});

test.each([
	...[
		DATABASE,
		`em ${DATABASE}Z`,
		`${DATABASE}Z!`,
		`${DATABASE}x`,
		`${DATABASE}.`,
		`1${DATABASE}Z`,
	],
	...[`em ${JS}-0300`, `${JS}-0300!`, `${JS}-0300 ()`, JS, `em ${UTC_STRING}`, `${UTC_STRING}!`],
	...[20261125, null, undefined, new Date(0)],
])('%p is not', (value) => {
	expect(isProgramDateTime(value)).toBe(false);
});

const MIDNIGHTS = ['T00:00', 'T0000', 'T00:00:00', 'T000000', 'T00:00:00.000', 'T00:00:00,0'];
const OFFSETS = ['', 'Z', 'z', '+00', '-03', '-0300', '+05:30'];

test.each(MIDNIGHTS.flatMap((time) => OFFSETS.map((offset) => `2026-11-25${time}${offset}`)))(
	'%s is midnight',
	(iso) => {
		expect(isMidnight(iso)).toBe(true);
	},
);

test.each(['T00:01', 'T10:00Z', 'T00:00:01Z', 'T00:00:00.001Z', 'T00:00Z!', 'T00:00 03'])(
	'2026-11-25%s is not midnight',
	(time) => {
		expect(isMidnight(`2026-11-25${time}`)).toBe(false);
	},
);

const FORMATS = { date: 'date', dateTime: 'dateTime' };
const UTC_DATE = "toUTC().toFormat('date')";
const DATE = "toFormat('date')";
const DATE_TIME = "toLocal().toFormat('dateTime')";

test.each<[value: unknown, format: string]>([
	['2026-11-25T00:00:00Z', UTC_DATE],
	['2026-11-25T00:00:00+00:00', UTC_DATE],
	['2026-11-25T00:00:00-00:00', UTC_DATE],
	[' 2026-11-25T00:00Z\n', UTC_DATE],
	['2026-11-25 00:00:00+00', UTC_DATE],
	['2026-11-25 00:00:00 +00:00', UTC_DATE],
	['Wed Nov 25 2026 00:00:00 GMT+0000', UTC_DATE],
	[new Date('2026-11-25T00:00:00Z'), UTC_DATE],
	[DateTime.fromISO('2026-11-25T00:00:00Z'), UTC_DATE],
	['2026-11-25T00:00:00-03:00', DATE],
	['2026-11-25T00:00:00', DATE],
	['2026-11-25T10:43:04Z', DATE_TIME],
	[new Date('2026-11-25T00:00:00.500Z'), DATE_TIME],
])('%p is formatted with %s', (value, format) => {
	expect(dateFormattingExpression(String(isoOf(value)), FORMATS)).toBe(
		`{{ ‹createdAt›.toDateTime().${format} }}`,
	);
});

test.each([
	new Date(NaN),
	DateTime.fromISO('x'),
	'Qua Out 25 2026 10:43:04 GMT-0300',
	'Wed Nov 45 2026 10:43:04 GMT-0300',
])('%p has no ISO text', (value) => {
	expect(isoOf(value)).toBeUndefined();
});
