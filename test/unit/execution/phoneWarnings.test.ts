import { phoneWarnings } from '../../../nodes/CustomerRelationship/execution/prepare/phoneWarnings';

const of = (...phones: Array<string | undefined>) =>
	phoneWarnings(phones.map((phone, item) => ({ item, phone, sharedPhoneClause: undefined })));

test('does not warn of whole numbers, nor where there is none', () => {
	const warnings = of('(11) 98765-4321', '(11) 3333-4444', undefined, undefined);
	expect(warnings.forPanel).toEqual([]);
	expect(warnings.forItem(0)).toEqual([]);
});

test('a mobile number with eight digits is warned of where it stands', () => {
	const warnings = of('(11) 98765-4321', '(11) 8765-4321', '+55 11 7765-4321');
	const lacks =
		'eight digits after the area code, of which the first is 6 to 9, while mobile numbers in Brazil have nine';
	expect(warnings.forItem(0)).toEqual([]);
	expect(warnings.forItem(1)).toEqual([`The phone has ${lacks}.`]);
	expect(warnings.forPanel).toEqual([
		`Is a 9 missing in (11) 8765-4321 (item 1; the first item is 0), +55 11 7765-4321 (item 2)? They have ${lacks}. If so, correct it first: to the service the corrected phone may be another contact.`,
	]);
	const one = of('(11) 8765-4321').forPanel[0];
	expect(one).toMatch(
		/^Is a 9 missing in \(11\) 8765-4321 \(item 0; the first item is 0\)\? It has /,
	);
	const many = Array.from({ length: 7 }, (_, n) => `(11) 8765-432${n}`);
	expect(of(...many).forPanel[0]).toContain('(11) 8765-4324 (item 4) and 2 more? They');
});

describe('a phone that counts as Brazilian and is none', () => {
	const writing = (...phones: string[][]) =>
		phoneWarnings(
			phones.map((some, item) => ({
				item,
				phone: undefined,
				phones: some,
				sharedPhoneClause: undefined,
			})),
		);
	const abroad =
		'The service takes it for one all the same; for another country begin with + and the country code.';

	test('is warned of wherever it is written', () => {
		const warnings = writing(
			['(11) 98765-4321', '+1 415 523 8886'],
			['14155238886'],
			['1133334444', '0800 723 1234', '2025550123'],
		);
		expect(warnings.forItem(0)).toEqual([]);
		expect(warnings.forItem(1)).toEqual([
			`14155238886 is not a Brazilian phone: it has eleven digits, but the third is not 9. ${abroad}`,
		]);
		expect(warnings.forItem(2)).toHaveLength(2);
		expect(warnings.forPanel).toEqual([
			`These are not Brazilian phones: 14155238886 (it has eleven digits, but the third is not 9; item 1; the first item is 0), 0800 723 1234 (it is a toll-free number (0800); item 2), 2025550123 (it has an area code that does not exist; item 2). ${abroad}`,
		]);
		expect(writing(['2025550123']).forPanel[0]).toMatch(
			/^This is not a Brazilian phone: 2025550123 \(/,
		);
	});

	test('is not asked for its ninth digit', () => {
		const phone = '(20) 8765-4321';
		const { forPanel } = phoneWarnings([
			{ item: 0, phone, phones: [phone], sharedPhoneClause: undefined },
		]);
		expect(forPanel).toEqual([expect.stringMatching(/^This is not a Brazilian phone/)]);
	});
});

test('one number of several items is warned of on each of them, however it is written', () => {
	const warnings = of('(11) 98765-4321', '(21) 98765-4321', '+5511987654321');
	expect(warnings.forItem(0)).toEqual(['Items 0 and 2 (the first item is 0) have the same phone.']);
	expect(warnings.forItem(2)).toEqual(warnings.forItem(0));
	expect(warnings.forItem(1)).toEqual([]);
	expect(warnings.forPanel).toEqual([
		'Items 0 and 2 (the first item is 0) have the same phone, (11) 98765-4321: they are one contact to the service. Where several fill in a field, the contact keeps what was written last; tags are added up.',
	]);
	const phone = '+5511987654321';
	const { forPanel } = phoneWarnings(
		[0, 1].map((item) => ({ item, phone, sharedPhoneClause: 'each sends a message to it' })),
	);
	expect(forPanel).toEqual([
		'Items 0–1 (the first item is 0) have the same phone, +5511987654321: each sends a message to it.',
	]);
});

test('of many items that share a phone only the first is named on each', () => {
	const warnings = of(...Array(11).fill('(11) 98765-4321'));
	expect(warnings.forItem(3)).toEqual([
		'Item 0 and 10 others (the first item is 0) have the same phone.',
	]);
});

test('of many phones that items share five are named', () => {
	const phones = Array.from({ length: 7 }, (_, n) => `(11) 98765-432${n}`);
	const { forPanel } = of(...phones, ...phones);
	expect(forPanel).toHaveLength(6);
	expect(forPanel[5]).toBe('2 more phones are repeated.');
	const six = phones.slice(0, 6);
	expect(of(...six, ...six).forPanel[5]).toBe('1 more phone is repeated.');
	const five = phones.slice(0, 5);
	expect(of(...five, ...five).forPanel).toHaveLength(5);
});
