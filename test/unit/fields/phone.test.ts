import type { JsonValue } from 'n8n-workflow';
import {
	parsePhoneAsTyped,
	parsePhonesAsTyped,
	parsePhoneAsTypedWithAreaCode,
	parseMessagePhoneAsTyped,
} from '../../../nodes/CustomerRelationship/fields/parsers/phone';
import {
	lacksNinthDigit,
	listedPhoneKey,
	phoneKeyIgnoringNinthDigit,
	comparablePhone,
} from '../../../nodes/CustomerRelationship/fields/comparisonKeys';
import { phoneField } from '../../../nodes/CustomerRelationship/fields/phone';
import { brazilianPhoneProblem } from '../../../nodes/CustomerRelationship/fields/parsers/phoneProblems';
import { NOTHING, refusalOf, UTC } from './refusals';

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
	expect(parsePhoneAsTyped(value, 'Phone')).toBe(phone);
});

test.each([...NOTHING, ['blanks', '  '] as [string, unknown]])(
	'does not send %s',
	(_name, value) => {
		expect(parsePhoneAsTyped(value, 'Phone')).toBeUndefined();
	},
);

test.each<[unknown, string]>([
	['call me', '“Phone” has letters in it'],
	['98765-4321 ramal 5', '“Phone” has letters in it'],
	['телефон', '“Phone” has letters in it'],
	['1234567', '“Phone” has too few digits for a phone'],
	['+', '“Phone” has too few digits for a phone'],
	['1234567890123456', '“Phone” has too many digits for a phone'],
	[{ phone: '11987654321' }, '“Phone” takes a text, but got an object'],
	[['11987654321'], '“Phone” takes a text, but got a list'],
])('refuses %j', (value, message) => {
	expect(refusalOf(() => parsePhoneAsTyped(value, 'Phone')).message).toBe(message);
});

// A user copies them from a chat, a PDF, a sheet, a lead form, a link.
test.each<[unknown, string]>([
	['\u202a+55 11 98765-4321\u202c', '+55 11 98765-4321'],
	['\ufeff11\u200b98765\u20604321\ufe0f', '11987654321'],
	['\u00ad', ''],
	['(11)\u00a098765\u202f4321', '(11) 98765 4321'],
	["'11987654321", '11987654321'],
	["'+55 11 98765-4321", '+55 11 98765-4321'],
	["'", ''],
	["’' 11987654321", '11987654321'],
	['5511987654321.0', '5511987654321'],
	["'11987654321.0", '11987654321'],
	['tel:+55-11-98765-4321', '+55-11-98765-4321'],
	['TEL: 11 98765-4321', '11 98765-4321'],
	['whatsapp:+5511987654321', '+5511987654321'],
	['p:+5511987654321', '+5511987654321'],
	['p: 11987654321', '11987654321'],
	['5511987654321@s.whatsapp.net', '+5511987654321'],
	['5511987654321:12@s.whatsapp.net', '+5511987654321'],
	['14155550100@c.us', '+14155550100'],
	['+5511987654321@C.US', '+5511987654321'],
	['wa.me/5511987654321', '+5511987654321'],
	['https://wa.me/14155550100?text=Oi%20Ana', '+14155550100'],
	['http://www.wa.me/+5511987654321/', '+5511987654321'],
	['+55 (0) 11 98765-4321', '+55 11 98765-4321'],
	['+44 (0)20 7946 0958', '+44 20 7946 0958'],
	['55 (0)11 98765-4321', '55 11 98765-4321'],
	['(+ 55)  (0) 11 98765-4321', '(+ 55) 11 98765-4321'],
	...[...'\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE63\uFF0D'].map(
		(hyphen): [string, string] => [`11 98765${hyphen}4321`, '11 98765-4321'],
	),
	['(11) 98765-4321,', '(11) 98765-4321'],
	['11987654321 ; ', '11987654321'],
	['11987654321.0,', '11987654321'],
	['☎\ufe0f 11 98765-4321', '11 98765-4321'],
	['📱: +55 11 98765-4321', '+55 11 98765-4321'],
	['11 98765-4321 🤙🏽', '11 98765-4321'],
	['☎ tel:+55-11-98765-4321.', '+55-11-98765-4321'],
	['“11 98765-4321”', '11 98765-4321'],
	['☎', ''],
	['*11 98765-4321*', '11 98765-4321'],
	['_11987654321_', '11987654321'],
	['~(11) 98765-4321~', '(11) 98765-4321'],
	['11 987654321 -', '11 987654321'],
	['11 98765-4321–,', '11 98765-4321'],
	['\uFF0B5511987654321', '+5511987654321'],
	['(\uFF0B55) (0) 11 98765-4321', '(+55) 11 98765-4321'],
	...['\u2800', '\u3164', ' \uFFA0 ', '\u034F'].map((nothing): [string, string] => [nothing, '']),
	// What only looks alike.
	['11.98765.4321', '11.98765.4321'],
	['(0) 11 98765-4321', '(0) 11 98765-4321'],
	['(011) 98765-4321', '(011) 98765-4321'],
	['11987654321.01', '11987654321.01'],
	['(11)98765.0', '(11)98765.0'],
	["11 98765' 4321", "11 98765' 4321"],
	['11 55 (0)12345', '11 55 (0)12345'],
])('%j is read as %j', (value, phone) => {
	expect(parsePhoneAsTyped(value, 'Phone')).toBe(phone || undefined);
	expect(parsePhonesAsTyped([value], 'Phones')?.[0]).toBe(phone || undefined);
});

