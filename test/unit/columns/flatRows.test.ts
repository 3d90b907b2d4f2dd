import type { IDataObject } from 'n8n-workflow';
import { parseCustomFieldEntries } from '../../../nodes/CustomerRelationship/fields/parsers/customFields';
import { inferTypes } from '../../../nodes/CustomerRelationship/fields/parsers/customFieldTypes';
import { parseList } from '../../../nodes/CustomerRelationship/fields/parsers/list';
import { parseReais } from '../../../nodes/CustomerRelationship/fields/parsers/money';
import { typedBodyOf } from '../../../nodes/CustomerRelationship/resources/shared/fieldTypes';
import { toFlatRows } from '../../../nodes/CustomerRelationship/columns/flatRows';

const nested = (depth: number): IDataObject =>
	depth === 0 ? { value: 1 } : { a: nested(depth - 1) };

test.each<[rule: string, record: IDataObject, row: IDataObject]>([
	[
		'plain values stay',
		{ id: 'c1', isActive: false, n: 0, phone: null },
		{
			...{ id: 'c1', isActive: false, n: 0, phone: null },
		},
	],
	[
		'a list becomes a text with commas',
		{ tags: ['vip', 'São Paulo', 3] },
		{ tags: 'vip, São Paulo, 3' },
	],
	['an empty list becomes an empty text', { tags: [] }, { tags: '' }],
	[
		'a list whose entries hold separators becomes JSON, which fields for lists read',
		{ tags: ['sofá, azul', 'b'], emails: ['a;b'] },
		{ tags: '["sofá, azul","b"]', emails: '["a;b"]' },
	],
	['a list of objects becomes JSON', { products: [{ id: 1 }] }, { products: '[{"id":1}]' }],
	[
		'an object becomes columns, at any depth',
		{ address: { city: 'Curitiba', geo: { lat: 1 }, lines: ['a', 'b'] }, media: {} },
		{ address_city: 'Curitiba', address_geo_lat: 1, address_lines: 'a, b' },
	],
	['objects within twenty others are columns', nested(20), { [`${'a_'.repeat(20)}value`]: 1 }],
	['deeper ones are left out', { ...nested(21), id: 'c1' }, { id: 'c1' }],
	[
		'a custom field becomes a column by its slug',
		{
			id: 'c1',
			customFields: { origem: 'Feira', interesses: ['sala', 'quarto'], obra: { m2: 40 } },
		},
		{ id: 'c1', origem: 'Feira', interesses: 'sala, quarto', obra_m2: 40 },
	],
	[
		'a custom field whose name is taken gets a prefix',
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
		'a custom field that fits the same heading as another column gets a prefix',
		{ email: 'a@b', customFields: { e_mail: 'c@d' } },
		{ email: 'a@b', custom_e_mail: 'c@d' },
	],
	[
		'a custom field that is read as another column by its usual heading gets a prefix',
		{
			...{ name: 'Ana', phone: null, tags: [] },
			customFields: { whatsapp: '1', nome: 'x', full_name: 'y', phone_number: '2', titulo: 'z' },
		},
		{
			...{ name: 'Ana', phone: null, tags: '', titulo: 'z' },
			...{ custom_whatsapp: '1', custom_nome: 'x', custom_full_name: 'y' },
			custom_phone_number: '2',
		},
	],
	[
		'a custom field that would be joined with the name or the phone gets a prefix',
		{
			...{ name: 'Ana', phone: null },
			customFields: { sobrenome: 'S', first_name: 'x', ddd: '11', ddi: '55', numero: '1' },
		},
		{
			...{ name: 'Ana', phone: null, custom_sobrenome: 'S', custom_first_name: 'x' },
			...{ custom_ddd: '11', custom_ddi: '55', custom_numero: '1' },
		},
	],
	[
		'that is not so for records that lack this column',
		{ title: 'T', customFields: { whatsapp: '1', nome: 'x' } },
		{ title: 'T', whatsapp: '1', nome: 'x' },
	],
	[
		'a custom field named like a property of other records gets a prefix',
		{ title: 'T', customFields: { status: 'x', pipeline: 'y', contact_phone: 'z' } },
		{ title: 'T', custom_status: 'x', custom_pipeline: 'y', custom_contact_phone: 'z' },
	],
	[
		'a custom field named as n8n names a failure gets a prefix: Retry On Fail would read again',
		{ title: 'T', customFields: { error: 'x', error_code: 'y' } },
		{ title: 'T', custom_error: 'x', error_code: 'y' },
	],
	[
		'a list that would be read differently becomes JSON',
		{ tags: ['[1]'], emails: [' a'], phones: [], customFields: { x: ['a', 'b'], y: ["'a'", 'b'] } },
		{ tags: '["[1]"]', emails: '[" a"]', phones: '', x: 'a, b', y: '["\'a\'","b"]' },
	],
	[
		'a list with objects or null becomes JSON; quotes within a text do not count',
		{ a: [{ b: 1 }, 'c'], d: ['x "y"', 'z'], e: [null] },
		{ a: '[{"b":1},"c"]', d: 'x "y", z', e: '[null]' },
	],
	['cents become reais', { valueCents: 199_990 }, { value: 1999.9 }],
	['no value stays null', { valueCents: null }, { value: null }],
	[
		'included names become columns beside the IDs',
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
		'response details become columns',
		{ id: 'c1', _response: { statusCode: 200, requestId: 'r' } },
		{ id: 'c1', _response_statusCode: 200, _response_requestId: 'r' },
	],
	['custom fields that are no object are ignored', { id: 'c1', customFields: null }, { id: 'c1' }],
])('%s', (_, record, row) => {
	expect(toFlatRows([record])).toEqual([row]);
});

test('gives every row the same columns in the same order, custom fields last', () => {
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

test('makes no rows of no records, and does not change the records', () => {
	expect(toFlatRows([])).toEqual([]);
	const record = Object.freeze({
		customFields: Object.freeze({ a: 1 }),
		tags: Object.freeze(['a']),
	});
	toFlatRows([record as unknown as IDataObject]);
	expect(record).toEqual({ customFields: { a: 1 }, tags: ['a'] });
});

test('makes rows that are read back unchanged, also from the texts of a file', () => {
	const customFields = {
		...{ origem: 'Feira', pontuacao: 12.5, aceita: false, interesses: ['sala', 'quarto, azul'] },
	};
	const record = { tags: ['vip', 'São Paulo'], valueCents: 199_990, customFields };
	const [row = {}] = toFlatRows([record]);
	const types = inferTypes([record]);
	for (const cell of [(name: string) => row[name], (name: string) => String(row[name])]) {
		expect(parseList(cell('tags'), 'Tags')).toEqual(record.tags);
		expect(parseReais(cell('value'), 'Value')).toBe(record.valueCents);
		const field = Object.keys(customFields).map((slug) => ({ slug, value: cell(slug) }));
		const body = { customFields: parseCustomFieldEntries({ field }, undefined)! };
		expect(typedBodyOf(body, types)).toEqual({ customFields });
	}
});
