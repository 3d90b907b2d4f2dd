import { DateTime } from 'luxon';
import { rowReader } from '../../../nodes/CustomerRelationship/columns/rowReader';
import { addUnmatchedHeadingsToRemedy } from '../../../nodes/CustomerRelationship/columns/unmatchedHeadings';
import type { IDataObject } from 'n8n-workflow';
import { columnsField } from '../../../nodes/CustomerRelationship/columns/panel';
import {
	LEFT_OUT_REASONS,
	type LeftOut,
} from '../../../nodes/CustomerRelationship/columns/leftOut';
import { HeadingLookup } from '../../../nodes/CustomerRelationship/columns/headings';
import { judge } from '../../../nodes/CustomerRelationship/mistakes/judge';
import { valuesToJudge } from '../../../nodes/CustomerRelationship/mistakes/valuesOf';
import { InvalidInput, MissingInput } from '../../../nodes/CustomerRelationship/invalidInput';
import { refusalOf } from '../fields/refusals';

const mappable = [
	{ id: 'name', label: 'Name' },
	{ id: 'phone', label: 'Phone' },
	{ id: 'companyId', label: 'Company ID' },
	{ id: 'tags', label: 'Tags (Replace All)' },
];
const slugs = ['orig_em', 'origem', 'telefone_2', 'companyId', 'data_de_nascimento'];

const all = (headings: string[], id: string) =>
	headings.map((heading): [string, string] => [heading, id]);

test.each<[heading: string, id: string]>([
	...all(['Nome completo', 'full_name', 'Full Name'], 'name'),
	...all(['name', 'NAME', ' Na-me', '\uFEFFname', 'n_ä_m_e'], 'name'),
	...all(['Company ID', 'company_id', 'companyId'], 'companyId'),
	...all(['Tags (replace all)', 'Etiquetas'], 'tags'),
	...all(['Telefone', 'celular', 'WhatsApp'], 'phone'),
	...all(['Tele\u200bfone', '\u2060Fone', 'phone_number', 'Phone Number'], 'phone'),
	['customFields.\u200borigem', 'customFields.origem'],
	['Data de Nascimento', 'customFields.data_de_nascimento'],
	['customFields.companyId', 'customFields.companyId'],
	['custom_companyId', 'customFields.companyId'],
	['customFields.origem', 'customFields.origem'],
	['origem', 'customFields.origem'],
	['Custom Fields.Data de nascimento', 'customFields.data_de_nascimento'],
	['customFields. Cor ', 'customFields.cor'],
	['customFields.tom-da-cor', 'customFields.tom-da-cor'],
	['customFields.dataNascimento', 'customFields.dataNascimento'],
	['customFields.cor da parede', 'customFields.cor_da_parede'],
	['customFields.Cor do sofá', 'customFields.cor_do_sofa'],
	['customFields.Pré-venda', 'customFields.pre_venda'],
	['customFields. tom-da-cor ', 'customFields.tom-da-cor'],
	...all(['customFields.', 'company', '_name', 'custom_name', ''], 'nothing'),
])('matches the heading %j with %s', (heading, id) => {
	expect(new HeadingLookup(mappable).matcher(slugs)(heading)?.id ?? 'nothing').toBe(id);
});

const labelled = (...ids: string[]) => ids.map((id) => ({ id, label: `Label of ${id}` }));

test.each([
	...all(['Nome', 'Nome completo', 'Full Name'], 'name'),
	...all(['Telefone', 'Telefones', 'Celular', 'WhatsApp', 'Phone', 'Fone'], 'phones'),
	...all(['phone number'], 'phones'),
	...all(['E-mail', 'Email'], 'emails'),
	['Razão Social', 'legalName'],
	['Nome Fantasia', 'tradeName'],
	['Título', 'title'],
	['Valor', 'value'],
])('matches the usual heading %j with %s', (heading, id) => {
	const ids = ['name', 'phones', 'emails', 'legalName', 'tradeName', 'title', 'value'];
	expect(new HeadingLookup(labelled(...ids)).matcher([])(heading)?.id).toBe(id);
});

