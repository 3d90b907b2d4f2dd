import { invalidItemsText } from '../../../nodes/CustomerRelationship/errors/invalidItems';
import { phoneError } from './phoneError';

const bad = (...items: number[]) =>
	items.map((item) => ({ item, error: phoneError(`row ${item}`) as unknown }));

test('names all bad items with their values, and each remedy once, behind what it is for', () => {
	const [first, second] = bad(3, 7);
	const odd = { item: 9, error: new Error('$json.x is not defined.') };
	expect(invalidItemsText([first!, second!, odd, { item: 10, error: 'odd' }], 12)).toEqual({
		message: '4 of the 12 items can’t be sent',
		description:
			'Item 3: “Phone” has letters in it (“row 3”). Item 7: “Phone” has letters in it (“row 7”). Give a phone. Item 9: $json.x is not defined. Item 10: odd. Check the node’s credential and its expressions. The first item is item 0.',
	});
});

test('groups items with the same problem, and keeps n8n’s advice on an expression', () => {
	const same = (item: number) => ({ item, error: phoneError('x') });
	const ofN8n = (item: number) => ({
		item,
		error: Object.assign(new Error('No such node'), { description: 'Check “Nope”.' }),
	});
	expect(
		invalidItemsText([0, 1, 2, 5].map(same).concat([3, 4].map(ofN8n) as never), 6).description,
	).toBe(
		'Items 0–2 and 5: “Phone” has letters in it (“x”). Give a phone. Items 3–4: No such node. Check “Nope”. The first item is item 0.',
	);
	const twelve = invalidItemsText(
		[...bad(...Array(12).keys()), ...bad(10).map(() => same(30))],
		40,
	);
	expect(twelve.description).toContain('Nor can items 10–11 and 30. ');
});

test('describes ten problems, and gives only the numbers of further items', () => {
	const { description } = invalidItemsText(bad(...Array(10).keys(), 12, 13, 14, 20), 30);
	expect(description).toMatch(
		/Item 9: [^.]*\. Give a phone\. Nor can items 12–14 and 20\. The first item is item 0\.$/,
	);
	expect(invalidItemsText(bad(...Array(11).keys()), 30).description).toContain('Nor can item 10. ');
	expect(invalidItemsText(bad(...Array(10).keys()), 30).description).not.toContain('Nor can');
});

test('numbers further items in their order, also if they share a problem', () => {
	const twelve = [...bad(...Array(12).keys()), { ...bad(10)[0]!, item: 30 }];
	expect(invalidItemsText(twelve, 40).description).toContain('Nor can items 10–11 and 30. ');
});

test.each([
	['an error without advice of its own', Object.assign(new Error('Odd'), { description: '' })],
	['an error that nobody described', undefined],
])('gives general advice for %s', (_, error) => {
	expect(invalidItemsText([...bad(0), { item: 1, error }], 2).description).toMatch(
		/Item 1: .*\. Check the node’s credential and its expressions\. The first item is item 0/,
	);
});
