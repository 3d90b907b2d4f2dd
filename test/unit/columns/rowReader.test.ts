import { DateTime } from 'luxon';
import {
	rowReader,
	withUnfitHeadings,
} from '../../../nodes/CustomerRelationship/columns/rowReader';
import type { IDataObject } from 'n8n-workflow';
import { columnsField } from '../../../nodes/CustomerRelationship/columns/panel';
import { headingMatcher } from '../../../nodes/CustomerRelationship/columns/headings';
import { InvalidInput, MissingInput } from '../../../nodes/CustomerRelationship/invalidInput';
import { refusalOf } from '../fields/refusals';

const own = [
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
	...all(['customFields.', 'company', '_name', 'custom_name', ''], 'nothing'),
])('matches the heading %j with %s', (heading, id) => {
	expect(headingMatcher(own)(slugs)(heading)?.id ?? 'nothing').toBe(id);
});

test('matches a heading of records alone with no custom field, unless it has a prefix', () => {
	const deal = headingMatcher([{ id: 'title', label: 'Title' }])(['status', 'contact', 'origem']);
	const fits = ['status', 'Contact', 'custom_status', 'customFields.contact', 'origem'].map(deal);
	expect(fits.map((column) => column?.id)).toEqual([
		...[undefined, undefined],
		...['customFields.status', 'customFields.contact', 'customFields.origem'],
	]);
	// Contacts have no status.
	expect(headingMatcher(own)(['status'])('Status')?.id).toBe('customFields.status');
});

const columns = { own, beside: [{ id: 'cnpj', label: 'CNPJ' }], replacesLists: false };
const automatic = columnsField.default;
const day = new Date('2026-01-31T12:00:00Z');

test.each([
	['converts dates to texts', { name: day, phone: DateTime.fromJSDate(day).toUTC() }],
	['does not report what the panel gives beside the columns', { name: day, phone: day, CNPJ: '1' }],
])('%s', (_what, row) => {
	const { cells, leftOut } = rowReader(columns)(automatic, row);
	const text = '2026-01-31T12:00:00.000Z';
	expect([...cells]).toEqual([
		['name', text],
		['phone', text],
	]);
	expect(leftOut).toEqual([]);
});

test.each([
	[{ tags: ['a', 1] }, ['tags'], []],
	[{ tags: [day] }, ['tags'], []],
	[{ tags: [{ a: 1 }], nope: {} }, [], ['tags', 'nope']],
	[{ tags: [], nope: [], name: ' ', other: null }, [], []],
	[{ phone: 'x', nope: NaN, other: new Date(NaN) }, ['phone'], ['nope', 'other']],
	[{ phone: 0, name: false }, ['phone', 'name'], []],
])('of %j fills in %j and reports %j', (row, taken, named) => {
	const { cells, leftOut } = rowReader(columns)(automatic, row);
	expect([[...cells.keys()], leftOut.map(({ name }) => name)]).toEqual([taken, named]);
});

test('joins several cells for a list', () => {
	const more = ['phones', 'addTags', 'removeTags'].map((id) => ({ id, label: id }));
	const lists = [...own, ...more];
	const row = {
		...{ Etiquetas: '["vip", "a, b"]', Tags: 'feira; sp, x', TAGS: ['c, d'] },
		...{ Telefones: 1133334444, phones: '1191; 1192' },
		...{ addTags: 'a', 'Add Tags': 'b', removeTags: 'c', 'Remove Tags': 'd' },
	};
	const { cells } = rowReader({ ...columns, own: lists })(automatic, row);
	expect([...cells]).toEqual([
		['tags', ['vip', 'a, b', 'feira; sp', 'x', 'c, d']],
		['phones', ['1133334444', '1191', '1192']],
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
	const SECOND = 'another heading fills in the same field';
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
		for (const { name, why } of read.leftOut)
			expect(why).toBe(name === 'Name' ? 'it holds an object' : SECOND);
	});

	test('is no second one for its column', () => {
		expect(() => rowReader(columns)(automatic, { Fone: 'a', 'Phone Number': 'b' })).toThrow(
			'“Phone” is filled in twice',
		);
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

	test('is not one with a heading that fits, or with a single odd heading', () => {
		const row = { 'Observação; interna': 'x', Nome: 'Ana' };
		expect([...rowReader(columns)(automatic, row).cells.keys()]).toEqual(['name']);
		expect(rowReader(columns)(automatic, { Cidade: 'x' }).leftOut).toHaveLength(1);
	});
});

test('an error about what is missing names the headings that fit no column, any other does not', () => {
	const row = rowReader(columns)(automatic, { Cidade: 'x', 'a;b': 'y', name: 'z' });
	const missing = withUnfitHeadings(new MissingInput('Title', 'is empty', 'Say it.'), row);
	expect(missing.remedy).toBe(
		'No column fits “Cidade”, “a;b”. The table was read with another delimiter than it has: set it in the node that reads the file, under Options > Delimiter. Say it.',
	);
	const other = withUnfitHeadings(new InvalidInput('Title', 'is odd', 'Correct it.'), row);
	expect(other.remedy).toBe('Correct it.');
	const whole = rowReader(columns)(automatic, { name: 'z' });
	expect(withUnfitHeadings(new MissingInput('A', 'is empty', 'Say it.'), whole).remedy).toBe(
		'Say it.',
	);
});

test.each([undefined, 'text', {}, { mappingMode: 'nothing' }])(
	'refuses the mapping %j',
	(mapping) => {
		expect(() => rowReader(columns)(mapping, { name: 'Ana' })).toThrow('“Columns” is no mapping');
	},
);

describe('a row of a sheet', () => {
	const read = (row: object, more: object = {}) =>
		rowReader({ ...columns, ...more })(automatic, row as IDataObject);

	test.each([
		[{ name: '#N/A' }, '“name” holds “#N/A”, an error of a spreadsheet'],
		[{ Nome: 'a', name: '[object Object]' }, '“name” holds “[object Object]”'],
		[{ name: '{{nome}}' }, '“name” holds “{{nome}}”'],
		[{ name: 'Jo\uFFFDo' }, '“name” holds “Jo\uFFFDo”, in which letters were lost'],
		[
			{ name: 'a', 'Endere\uFFFDo': '' },
			'“Columns: Endere\uFFFDo” holds “Endere\uFFFDo”, in which letters were lost',
		],
	])('%j is refused', (row, message) => {
		expect(refusalOf(() => read(row)).message).toContain(message);
	});

	test('an error, or a lost letter, is taken where no column fits, and in Remove Tags', () => {
		const row = { removeTags: '#N/A', Nota: '#N/A', Endereço: 'Jo\uFFFDo' };
		const more = { own: [...own, { id: 'removeTags', label: 'Remove Tags' }] };
		expect(read(row, more).cells).toEqual(new Map([['removeTags', '#N/A']]));
	});

	test('warns of letters that were probably misread', () => {
		const { cells, warnings } = read({ name: 'JosÃ©', phone: '1', Nota: 'JosÃ©' });
		expect(cells.get('name')).toBe('JosÃ©');
		expect(warnings).toMatchObject([{ label: 'name', found: expect.stringContaining('“Ã©”') }]);
	});
});