test('matches “E-mail” with a single address where the record has one alone', () => {
	expect(new HeadingLookup(labelled('email')).matcher([])('E-mail')?.id).toBe('email');
});

test('matches a heading of two columns with the first', () => {
	expect(new HeadingLookup(labelled('phone', 'phones')).matcher([])('Telefone')?.id).toBe('phone');
	expect(new HeadingLookup(labelled('phones', 'phone')).matcher([])('Telefone')?.id).toBe('phones');
});

test.each([
	['contacts', 'phone', ['id', 'company'], ['status', 'isActive', 'contact_phone']],
	['companies', 'cnpj', ['id', 'isActive'], ['company', 'status', 'contact']],
	[
		...['deals', 'title'],
		[
			...['id', 'status', 'pipeline', 'stage', 'company', 'contact'],
			...['contact_phone', 'contact_email'],
		],
		['isActive', 'origem'],
	] as const,
])(
	'matches a heading that only records of %s have with no custom field, unless it has a prefix',
	(_resource, column, recordOnly, others) => {
		const slugs = [...recordOnly, ...others];
		const match = new HeadingLookup(labelled(column)).matcher(slugs);
		expect(slugs.filter((slug) => match(slug))).toEqual(others);
		for (const slug of slugs) {
			expect(match(`custom_${slug}`)?.id).toBe(`customFields.${slug}`);
			expect(match(`customFields.${slug}`)?.id).toBe(`customFields.${slug}`);
		}
	},
);

const UNFIT = expect.stringMatching(/^no column fits: /);
const columns = {
	mappable,
	requiredOnPanel: [{ id: 'cnpj', label: 'CNPJ' }],
	replacesLists: false,
};
const automatic = columnsField.default;
/** The properties of a row that are left out, each with what the user reads about it. */
const leftOutTexts = (leftOut: readonly LeftOut[]) =>
	Object.fromEntries(leftOut.map(({ name, reason }) => [name, LEFT_OUT_REASONS[reason]]));
const day = new Date('2026-01-31T12:00:00Z');

test.each([
	['converts dates to texts', { name: day, phone: DateTime.fromJSDate(day).toUTC() }],
	['does not report what the panel gives', { name: day, phone: day, CNPJ: '1' }],
])('%s', (_what, row) => {
	const { cells, leftOut } = rowReader(columns)(automatic, row);
	const text = '2026-01-31T12:00:00.000Z';
	expect([...cells]).toEqual([
		['name', text],
		['phone', text],
	]);
	expect(leftOut).toEqual([]);
});

describe('columns that are mapped by hand', () => {
	const map = (value: unknown, raw?: object | string) =>
		rowReader(columns)({ mappingMode: 'defineBelow', value }, {}, { value: raw });

	test('fill in what is not empty', () => {
		const value = { name: 'Ana', phone: ' ', companyId: null, 'customFields.cor': 'azul' };
		const raw = { name: '={{ $json.x }}', 'customFields.cor': 'azul' };
		expect(map({ ...value, nope: '' }, raw)).toEqual({
			cells: new Map([
				['name', 'Ana'],
				['customFields.cor', 'azul'],
			]),
			inputCells: [
				{ id: 'name', label: 'Columns: name', value: 'Ana', raw: '={{ $json.x }}' },
				{ id: 'customFields.cor', label: 'Columns: customFields.cor', value: 'azul', raw: 'azul' },
			],
			leftOut: [],
		});
	});

	test('have no expression of their own if one gives all of them', () => {
		const { inputCells } = map({ name: '#N/A' }, '={{ $json.row }}');
		expect(inputCells).toEqual([
			{ id: 'name', label: 'Columns', value: { name: '#N/A' }, raw: '={{ $json.row }}' },
		]);
	});

	test('fill in nothing where none is mapped', () => {
		expect(map(null).cells.size).toBe(0);
	});

	test('are refused where the operation has no such column', () => {
		expect(refusalOf(() => map({ name: 'Ana', nope: 'x' }))).toMatchObject({
			message: '“Columns: nope” is no column of this operation',
			remedy: 'Open the node and refresh the list of columns, or empty this one.',
		});
	});
});

