import type { JsonValue } from 'n8n-workflow';
import {
	lacksNinthDigit,
	parsePhone,
	phoneKey,
	subscriberKey,
	normalizePhone,
} from '../../../nodes/CustomerRelationship/fields/parsers/phone';
import { phoneField } from '../../../nodes/CustomerRelationship/fields/phone';
import { NOTHING, refusalOf } from './refusals';

test.each<[unknown, string]>([
	['(11) 98765-4321', '(11) 98765-4321'],
	['+55 11 98765 4321', '+55 11 98765 4321'],
	['11987654321', '11987654321'],
	[' 11987654321\n', '11987654321'],
	[5511987654321, '5511987654321'],
	['+1 (415) 555-0100', '+1 (415) 555-0100'],
	['3333-4444', '3333-4444'],
	['011.98765.4321', '011.98765.4321'],
	['+999999999999999', '+999999999999999'],
])('sends %p as typed', (value, phone) => {
	expect(parsePhone(value, 'Phone')).toBe(phone);
});

test.each([...NOTHING, ['blanks', '  '] as [string, unknown]])(
	'does not send %s',
	(_name, value) => {
		expect(parsePhone(value, 'Phone')).toBeUndefined();
	},
);

test.each<[unknown, string]>([
	['call me', '“Phone” has letters in it'],
	['98765-4321 ramal 5', '“Phone” has letters in it'],
	['телефон', '“Phone” has letters in it'],
	['1234567', '“Phone” has too few digits for a phone'],
	['+', '“Phone” has too few digits for a phone'],
	['1234567890123456', '“Phone” has too many digits for a phone'],
	['11 98765-4321, 11 98765-4322', '“Phone” has too many digits for a phone'],
	[{ phone: '11987654321' }, '“Phone” takes a text, but got an object'],
	[['11987654321'], '“Phone” takes a text, but got a list'],
])('refuses %j', (value, message) => {
	expect(refusalOf(() => parsePhone(value, 'Phone')).message).toBe(message);
});

test.each<[JsonValue, JsonValue, boolean]>([
	['(11) 3333-4444', '1133334444', true],
	['+55 11 3333-4444', '(11) 3333 4444', true],
	['5511987654321', '11987654321', true],
	[551133334444, '1133334444', true],
	// An area code, which is no country code.
	['(55) 3333-4444', '33334444', false],
	['+55 55 3333-4444', '5533334444', true],
	['1133334444', '1133334445', false],
	['55 123', '123', false],
	['reception', ' reception ', true],
	['reception', 'sales', false],
	[{ number: 1 }, { number: 1 }, true],
	[{ number: 1 }, '1', false],
])('compares %j with %j as phones of a company: %p', (one, other, isSame) => {
	expect(phoneKey(one) === phoneKey(other)).toBe(isSame);
});

test('names the field in an error', () => {
	const { read } = phoneField({ displayName: 'Mobile', name: 'mobile' });
	expect(refusalOf(() => read('x', 'UTC')).message).toBe('“Mobile” has letters in it');
});

// Without a country code Brazil is assumed (specification: Contact).
test.each([
	[['(11) 98765-4321', '11987654321', '+55 11 98765 4321', '5511987654321'], '11987654321'],
	[['(55) 3333-4444', '+55 55 3333-4444', '555533334444'], '5533334444'],
	[['(55) 98765-4321', '5555987654321'], '55987654321'],
	[['+1 (415) 555-0100', '+14155550100'], '+14155550100'],
	[['3333-4444'], '33334444'],
	[[' +15511987654321'], '+15511987654321'],
	[['(+51) 912345678', '+51 912345678'], '+51912345678'],
	[['+55119876543210'], '+55119876543210'],
])('normalizes %j', (phones, number) => {
	expect(phones.map(normalizePhone)).toEqual(phones.map(() => number));
});

test.each<[string, boolean]>([
	['(11) 8765-4321', true],
	['+55 11 6765-4321', true],
	['(11) 9765-4321', true],
	['(11) 98765-4321', false],
	['(11) 5765-4321', false],
	['(11) 2765-4321', false],
	['8765-4321', false],
	['(011) 8765-4321', true],
	['+47 98 76 54 32', false],
])('tells whether %s lacks its ninth digit: %s', (phone, lacks) => {
	expect(lacksNinthDigit(phone)).toBe(lacks);
});

test.each([
	[
		[
			...['(11) 98765-4321', '11987654321', '+55 11 98765-4321', '5511987654321', '011 98765-4321'],
			...['+55 (0) 11 98765-4321', '+55 (011) 98765-4321', '0055 11 98765-4321', '5501198765-4321'],
			...['(11) 8765-4321', '+55 11 8765-4321', '551187654321'],
		],
		'11987654321',
	],
	[['(11) 3333-4444', '+55 11 3333-4444', '011 3333-4444'], '1133334444'],
	[['(55) 98765-4321', '+55 55 98765-4321', '055 98765-4321', '(55) 8765-4321'], '55987654321'],
	[['(51) 91234-5678'], '51912345678'],
	[['(+51) 912345678', '+51 912 345 678'], '+51912345678'],
	[['+1 (415) 555-0100'], '+14155550100'],
	[['8765-4321'], '87654321'],
])('gives one key to %j', (phones, subscriber) => {
	expect(phones.map(subscriberKey)).toEqual(phones.map(() => subscriber));
});
