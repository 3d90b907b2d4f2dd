import {
	assertPhoneListEntry,
	assertNotShortened,
	assertPhone,
	assertMessagePhone,
	brazilianPhoneProblem,
} from '../../../nodes/CustomerRelationship/fields/parsers/phoneProblems';
import { refusalOf } from '../fields/refusals';

const problemOf = (judge: () => void) => refusalOf(judge).message.replace('“Phone” ', '');
const accepts = (judge: (phone: string, label: string) => void, phone: string) =>
	expect(() => judge(phone, 'Phone')).not.toThrow();

describe('a phone', () => {
	test.each([
		['120363043@g.us', 'is the ID of a group, not a phone'],
		['120363043@g.us.example', 'has letters in it'],
		['184467@lid', 'is an ID that the messaging platform uses to hide the phone'],
		['184467@lid2', 'has letters in it'],
		['status@broadcast', 'is the ID of a broadcast, not a phone'],
		['120363@newsletter', 'is the ID of a broadcast, not a phone'],
		['120363@newsletters', 'has letters in it'],
		['1,1987654E+10', 'was shortened by a spreadsheet'],
		['+5.511987e12', 'was shortened by a spreadsheet'],
		['55e10', 'was shortened by a spreadsheet'],
		['1,19 E + 10', 'was shortened by a spreadsheet'],
		['a 1,19E+10', 'has letters in it'],
		['1,19E+10 b', 'has letters in it'],
		['(51) 998O1-2216', 'has a letter among its digits'],
		['(51) 99801-221l', 'has a letter among its digits'],
		['11 98765-4321x12', 'has letters in it'],
		['1234567', 'has too few digits for a phone'],
		['1198765432111987654322', 'has too many digits for a phone'],
	])('%s %s', (phone, problem) => {
		expect(problemOf(() => assertPhone(phone, 'Phone'))).toBe(problem);
	});

	test.each([
		'3333-4444 ou 4444-5555',
		'3333-4444 4444-5555 ',
		'3333-4444/4445/4446',
		'(11) 93333-4444 // 4445',
		'(11) 93333-4444\r\n4445',
		'(11) 98765-4321(11) 98765-4322',
		'+5511987654321+5511987654322',
		'11987654321 11987654322',
		'11987654321.11987654322',
		'11987654321-11987654322',
		'33334444 / 44445555',
		'33334444\n44445555',
		'33334444 - 44445555',
		`${'1'.repeat(4)}-${'2'.repeat(4)}${' '.repeat(30)}4444-5555`,
	])('that is two is refused: %j', (phone) => {
		const problem = 'holds two phones';
		expect(problemOf(() => assertPhone(phone, 'Phone'))).toBe(problem);
		expect(problemOf(() => assertPhoneListEntry(phone, 'Phone'))).toBe(problem);
	});

	test.each(['(11) 3333-4444/1/4445', '551/19333344444', '(11) 98765-4321', '+55 11 3333.4444'])(
		'in a mask of its own is one: %s',
		(phone) => accepts(assertPhone, phone),
	);

	test.each(['(12) 34-5678 4444-5555', '3333-44445 4444-5555'])(
		'without its area code is one of two only where a hyphen stands in its place: %s',
		(phone) => {
			expect(problemOf(() => assertPhone(phone, 'Phone'))).toBe('has too many digits for a phone');
		},
	);
});

test('of several phones each is looked at for what a spreadsheet shortened', () => {
	const several = (phones: string) => assertNotShortened(phones, 'Phone');
	expect(problemOf(() => several('(11) 98765-4321; 1,1987654E+10 '))).toBe(
		'was shortened by a spreadsheet',
	);
	expect(() => several('(11) 98765-4321; (11) 98765-4322')).not.toThrow();
});

describe('a phone that a message is sent to', () => {
	test.each([
		['(41) 9801-22', 'has too few digits behind its area code'],
		['98765-4321', 'has no area code'],
		['+55 98765-4321', 'has no area code'],
		['+55 3333-4444', 'has no area code'],
		['1551198765432', 'has more digits than a Brazilian phone'],
	])('%s %s', (phone, problem) => {
		expect(problemOf(() => assertMessagePhone(phone, 'Phone'))).toBe(problem);
	});

	test.each(['+55 91 98765-4321', '+1 559 1234 5678', '0 11 98765-4321', '55 0 11 98765-4321'])(
		'%s can be reached',
		(phone) => accepts(assertMessagePhone, phone),
	);
});

describe('of ten or eleven digits', () => {
	test.each([
		['0800 123 4567', 'is a toll-free number (0800)'],
		['90 8001-2345', 'has an area code that does not exist'],
		['08010012345', 'has an area code that does not exist'],
		['2012345678 +', 'has an area code that does not exist'],
		['11 88765-4321', 'has eleven digits, but the third is not 9'],
	])('%s: %s', (phone, problem) => {
		expect(brazilianPhoneProblem(phone)).toBe(problem);
	});

	test.each([
		...['11 90800-1234', '01800123456', '08100123456', '(11) 3333-4444'],
		...['(+20) 12345678', '20123456', '20123456789012'],
	])('%s may be one of Brazil or of another country', (phone) => {
		expect(brazilianPhoneProblem(phone)).toBeUndefined();
	});
});