test.each([
	[
		{ nope: 'a' },
		expect.stringMatching(/^no column fits: use a heading that .*“customFields.Origem”$/),
	],
	[{ tags: 'a' }, 'an update would replace the whole list'],
	[{ name: { first: 'a' } }, 'it holds an object'],
])('says of %j why it is left out', (row, why) => {
	const { cells, leftOut } = rowReader({ ...columns, replacesLists: true })(automatic, {
		...row,
		phone: '1',
	} as IDataObject);
	expect([...cells.keys()]).toEqual(['phone']);
	expect(leftOutTexts(leftOut)).toEqual({ [String(Object.keys(row)[0])]: why });
});

test('takes a list where it does not replace another', () => {
	const { cells, leftOut } = rowReader(columns)(automatic, { tags: 'a' });
	expect([...cells, ...leftOut]).toEqual([['tags', 'a']]);
});

test('skips what the panel gives, whichever it is', () => {
	const requiredOnPanel = labelled('cnpj', 'stageId');
	const row = { cnpj: 'a', name: 'b', stageId: 'c' };
	const { cells, leftOut } = rowReader({ ...columns, requiredOnPanel })(automatic, row);
	expect([[...cells.keys()], leftOut]).toEqual([['name'], []]);
});

test.each([
	[{ tags: ['a', 1] }, ['tags'], []],
	[{ tags: ['a', null] }, ['tags'], []],
	[{ tags: [day] }, ['tags'], []],
	[{ tags: ['a', { b: 1 }] }, [], ['tags']],
	[{ tags: [{ a: 1 }], nope: {} }, [], ['tags', 'nope']],
	[{ tags: [], nope: [], name: ' ', other: null }, [], []],
	[{ phone: 'x', nope: NaN, other: new Date(NaN) }, ['phone'], ['nope', 'other']],
	[{ phone: 0, name: false }, ['phone', 'name'], []],
])('of %j fills in %j and reports %j', (row, taken, named) => {
	const { cells, leftOut } = rowReader(columns)(automatic, row);
	expect([[...cells.keys()], leftOut.map(({ name }) => name)]).toEqual([taken, named]);
});