test.each<[string, string, string]>([
	['5,51198E+12', 'was shortened by a spreadsheet', 'number without decimals'],
	['5.51198e+12', 'was shortened by a spreadsheet', 'does not bring them back'],
	['5E12', 'was shortened by a spreadsheet', 'export it again'],
	['11 98765-4321, 11 98765-4322', 'holds two phones', 'Keep only one'],
	['(11) 3333-4444 / (11) 98765-4321', 'holds two phones', 'Keep only one'],
	['(11) 3333-4444/4445', 'holds two phones', 'Keep only one'],
	['11987654321;11987654322', 'holds two phones', 'Keep only one'],
	['11987654321\n11987654322', 'holds two phones', 'Keep only one'],
	['11 98765-4321 ou 11 3333-4444', 'holds two phones', 'Keep only one'],
	['11987654321 11987654322', 'holds two phones', 'Keep only one'],
	['(11)98765-4321(11)3333-4444', 'holds two phones', 'Keep only one'],
	['11987654321-1133334444', 'holds two phones', 'Keep only one'],
	['98765-4321 3333-4444', 'holds two phones', 'Keep only one'],
	['(11) 3333-4444 – (11) 98765-4321', 'holds two phones', 'Keep only one'],
	['(11) 3333-4444 – 4445', 'holds two phones', 'Keep only one'],
	['+14155550100+14155550101', 'holds two phones', 'Keep only one'],
	['Fixo: 1133334444 Cel: 11987654321', 'holds two phones', 'Keep only one'],
	['(11) 3333-4444 ramal 12', 'has letters in it', 'ramal 12'],
	['11 3333-4444 ramal 1234', 'has letters in it', 'Remove the words'],
	['não tem', 'has letters in it', 'Leave it empty'],
	['wa.me/message/ABC', 'has letters in it', 'Remove the words'],
	['120363025246125486@g.us', 'is the ID of a group, not a phone', 'area code'],
	['5511987654321-1609459200@g.us', 'is the ID of a group, not a phone', 'area code'],
	[
		'186728372847616@lid',
		'is an ID that the messaging platform uses to hide the phone',
		'area code',
	],
	['1234 5678 9012 3456', 'has too many digits for a phone', 'area code'],
])('%j is refused: it %s', (value, problem, advice) => {
	for (const parse of [parsePhoneAsTyped, parseMessagePhoneAsTyped]) {
		const { message, remedy } = refusalOf(() => parse(value, 'Phone'));
		expect(message).toBe(`“Phone” ${problem}`);
		expect(remedy).toContain(advice);
	}
});

