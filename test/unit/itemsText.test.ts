import { itemsText } from '../../nodes/CustomerRelationship/itemsText';

const nameOf = (item: number) => ['Ana', 'Bia', undefined, 'Davi'][item];

test.each([
	[[0], 'Ana [item 0]'],
	[[0, 2], 'Ana [item 0] and item 2'],
	[[0, 1, 3], 'Ana [item 0], Bia [item 1] and Davi [item 3]'],
	[[0, 1, 2, 3], 'items 0–3'],
	[[2], 'item 2'],
])('names up to three items that have names: %j', (items, text) => {
	expect(itemsText(items, nameOf)).toBe(text);
});