describe('the parts of a name', () => {
	const SURNAME_WITHOUT_NAME =
		'a surname is sent only together with a filled “Nome”, “Primeiro Nome” or “First Name”';
	const SECOND = 'another heading fills in the same field';

	test.each<[row: object, name: unknown, leftOut?: object]>([
		[{ Nome: 'Ana', Sobrenome: 'Souza' }, 'Ana Souza'],
		[{ last_name: 'Souza', first_name: 'Ana' }, 'Ana Souza'],
		[{ 'Primeiro Nome': ' Ana ', Surname: ' de Souza ' }, 'Ana de Souza'],
		[{ 'First Name': 'Ana' }, 'Ana'],
		[{ Nome: 'Ana Souza', Sobrenome: 'SOUZA' }, 'Ana Souza'],
		[{ Nome: 'José Araújo', Sobrenome: 'araujo' }, 'José Araújo'],
		[{ Nome: 'Ana  de\u00a0Souza', Sobrenome: 'de Souza' }, 'Ana  de\u00a0Souza'],
		[{ Nome: 'Ana Souza-Lima', Sobrenome: 'Lima' }, 'Ana Souza-Lima'],
		[{ Nome: 'Mariana', Sobrenome: 'Ana' }, 'Mariana Ana'],
		[{ Nome: 'Ana Souza', Sobrenome: 'Souza Lima' }, 'Ana Souza Lima'],
		[{ Nome: 'Ana de Araújo Souza', Sobrenome: 'ARAUJO  Souza Lima' }, 'Ana de Araújo Souza Lima'],
		[{ Nome: 'Ana Souza Lima', Sobrenome: 'Souza' }, 'Ana Souza Lima'],
		[{ Nome: 'Ana de Araújo Lima', Sobrenome: 'lima araujo' }, 'Ana de Araújo Lima'],
		[{ Nome: 'José', Sobrenome: 'da Silva José' }, 'José da Silva José'],
		[{ Nome: 'Ana de Souza', Sobrenome: 'de Souza Lima' }, 'Ana de Souza Lima'],
		...['null', 'NULL', ' N/A ', 'None', 'undefined', '-', '–'].map((none): [object, string] => [
			{ Nome: 'Ana', Sobrenome: none },
			'Ana',
		]),
		[{ Nome: '="Ana"', Sobrenome: '="Souza"' }, 'Ana Souza'],
		[{ Nome: ' ', Sobrenome: 'Souza' }, undefined, { Sobrenome: SURNAME_WITHOUT_NAME }],
		[{ Nome: 'Ana', Sobrenome: '?' }, 'Ana', { Sobrenome: SURNAME_WITHOUT_NAME }],
		[{ Nome: 'Ana', Sobrenome: true }, 'Ana', { Sobrenome: SURNAME_WITHOUT_NAME }],
		[{ Nome: ['Ana'], Sobrenome: 'S' }, ['Ana'], { Sobrenome: SURNAME_WITHOUT_NAME }],
		[{ 'Nome completo': 'Ana', Sobrenome: 'S' }, 'Ana', { Sobrenome: SURNAME_WITHOUT_NAME }],
		[{ name: 'Ana', Sobrenome: 'S' }, 'Ana', { Sobrenome: SURNAME_WITHOUT_NAME }],
		[
			{ full_name: 'Ana Souza', first_name: 'Ana', last_name: 'Souza' },
			'Ana Souza',
			{ first_name: SECOND, last_name: SURNAME_WITHOUT_NAME },
		],
		[{ nome: 'Ana', first_name: 'Bia', surname: 'S' }, 'Ana S', { first_name: SECOND }],
		[{ nome: 'Ana', sobrenome: 'S', surname: '#N/A' }, 'Ana S', { surname: SECOND }],
	])('%j are %j', (row, name, leftOut = {}) => {
		const read = rowReader(columns)(automatic, row as IDataObject);
		expect(read.cells.get('name')).toEqual(name);
		expect(leftOutTexts(read.leftOut)).toEqual(leftOut);
	});

	test('stay the custom fields that they match', () => {
		const schema = ['sobrenome', 'first_name'].map((slug) => ({ id: `customFields.${slug}` }));
		const row = { nome: 'Ana', Sobrenome: 'S', 'First Name': 'B' };
		const { cells } = rowReader(columns)({ mappingMode: 'autoMapInputData', schema }, row);
		expect(Object.fromEntries(cells)).toEqual({
			...{ name: 'Ana', 'customFields.sobrenome': 'S', 'customFields.first_name': 'B' },
		});
	});

	test.each<[row: IDataObject, cells: Array<[id: string, label: string]>]>([
		[
			{ Nome: 'Ana', Sobrenome: '#N/A', DDD: '11', Telefone: '3333-4444' },
			[
				['name', 'Nome'],
				['phone', 'Telefone'],
				['name', 'Sobrenome'],
			],
		],
		[{ 'Nome completo': 'Ana', Sobrenome: '#N/A' }, [['name', 'Nome completo']]],
	])('are judged as names if they are joined: %j', (row, cells) => {
		const { inputCells } = rowReader(columns)(automatic, row);
		expect(inputCells.map(({ id, label }) => [id, label])).toEqual(cells);
	});

	test('belong to the name, whichever column comes first', () => {
		const { cells } = rowReader({ ...columns, mappable: [...mappable].reverse() })(automatic, {
			'First Name': 'Ana',
		});
		expect([...cells]).toEqual([['name', 'Ana']]);
	});
});

