import type { IDataObject } from 'n8n-workflow';
import {
	parseCustomFieldEntries,
	resolveCustomFields,
} from '../../../nodes/CustomerRelationship/fields/parsers/customFields';
import { inferTypes } from '../../../nodes/CustomerRelationship/fields/parsers/customFieldTypes';
import { parseList } from '../../../nodes/CustomerRelationship/fields/parsers/list';
import { reaisToCents } from '../../../nodes/CustomerRelationship/fields/parsers/money';
import { toFlatRows } from '../../../nodes/CustomerRelationship/columns/flatRows';

test.each<[rule: string, record: IDataObject, row: IDataObject]>([
	[
		'plain values stay',
		{ id: 'c1', isActive: false, n: 0, phone: null },
		{
			...{ id: 'c1', isActive: false, n: 0, phone: null },
		},
	],
	[
		'a list is a text with commas',
		{ tags: ['vip', 'São Paulo', 3] },
		{ tags: 'vip, São Paulo, 3' },
	],
	['an empty list is an empty text', { tags: [] }, { tags: '' }],
	[
		'a list whose entries hold what they would be split at is JSON, as fields for lists take it',
		{ tags: ['sofá, azul', 'b'], emails: ['a;b'] },
		{ tags: '["sofá, azul","b"]', emails: '["a;b"]' },
	],
	['so is one that holds objects', { products: [{ id: 1 }] }, { products: '[{"id":1}]' }],
	[
		'an object becomes columns, at any depth',
		{ address: { city: 'Curitiba', geo: { lat: 1 }, lines: ['a', 'b'] }, media: {} },
		{ address_city: 'Curitiba', address_geo_lat: 1, address_lines: 'a, b' },
	],
	[
		'custom fields stand at the top by their slug',
		{
			id: 'c1',
			customFields: { origem: 'Feira', interesses: ['sala', 'quarto'], obra: { m2: 40 } },
		},
		{ id: 'c1', origem: 'Feira', interesses: 'sala, quarto', obra_m2: 40 },
	],
	[
		'but where that name is taken',
		{
			customFields: { name: 'x', value: 1, valueCents: 2, address_city: 'y' },
			name: 'Ana',
			valueCents: 5,
			address: { city: 'Z' },
		},
		{
			...{ name: 'Ana', value: 0.05, address_city: 'Z' },
			...{ custom_name: 'x', custom_value: 1, custom_valueCents: 2, custom_address_city: 'y' },
		},
	],
	[
		'or one that reads alike as a heading',
		{ email: 'a@b', customFields: { e_mail: 'c@d' } },
		{ email: 'a@b', custom_e_mail: 'c@d' },
	],
	[
		'or one that the records of other runs have',
		{ title: 'T', customFields: { status: 'x', pipeline: 'y', contact_phone: 'z' } },
		{ title: 'T', custom_status: 'x', custom_pipeline: 'y', custom_contact_phone: 'z' },
	],
	[
		'a list that would not read as the same again is JSON',
		{ tags: ['[1]'], emails: [' a'], phones: [], customFields: { x: ['a', 'b'] } },
		{ tags: '["[1]"]', emails: '[" a"]', phones: '', x: 'a, b' },
	],
	['cents become reais', { valueCents: 199_990 }, { value: 1999.9 }],
	['no value is none', { valueCents: null }, { value: null }],
	[
		'names that were added stand beside the IDs',
		{
			...{ contactId: 'c1', valueCents: 1, _value: 0.01 },
			_names: { stage: 'Novo', contact: 'Ana', contactPhone: '+55', contactEmail: null },
		},
		{
			...{ contactId: 'c1', value: 0.01, stage: 'Novo', contact: 'Ana' },
			...{ contact_phone: '+55', contact_email: null },
		},
	],
	[
		'response details are columns, too',
		{ id: 'c1', _response: { statusCode: 200, requestId: 'r' } },
		{ id: 'c1', _response_statusCode: 200, _response_requestId: 'r' },
	],
	['what is no object of custom fields holds none', { id: 'c1', customFields: null }, { id: 'c1' }],
])('%s', (_, record, row) => {
	expect(toFlatRows([record])).toEqual([row]);
});

test('every row has the same columns in the same order, standard ones before custom fields', () => {
	const rows = toFlatRows([
		{ id: 'a', customFields: { origem: 'Feira', constructor: 'x' } },
		{ id: 'b', phone: '+55', customFields: { phone: 'y', origem: null } },
		{},
	]);
	expect(rows).toEqual([
		{ id: 'a', phone: null, origem: 'Feira', constructor: 'x', custom_phone: null },
		{ id: 'b', phone: '+55', origem: null, constructor: null, custom_phone: 'y' },
		{ id: null, phone: null, origem: null, constructor: null, custom_phone: null },
	]);
	for (const row of rows) {
		expect(Object.keys(row)).toEqual(['id', 'phone', 'origem', 'constructor', 'custom_phone']);
	}
});

test('no records are no rows, and the records stay as they are', () => {
	expect(toFlatRows([])).toEqual([]);
	const record = Object.freeze({
		customFields: Object.freeze({ a: 1 }),
		tags: Object.freeze(['a']),
	});
	toFlatRows([record as unknown as IDataObject]);
	expect(record).toEqual({ customFields: { a: 1 }, tags: ['a'] });
});

test('what a row holds is read back as it was, as values and as the texts of a file', () => {
	const customFields = {
		...{ origem: 'Feira', pontuacao: 12.5, aceita: false, interesses: ['sala', 'quarto, azul'] },
	};
	const record = { tags: ['vip', 'São Paulo'], valueCents: 199_990, customFields };
	const [row = {}] = toFlatRows([record]);
	const types = inferTypes([record]);
	for (const cell of [(name: string) => row[name], (name: string) => String(row[name])]) {
		expect(parseList(cell('tags'), 'Tags')).toEqual(record.tags);
		expect(reaisToCents(cell('value'), 'Value')).toBe(record.valueCents);
		const field = Object.keys(customFields).map((slug) => ({ slug, value: cell(slug) }));
		const body = { customFields: parseCustomFieldEntries({ field }, undefined)! };
		expect(resolveCustomFields(body, types)).toEqual({ customFields });
	}
});
