import { phoneWarnings } from '../../../nodes/CustomerRelationship/execution/prepare/phoneWarnings';

const of = (...phones: Array<string | undefined>) =>
	phoneWarnings(phones.map((phone, item) => ({ item, phone, message: undefined })));

test('does not warn of whole numbers, nor where there is none', () => {
	const warnings = of('(11) 98765-4321', '(11) 3333-4444', undefined, undefined);
	expect(warnings.hints).toEqual([]);
	expect(warnings.of(0)).toEqual([]);
});

test('a mobile number with eight digits is warned of where it stands', () => {
	const warnings = of('(11) 98765-4321', '(11) 8765-4321', '+55 11 7765-4321');
	const lacks =
		'eight digits behind the area code, of which the first is 6 to 9, while mobile numbers in Brazil have nine';
	expect(warnings.of(0)).toEqual([]);
	expect(warnings.of(1)).toEqual([`The phone has ${lacks}.`]);
	expect(warnings.hints).toEqual([
		`Is a 9 missing in (11) 8765-4321 (item 1), +55 11 7765-4321 (item 2)? They have ${lacks}. If so, correct it first: to the service the corrected phone may be another contact. The first item is item 0.`,
	]);
	const one = of('(11) 8765-4321').hints[0];
	expect(one).toMatch(/^Is a 9 missing in \(11\) 8765-4321 \(item 0\)\? It has /);
	const many = Array.from({ length: 7 }, (_, n) => `(11) 8765-432${n}`);
	expect(of(...many).hints[0]).toContain('(11) 8765-4324 (item 4) and 2 more? They');
});

test('one number of several items is warned of on each of them, however it is written', () => {
	const warnings = of('(11) 98765-4321', '(21) 98765-4321', '+5511987654321');
	expect(warnings.of(0)).toEqual(['The same phone is that of items 0 and 2.']);
	expect(warnings.of(2)).toEqual(warnings.of(0));
	expect(warnings.of(1)).toEqual([]);
	expect(warnings.hints).toEqual([
		'The phone (11) 98765-4321 is that of items 0 and 2: they are one contact to the service. Of a field that several of them fill in, it keeps what was written last; tags are added up.',
	]);
	const phone = '+5511987654321';
	const message = { isTemplate: true, guards: { most: 50, hours: undefined } };
	const means = (oncePerPhone?: string) =>
		phoneWarnings([0, 1].map((item) => ({ item, phone, message: { ...message, oncePerPhone } })))
			.hints;
	expect(means()).toEqual([
		'The phone +5511987654321 is that of items 0–1: each is a message to it.',
	]);
	expect(means('a')[0]).toMatch(/: Once per Phone sends a template to it at most once\.$/);
});

test('of many phones that items share five are named', () => {
	const phones = Array.from({ length: 7 }, (_, n) => `(11) 98765-432${n}`);
	const { hints } = of(...phones, ...phones);
	expect(hints).toHaveLength(6);
	expect(hints[5]).toBe('2 more phones are repeated.');
	const six = phones.slice(0, 6);
	expect(of(...six, ...six).hints[5]).toBe('1 more phone is repeated.');
	const five = phones.slice(0, 5);
	expect(of(...five, ...five).hints).toHaveLength(5);
});