test.each([
	'11 98765/4321',
	'5511 98765/4321',
	'11/98765-4321',
	'011/3333/4444',
	'+49 30/12345678',
])('%j is one phone', (phone) => {
	expect(parsePhoneAsTyped(phone, 'Phone')).toBe(phone);
});

describe('the phones of a company', () => {
	test.each([['☎'], [['\u00ad', "'"]], [[]]])('%j are none, and empty no list', (value) => {
		expect(parsePhonesAsTyped(value, 'Phones')).toBeUndefined();
	});

	test.each<[unknown, JsonValue[]]>([
		['1133334444; (11) 98765-4321', ['1133334444', '(11) 98765-4321']],
		["'1133334444, tel:+55 11 98765-4321", ['1133334444', '+55 11 98765-4321']],
		['(11) 3333-4444 ramal 12, 1191', ['(11) 3333-4444 ramal 12', '1191']],
		[1133334444, ['1133334444']],
		['"1133334444"', ['1133334444']],
		[
			['\u200b1133334444', 'reception', '5,51198E+12', 7, { a: 1 }],
			['1133334444', 'reception', '5,51198E+12', 7, { a: 1 }],
		],
	])('%j are %j', (value, phones) => {
		expect(parsePhonesAsTyped(value, 'Phones')).toEqual(phones);
	});

	test.each<[string, string, string]>([
		['5,51198E+12', 'was shortened by a spreadsheet', 'number without decimals'],
		["['1133334444','1144445555']", 'is a list, but not valid JSON', 'commas'],
		["'1133334444','1144445555'", 'begins with a quotation mark', 'commas'],
		['"1133334444", "1144445555"', 'begins with a quotation mark', 'commas'],
		['1133334444; 5,51198E+12', 'was shortened by a spreadsheet', 'number without decimals'],
		['1133334444 / 11987654321', 'holds two phones', 'comma'],
		['1133334444, 120363025246125486@g.us', 'is the ID of a group', 'area code'],
	])('%j are refused: it %s', (value, problem, advice) => {
		const { message, remedy } = refusalOf(() => parsePhonesAsTyped(value, 'Phones'));
		expect(message).toContain(`“Phones” ${problem}`);
		expect(remedy).toContain(advice);
	});
});

test.each<[string, string | undefined]>([
	['98765-4321', 'has no area code'],
	['+55 98765-4321', 'has no area code'],
	['+55 3333-4444', 'has no area code'],
	['3333-4444', 'has no area code'],
	['123456789', 'has no area code'],
	['(41) 9801-22', 'has too few digits behind its area code'],
	['119876543210', 'has more digits than a Brazilian phone'],
	['49 30 12345678 90', 'has more digits than a Brazilian phone'],
	['0044 20 7946 0958', 'has more digits than a Brazilian phone'],
	['00351 912 345 678', 'has more digits than a Brazilian phone'],
	['0055 21 98123-4508', 'begins with 0055'],
	['00 (55) 21 3333-4444', 'begins with 0055'],
	['00552198123-4508', 'begins with 0055'],
	// A phone of Spain as well, dialed through a carrier.
	['0055 34 912 345 678', 'begins with 0055'],
	['055 31 98111-0012', 'begins with 055'],
	['0 (55) 31 3333-4444', 'begins with 055'],
	['055 98123-4508', undefined],
	['00 55 98123-4508', 'begins with 0055 and has no area code'],
	['0055 3333-4444', 'begins with 0055 and has no area code'],
	['1 0055 3333-4444', 'has more digits than a Brazilian phone'],
	['55119876543210', 'has more digits than a Brazilian phone'],
	['(11) 98765-4321', undefined],
	['(11) 3333-4444', undefined],
	['5511987654321', undefined],
	['551133334444', undefined],
	['(011) 98765-4321', undefined],
	['011 3333-4444', undefined],
	['55 011 98765-4321', undefined],
	['14155238886', undefined],
	['+1 415 523 8886', undefined],
	['+44 20 7946 0958', undefined],
	['+49 30 1234567890', undefined],
	['+376 812345', undefined],
	['whatsapp:+5511987654321', undefined],
])('a message to %j: %s', (phone, problem) => {
	if (problem === undefined) {
		expect(parseMessagePhoneAsTyped(phone, 'Phone')).toBe(phone.replace('whatsapp:', ''));
		return;
	}
	const { message, remedy } = refusalOf(() => parseMessagePhoneAsTyped(phone, 'Phone'));
	expect(message).toBe(`“Phone” ${problem}`);
	expect(remedy).toContain('start with + and the country code');
	expect(parsePhoneAsTyped(phone, 'Phone')).toBe(phone);
});

