import {
	listOfItems,
	customerNameIn,
} from '../../../nodes/CustomerRelationship/execution/itemName';
import { ItemLedgerEntry } from '../../../nodes/CustomerRelationship/execution/ledger/ledgerEntry';

const PHONE = '(11) 98765-4321';

test.each([
	[{ nome: 'Ana Souza', Telefone: PHONE }, `Ana Souza, ${PHONE}`],
	[{ phone: 11987654321, name: ' Ana  \n Souza ' }, 'Ana Souza, 11987654321'],
	[{ WhatsApp: PHONE }, PHONE],
	[{ nome: ' ', celular: PHONE, name: 'Ana' }, `Ana, ${PHONE}`],
	[{ name: 'x'.repeat(100_000) }, expect.stringMatching(/^x{50,60}…?$/)],
	[{ name: { first: 'Ana' }, ddd: '11', sobrenome: 'Souza' }, undefined],
	// n8n shows hints as HTML.
	[{ name: 'Ana <b>Souza</b>' }, 'Ana <b>Souza</b>'],
	[{}, undefined],
])('the item %j is called %j', (json, name) => {
	expect(customerNameIn(json)).toEqual(name);
});

const item = (index: number, json = {}) => ({
	...{
		index,
		nameOf: () => customerNameIn(json),
		operation: undefined,
		entry: new ItemLedgerEntry(),
	},
});

test('a few items are called by their names, with their numbers behind', () => {
	const ana = item(2, { nome: 'Ana Souza', telefone: PHONE });
	expect(listOfItems([ana])).toBe(`Ana Souza, ${PHONE} [item 2]`);
	expect(listOfItems([item(0), ana])).toBe(`item 0 and Ana Souza, ${PHONE} [item 2]`);
	expect(listOfItems([item(0), item(1)])).toBe('items 0–1');
	expect(listOfItems([ana, item(3), item(4), item(5)])).toBe('items 2–5');
});