describe('the parts of a phone', () => {
	const NO_PHONE = 'no phone of the row lacks it';
	const NO_CODE = 'it is no area code of two digits or country code of up to three';

	test.each<[row: object, phone: unknown, leftOut?: object]>([
		[{ DDD: '11', Telefone: '98765-4321' }, '11 98765-4321'],
		[{ DDD: 11, Celular: 33334444 }, '11 33334444'],
		[{ DDD: '(011)', Telefone: "'98765-4321" }, '11 98765-4321'],
		[{ DDI: '55', DDD: '11', Numero: '987654321' }, '+55 11 987654321'],
		[{ ddi: '+55', ddd: '11.0', Número: '3333-4444' }, '+55 11 3333-4444'],
		[{ DDI: '0055', Telefone: '(11) 98765-4321' }, '+55 (11) 98765-4321'],
		[{ DDI: 55, Telefone: '(55) 3333-4444' }, '+55 (55) 3333-4444'],
		[{ DDI: '351', Telefone: '912 345 678' }, '+351 912 345 678'],
		[{ DDI: '1', DDD: '11', Telefone: '98765-4321' }, '+1 11 98765-4321'],
		[{ DDD: '11', Telefone: '11 98765-4321' }, '11 98765-4321', { DDD: NO_PHONE }],
		[{ DDD: '11', Telefone: '4004-1234' }, '4004-1234', { DDD: NO_PHONE }],
		[{ DDD: '1', Telefone: '98765-4321' }, '98765-4321', { DDD: NO_CODE }],
		[{ DDD: '113', Telefone: '98765-4321' }, '98765-4321', { DDD: NO_CODE }],
		[{ DDD: '11', Telefone: ['98765-4321'] }, ['98765-4321'], { DDD: NO_PHONE }],
		[{ DDI: '5555', Telefone: '1198765-4321' }, '1198765-4321', { DDI: NO_CODE }],
		[{ DDI: '880', Telefone: '1712345678' }, '+880 1712345678'],
		[{ DDI: '351', Telefone: 'n/d' }, 'n/d', { DDI: NO_PHONE }],
		[{ DDI: '55', Telefone: '98765-4321' }, '98765-4321', { DDI: NO_PHONE }],
		[{ DDI: '55', Telefone: '5511987654321' }, '5511987654321', { DDI: NO_PHONE }],
		[{ DDI: '1', Telefone: '14155550100' }, '+14155550100'],
		[{ DDI: 51, Telefone: '51987654321' }, '+51987654321'],
		[{ DDI: '+34', Telefone: '34 911 234 567' }, '+34 911 234 567'],
		[{ DDI: '351', Telefone: 351912345678 }, '+351912345678'],
		[{ DDI: '49', Telefone: '0049 30 1234567' }, '+49301234567'],
		[{ DDI: 54, Telefone: '5411 1234-5678' }, '+5411 1234-5678'],
		[{ DDI: '55', Telefone: '+1 415 555 0100' }, '+1 415 555 0100', { DDI: NO_PHONE }],
		[{ DDD: '11', Telefone: ' ' }, undefined, { DDD: NO_PHONE }],
		// The number of a house.
		[{ Telefone: '11 3333-4444', Numero: '123' }, '11 3333-4444', { Numero: UNFIT }],
		[{ DDD: '11', Numero: '123' }, undefined, { Numero: UNFIT, DDD: NO_PHONE }],
		[{ DDD: '11', Fone: '33334444', Numero: '12345678' }, '11 33334444', { Numero: UNFIT }],
		[{ Numero: '98765432' }, undefined, { Numero: UNFIT }],
	])('%j are %j', (row, phone, leftOut = {}) => {
		const read = rowReader(columns)(automatic, row as IDataObject);
		expect(read.cells.get('phone')).toEqual(phone);
		expect(leftOutTexts(read.leftOut)).toEqual(leftOut);
	});

	test.each([
		[
			{ DDI: '39', Telefone: '392 123-4567' },
			'392 123-4567',
			'+3921234567 if they are, +393921234567',
		],
		[{ DDI: '1', Telefone: 1415555010 }, '1415555010', '+1415555010 if they are, +11415555010'],
		[{ DDI: '34', Telefone: '341234567' }, '341234567', '+341234567 if they are, +34341234567'],
		[{ DDI: '45', Telefone: '4512 3456' }, '4512 3456', '+45123456 if they are, +4545123456'],
	])('%j may have its country code or not', (row, phone, spellings) => {
		const [code] = Object.values(row);
		expect(() => rowReader(columns)(automatic, row)).toThrow(
			expect.objectContaining({
				message: `“Phone” holds “${phone}”, whose first digits may be the country code ${code} or not`,
				remedy: `Write it with + and the country code: ${spellings} if they are not.`,
			}),
		);
	});

	test('go before each phone of a company that lacks them', () => {
		const company = { ...columns, mappable: [{ id: 'phones', label: 'Phones' }] };
		const row = {
			DDI: '55',
			DDD: '11',
			Telefone: '3333-4444; (21) 98765-4321',
			Celular: 5511987654321,
		};
		expect(Object.fromEntries(rowReader(company)(automatic, row).cells)).toEqual({
			phones: ['+55 11 3333-4444', '+55 (21) 98765-4321', '5511987654321'],
		});
		const whole = rowReader(company)(automatic, { ddd: 11, phones: '(21) 98765-4321' });
		expect([...whole.cells]).toEqual([['phones', '(21) 98765-4321']]);
		const apart = rowReader(company)(automatic, { ddd: 11, numero: 33334444 });
		expect([...apart.cells]).toEqual([['phones', ['11 33334444']]]);
		const update = rowReader({ ...company, replacesLists: true })(automatic, {
			ddd: 11,
			numero: 33334444,
		});
		expect([...update.cells]).toEqual([]);
	});

	test('stay the custom fields that they match, and match nothing where there is no phone', () => {
		const mapping = { mappingMode: 'autoMapInputData', schema: [{ id: 'customFields.ddd' }] };
		const row = { ddd: '11', telefone: '3333-4444' };
		expect(Object.fromEntries(rowReader(columns)(mapping, row).cells)).toEqual({
			...{ 'customFields.ddd': '11', phone: '3333-4444' },
		});
		const deal = { ...columns, mappable: [{ id: 'title', label: 'Title' }] };
		expect(rowReader(deal)(automatic, { ...row, sobrenome: 'S' }).leftOut).toEqual(
			['ddd', 'telefone', 'sobrenome'].map((name) => ({ name, reason: 'noColumn' })),
		);
	});
});

