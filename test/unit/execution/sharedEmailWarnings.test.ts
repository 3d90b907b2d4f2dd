import { sharedEmailWarnings } from '../../../nodes/CustomerRelationship/execution/prepare/sharedEmailWarnings';
import { prepared, type Values } from '../resources/requests';

const of = (...items: Values[]) =>
	sharedEmailWarnings(
		items.map((values, item) => ({ item, intent: prepared('contact.upsert', values).intent })),
	);
const phone = '(11) 98765-4321';
const email = 'ana@example.com';

test('one email of several items is warned of on each of them, whatever its case', () => {
	const warnings = of({ email }, { email: 'bia@example.com' }, { email: 'ANA@example.com' });
	expect([0, 1, 2].map(warnings.forItem)).toEqual([
		['Items 0 and 2 (the first item is 0) have the same email.'],
		[],
		['Items 0 and 2 (the first item is 0) have the same email.'],
	]);
	expect(warnings.forPanel).toEqual([
		'Items 0 and 2 (the first item is 0) have the same email, ana@example.com: to the service they may be one contact. Where several fill in a field, the contact keeps what was written last; tags are added up.',
	]);
});

test.each<[what: string, items: Values[], hints: number]>([
	[
		'two phones: the service looks by them',
		[
			{ email, phone },
			{ email, phone: '1133334444' },
		],
		0,
	],
	['a phone, and none', [{ email, phone }, { email }], 1],
	['no email', [{ name: 'Ana' }, { name: 'Ana' }], 0],
	['an email that Your Own JSON takes away', Array(2).fill(nulled()), 0],
])('items with %s', (_, items, hints) => {
	expect(of(...items).forPanel).toHaveLength(hints);
});

function nulled(): Values {
	return { email, additionalFields: { additionalBody: { email: null } } };
}

test('a contact whose empty fields alone are filled in keeps what comes first, if all items say so', () => {
	const first = { email, options: { onlyFillEmpty: true } };
	expect(of(first, first).forPanel.join()).toContain('the contact keeps what was written first');
	expect(of(first, { email }).forPanel.join()).toContain('the contact keeps what was written last');
});