test.each<[string, string | undefined]>([
	['98765-4321', 'has no area code'],
	['3333-4444', 'has no area code'],
	['3333-4004', 'has no area code'],
	['(041) 9801-22', 'has too few digits behind its area code'],
	['+55 98765-4321', 'has no area code'],
	['+55 3333-4444', 'has no area code'],
	['(11) 98765-4321', undefined],
	['+1 415 555 0100', undefined],
	['+55 4004-1234', undefined],
	['+55 4003-1234', undefined],
	['119876543210', undefined],
	['4004-1234', undefined],
	['3003 1234', undefined],
	['0300 123 456', undefined],
	['0800-1234', undefined],
])('a contact with the phone %j: %s', (phone, problem) => {
	if (problem === undefined) expect(parsePhoneAsTypedWithAreaCode(phone, 'Phone')).toBe(phone);
	else
		expect(refusalOf(() => parsePhoneAsTypedWithAreaCode(phone, 'Phone')).message).toBe(
			`“Phone” ${problem}`,
		);
});

test.each<[string, string | undefined]>([
	['14155238886', 'has eleven digits, but the third is not 9'],
	['(11) 8765-43210', 'has eleven digits, but the third is not 9'],
	['2025550123', 'has an area code that does not exist'],
	['(20) 98765-4321', 'has an area code that does not exist'],
	['0119876543', 'has an area code that does not exist'],
	['0800 723 1234', 'is a toll-free number (0800)'],
	['0800-7231234', 'is a toll-free number (0800)'],
	['0800 723 123', 'is a toll-free number (0800)'],
	['(11) 98765-4321', undefined],
	['(11) 3333-4444', undefined],
	['(11) 8765-4321', undefined],
	['(55) 99876-5432', undefined],
	['(011) 98765-4321', undefined],
	['(011) 3333-4444', undefined],
	['55 011 98765-4321', undefined],
	['5511987654321', undefined],
	['+1 415 523 8886', undefined],
	['+55 20 98765-4321', undefined],
	['3333-4444', undefined],
])('%j is not a Brazilian phone: %s', (phone, why) => {
	expect(brazilianPhoneProblem(phone)).toBe(why);
});

test('all area codes of Brazil are known', () => {
	const codes = Array.from({ length: 90 }, (_, code) => String(code + 10));
	const known = codes.filter((code) => brazilianPhoneProblem(`${code}987654321`) === undefined);
	expect(known.join(' ')).toBe(
		'11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99',
	);
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
	expect(listedPhoneKey(one) === listedPhoneKey(other)).toBe(isSame);
});

test('names the field in an error', () => {
	const { read } = phoneField({ displayName: 'Mobile', name: 'mobile' });
	expect(refusalOf(() => read('x', UTC)).message).toBe('“Mobile” has letters in it');
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
	expect(phones.map(comparablePhone)).toEqual(phones.map(() => number));
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
	expect(phones.map(phoneKeyIgnoringNinthDigit)).toEqual(phones.map(() => subscriber));
});