test.each<[unknown, unknown]>([
	['="Ana"', 'Ana'],
	[' ="0123" ', '0123'],
	['="Ana ""a boa"""', 'Ana "a boa"'],
	['="a"&"b"', '="a"&"b"'],
	['=A1', '=A1'],
	['="', '="'],
	['="Ana', '="Ana'],
	['Ana"', 'Ana"'],
	['=""', undefined],
	['=" "', undefined],
])('reads the cell %j, as a sheet exports it, as %j', (cell, name) => {
	const byHand = { mappingMode: 'defineBelow', value: { name: cell } };
	for (const mapping of [automatic, byHand])
		expect(rowReader(columns)(mapping, { name: cell } as IDataObject).cells.get('name')).toBe(name);
});

test('joins several cells for a list', () => {
	const more = ['phones', 'emails', 'addTags', 'removeTags'].map((id) => ({ id, label: id }));
	const lists = [...mappable, ...more];
	const row = {
		...{ Etiquetas: '["vip", "a, b"]', Tags: 'feira; sp, x', TAGS: ['c, d'] },
		...{ Telefones: 1133334444, phones: '1191; 1192' },
		...{ emails: 'a@example.com; b@example.com', 'E-mail': 'c@example.com' },
		...{ addTags: 'a', 'Add Tags': 'b', removeTags: 'c', 'Remove Tags': 'd' },
	};
	const { cells } = rowReader({ ...columns, mappable: lists })(automatic, row);
	expect([...cells]).toEqual([
		['tags', ['vip', 'a, b', 'feira; sp', 'x', 'c, d']],
		['phones', ['1133334444', '1191', '1192']],
		['emails', ['a@example.com', 'b@example.com', 'c@example.com']],
		['addTags', ['a', 'b']],
		['removeTags', ['c', 'd']],
	]);
});

