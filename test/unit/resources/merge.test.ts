import type { IDataObject, JsonObject } from 'n8n-workflow';
import {
	bodyForEmptyFields,
	findReplacedValues,
	isUnchanged,
} from '../../../nodes/CustomerRelationship/resources/shared/merge';

test.each<[what: string, record: IDataObject, body: JsonObject, fills: JsonObject]>([
	['null', { name: null }, { name: 'Ana' }, { name: 'Ana' }],
	['an empty text, or blanks', { a: '', b: ' ' }, { a: 'x', b: 'x' }, { a: 'x', b: 'x' }],
	['an empty list or object', { a: [], b: {} }, { a: [1], b: { c: 1 } }, { a: [1], b: { c: 1 } }],
	['what the record lacks', {}, { address: { city: 'X' } }, { address: { city: 'X' } }],
	['not 0 or false', { a: 0, b: false }, { a: 1, b: true }, {}],
	['not with nothing', { a: null, customFields: {} }, { a: null, customFields: { b: [] } }, {}],
	[
		'custom fields and parts of an address one by one',
		{ customFields: { a: 'x', b: null, address: { x: 1 } }, address: { city: 'X', zip: '' } },
		{
			customFields: { a: 'y', b: 'y', c: 'y', address: { y: 1 } },
			address: { city: 'Y', zip: 'Y' },
		},
		{ customFields: { b: 'y', c: 'y' }, address: { zip: 'Y' } },
	],
	['other objects as a whole', { meta: { a: 1 } }, { meta: { b: 1 } }, {}],
])('fills in %s', (_, record, body, fills) => {
	expect(bodyForEmptyFields(record, body)).toEqual(fills);
});

test.each<[what: string, record: IDataObject, body: JsonObject, replaced: object]>([
	['a value', { name: 'Ana' }, { name: 'asdf' }, { name: { from: 'Ana', to: 'asdf' } }],
	['what is cleared', { name: 'Ana' }, { name: null }, { name: { from: 'Ana', to: null } }],
	['0', { valueCents: 0 }, { valueCents: 1 }, { valueCents: { from: 0, to: 1 } }],
	[
		'what holds no list by one, or a list by none',
		{ a: 'x', b: ['x'] },
		{ a: ['x'], b: 'x' },
		{
			a: { from: 'x', to: ['x'] },
			b: { from: ['x'], to: 'x' },
		},
	],
	[
		'other objects as a whole',
		{ meta: { a: 1 } },
		{ meta: { a: 2 } },
		{
			meta: { from: { a: 1 }, to: { a: 2 } },
		},
	],
	['nothing empty', { name: null, tags: [] }, { name: 'Ana', tags: ['a'] }, {}],
	['nothing equal', { name: 'Ana', emails: ['a'] }, { name: 'Ana', emails: ['a'] }, {}],
	['no list that grows', { tags: ['a'] }, { tags: ['a', 'b'] }, {}],
	[
		'no object whose keys are in another order',
		{ meta: { a: 1, b: 2 }, list: [{ a: 1, b: 2 }] },
		{ meta: { b: 2, a: 1 }, list: [{ b: 2, a: 1 }, 'c'] },
		{},
	],
	[
		'a list that loses entries',
		{ tags: ['a', 'b'] },
		{ tags: ['a', 'c'] },
		{ tags: { from: ['a', 'b'], to: ['a', 'c'] } },
	],
	[
		'custom fields and parts of an address by their names',
		{ customFields: { a: 'x', b: null }, address: { city: 'X' } },
		{ customFields: { a: 'y', b: 'y' }, address: { city: 'Y' } },
		{ 'customFields.a': { from: 'x', to: 'y' }, 'address.city': { from: 'X', to: 'Y' } },
	],
])('replaces %s', (_, record, body, replaced) => {
	expect(findReplacedValues(record, body)).toEqual(replaced);
});

test.each<[what: string, record: IDataObject, body: JsonObject, isNothingToWrite: boolean]>([
	['equal values', { name: 'Ana', tags: ['a'] }, { name: 'Ana', tags: ['a'] }, true],
	['another value', { name: 'Ana' }, { name: 'Bia' }, false],
	[
		'some of the custom fields and parts of the address',
		{ customFields: { a: 'x', b: 'x' }, address: { city: 'X', zip: '1' } },
		{ customFields: { a: 'x' }, address: { city: 'X' } },
		true,
	],
	[
		'one of two custom fields',
		{ customFields: { a: 1, b: 1 } },
		{ customFields: { a: 1, b: 2 } },
		false,
	],
	['another part of the address', { address: { city: 'X' } }, { address: { zip: '1' } }, false],
	['an address that the record lacks', { address: null }, { address: {} }, false],
	['another object, equal', { meta: { a: 1 } }, { meta: { a: 1 } }, true],
	[
		'objects whose keys are in another order',
		{ meta: { a: 1, b: [{ c: 1, d: 2 }] }, customFields: { x: { e: 1, f: 2 } } },
		{ meta: { b: [{ d: 2, c: 1 }], a: 1 }, customFields: { x: { f: 2, e: 1 } } },
		true,
	],
	['a list in another order', { meta: [1, 2] }, { meta: [2, 1] }, false],
	[
		'some of another object, which it replaces',
		{ meta: { a: 1, b: 1 } },
		{ meta: { a: 1 } },
		false,
	],
])('is unchanged by %s', (_, record, body, isNothingToWrite) => {
	expect(isUnchanged(record, body)).toBe(isNothingToWrite);
});