describe('a heading with two readings', () => {
	const mapping = {
		mappingMode: 'autoMapInputData',
		schema: ['whatsapp', 'nome', 'full_name'].map((slug) => ({ id: `customFields.${slug}` })),
	};
	const read = (row: object) => rowReader(columns)(mapping, row as never);

	test.each([
		['WhatsApp', 'phone', 'customFields.whatsapp'],
		['whatsapp', 'phone', 'customFields.whatsapp'],
		['Nome', 'name', 'customFields.nome'],
		['Full Name', 'name', 'customFields.full_name'],
	])('%s is refused, with both spellings', (heading, field, customField) => {
		const { message, remedy } = refusalOf(() => read({ tags: 'a', [heading]: 'x' }));
		expect(message).toMatch(new RegExp(`^“${heading}” fits the field .* and the custom field `));
		expect(remedy).toContain(`“${field}”`);
		expect(remedy).toContain(`“${customField}”`);
	});

	test.each([
		[{ phone: 'a', WhatsApp: '' }, { phone: 'a' }],
		[
			{ Phone: 'a', 'customFields.whatsapp': 'b', custom_nome: 'c' },
			{ phone: 'a', 'customFields.whatsapp': 'b', 'customFields.nome': 'c' },
		],
		[{ Telefone: 'a' }, { phone: 'a' }],
		// Once the field is filled in, the heading means the custom field alone.
		[
			{ Name: 'a', 'Full Name': 'b' },
			{ name: 'a', 'customFields.full_name': 'b' },
		],
	])('is not that of %j', (row, cells) => {
		expect(Object.fromEntries(read(row).cells)).toEqual(cells);
	});
});

describe('a heading of other tables', () => {
	test.each([
		[{ Fone: 'a', 'Nome completo': 'b' }, { phone: 'a', name: 'b' }, []],
		[{ phone_number: 'a', full_name: 'b' }, { phone: 'a', name: 'b' }, []],
		[
			{ Fone: 'a', Celular: 'b', 'Nome completo': 'c', Nome: 'd' },
			{ phone: 'b', name: 'd' },
			['Fone', 'Nome completo'],
		],
		[{ full_name: 'a', Name: { first: 'b' }, Nome: ' ' }, { name: 'a' }, ['Name']],
	])('fits where no other one does: %j', (row, cells, names) => {
		const read = rowReader(columns)(automatic, row);
		expect(Object.fromEntries(read.cells)).toEqual(cells);
		expect(read.leftOut.map(({ name }) => name)).toEqual(names);
		for (const { name, reason } of read.leftOut)
			expect(reason).toBe(name === 'Name' ? 'holdsObject' : 'alreadyFilled');
	});

	test('is no second one for its column', () => {
		const twice = refusalOf(() =>
			rowReader(columns)(automatic, { Fone: 'a', 'Phone Number': 'b' }),
		);
		expect(twice).toMatchObject({
			message: '“Phone” is filled in twice, by “Fone” and by “Phone Number”',
			remedy: 'Leave one of them empty, or choose Map Each Column Manually.',
		});
	});
});

describe('a table that was read with another delimiter', () => {
	test.each(['Nome;Telefone;E-mail', 'Nome\tTelefone'])(
		'is told so of the heading %j',
		(heading) => {
			const { message, remedy } = refusalOf(() =>
				rowReader(columns)(automatic, { [heading]: 'x' }),
			);
			expect(message).toBe('“Columns” fit no heading of the table');
			expect(remedy).toContain(`“${heading}”`);
			expect(remedy).toContain('delimiter');
		},
	);

	test.each([
		[22, '“a;18”, “a;19” and 2 other headings. The table was read'],
		[21, '“a;18”, “a;19” and 1 other heading. The table was read'],
		[20, '“a;18”, “a;19”. The table was read'],
	])('of its %d headings names twenty', (length, names) => {
		const row = Object.fromEntries(Array.from({ length }, (_, at) => [`a;${at}`, 'x']));
		const { remedy } = refusalOf(() => rowReader(columns)(automatic, row));
		expect(remedy).toContain(names);
	});

	test('is not one with a heading that fits, or with a single odd heading', () => {
		const row = { 'Observação; interna': 'x', Nome: 'Ana' };
		expect([...rowReader(columns)(automatic, row).cells.keys()]).toEqual(['name']);
		expect(rowReader(columns)(automatic, { Cidade: 'x' }).leftOut).toHaveLength(1);
	});
});

test('an error about what is missing names the headings that fit no column, any other does not', () => {
	const row = rowReader(columns)(automatic, { Cidade: 'x', 'a;b': 'y', name: 'z', cor: {} });
	const missing = addUnmatchedHeadingsToRemedy(
		new MissingInput('Title', 'is empty', 'Say it.'),
		row,
	);
	expect(missing.remedy).toBe(
		'No column fits “Cidade”, “a;b”. The table was read with another delimiter than it has: set it in the node that reads the file, under Options > Delimiter. Say it.',
	);
	const other = addUnmatchedHeadingsToRemedy(
		new InvalidInput('Title', 'is odd', 'Correct it.'),
		row,
	);
	expect(other.remedy).toBe('Correct it.');
	const whole = rowReader(columns)(automatic, { name: 'z' });
	expect(
		addUnmatchedHeadingsToRemedy(new MissingInput('A', 'is empty', 'Say it.'), whole).remedy,
	).toBe('Say it.');
});

test.each([undefined, 'text', {}, { mappingMode: 'nothing' }])(
	'refuses the mapping %j',
	(mapping) => {
		expect(refusalOf(() => rowReader(columns)(mapping, { name: 'Ana' }))).toMatchObject({
			message: '“Columns” is no mapping',
			remedy: 'Choose how to map the columns.',
		});
	},
);

test('a cell is read by an expression that the braces of its heading do not end', () => {
	const mapping = { mappingMode: 'autoMapInputData', schema: [{ id: 'customFields.a{b}' }] };
	const { inputCells } = rowReader(columns)(mapping, { 'a{b}': 'x' });
	expect(inputCells[0]?.raw).toBe('={{ $json["a\\u007bb\\u007d"] }}');
});

describe('a row of a sheet', () => {
	const read = (row: object, more: object = {}) =>
		rowReader({ ...columns, ...more })(automatic, row as IDataObject);
	const judged = (row: object) =>
		read(row).inputCells.flatMap(({ label, value, raw }) =>
			judge(valuesToJudge({ label, purpose: 'record', value, raw, evaluate: () => undefined })),
		);

	test.each([
		[{ name: '#N/A' }, '“name” holds “#N/A”, a spreadsheet error'],
		[{ name: '[object Object]' }, '“name” holds “[object Object]”'],
		[{ name: '{{nome}}' }, '“name” holds “{{nome}}”'],
		[{ name: 'Jo\uFFFDo' }, '“name” holds “Jo\uFFFDo”, in which letters were lost'],
		[
			{ name: 'a', 'Endere\uFFFDo': '' },
			'“Columns: Endere\uFFFDo” holds “Endere\uFFFDo”, in which letters were lost',
		],
	])('%j is refused', (row, message) => {
		expect(refusalOf(() => judged(row)).message).toContain(message);
	});

	test('an error, or a lost letter, is taken where no column fits, and in Remove Tags', () => {
		const row = { removeTags: '#N/A', Nota: '#N/A', Endereço: 'Jo\uFFFDo' };
		const more = { mappable: [...mappable, { id: 'removeTags', label: 'Remove Tags' }] };
		expect(read(row, more).cells).toEqual(new Map([['removeTags', '#N/A']]));
	});
});
