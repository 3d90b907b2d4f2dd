/** Map Columns: a row in, the request out, the same as through the fields. */
import type { IDataObject } from 'n8n-workflow';
import { NODE, useService } from './actionNode/service';
import { actionNode, resourceMapping, type WorkflowRun } from './harness';

const service = useService();

interface Work {
	/** The operation, and what stays beside the columns. */
	parameters: IDataObject;
	/** As a sheet names and holds it. */
	row: IDataObject;
	/** The column that each heading means. */
	means: Record<string, string>;
	/** What *Choose Fields* is filled in with for the same. */
	fields: (cell: (heading: string) => string) => IDataObject;
	/** What goes out for both. */
	sent: (ids: Record<string, string>) => [line: string, body: IDataObject];
}

const SAVED = ['origem', 'data_de_nascimento', 'pontuacao', 'name'];
const column = (id: string) => ({
	...{ id, displayName: id, type: 'string', required: false },
	...{ defaultMatch: false, display: true },
});
const schema = SAVED.map((slug) => column(`customFields.${slug}`));
const automatic = { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema };
const byHand = (value: IDataObject, list: object[] = schema) =>
	({ mappingMode: 'defineBelow', value, matchingColumns: [], schema: list }) as IDataObject;
const expression = (heading: string) => `={{ $json["${heading}"] }}`;
const field = (cells: Record<string, string>) => ({
	field: Object.entries(cells).map(([slug, value]) => ({ slug, value })),
});

const works: Record<string, Work> = {
	'contact.upsert': {
		parameters: { resource: 'contact', operation: 'upsert' },
		row: {
			...{ Nome: 'Ana Lima', Telefone: '(11) 97777-0201', 'E-mail': ' ana@example.com ' },
			...{ Origem: 'Feira', 'Data de Nascimento': '1990-05-17', Etiquetas: 'vip, feira' },
			...{ Pontuação: 12, 'Owner ID': '', companyId: null },
		},
		means: {
			...{ Nome: 'name', Telefone: 'phone', 'E-mail': 'email', Etiquetas: 'tags' },
			...{ Origem: 'customFields.origem', Pontuação: 'customFields.pontuacao' },
			'Data de Nascimento': 'customFields.data_de_nascimento',
			...{ 'Owner ID': 'ownerId', companyId: 'companyId' },
		},
		fields: (cell) => ({
			...{ name: cell('Nome'), phone: cell('Telefone'), email: cell('E-mail') },
			additionalFields: {
				tags: cell('Etiquetas'),
				customFields: field({
					origem: cell('Origem'),
					data_de_nascimento: cell('Data de Nascimento'),
					pontuacao: cell('Pontuação'),
				}),
			},
		}),
		sent: () => [
			'POST /api/v1/contacts',
			{
				...{ name: 'Ana Lima', phone: '(11) 97777-0201', email: 'ana@example.com' },
				tags: ['vip', 'feira'],
				customFields: { origem: 'Feira', data_de_nascimento: '1990-05-17', pontuacao: 12 },
			},
		],
	},
	'contact.update': {
		parameters: { resource: 'contact', operation: 'update', contactId: '={{ $json.id }}' },
		row: { NOME: 'Ana', celular: 11977770202, origem: 'Site', add_tags: ['novo'] },
		means: {
			...{ NOME: 'name', celular: 'phone', origem: 'customFields.origem' },
			add_tags: 'addTags',
		},
		fields: (cell) => ({
			updateFields: {
				...{ name: cell('NOME'), phone: cell('celular'), addTags: cell('add_tags') },
				customFields: field({ origem: cell('origem') }),
			},
		}),
		sent: ({ id }) => [
			`PATCH /api/v1/contacts/${id}`,
			{
				...{ name: 'Ana', phone: '11977770202', customFields: { origem: 'Site' } },
				tags: ['velho', 'novo'],
			},
		],
	},
	'company.create': {
		parameters: { resource: 'company', operation: 'create' },
		row: {
			...{ CNPJ: '11.222.333/0001-81', 'Razão Social': 'Padaria Aurora Ltda' },
			...{ 'Nome Fantasia': 'Aurora', 'E-mails': 'a@example.com; b@example.com' },
			phones: ['+551133334444'],
		},
		means: {
			...{ CNPJ: 'cnpj', 'Razão Social': 'legalName', 'Nome Fantasia': 'tradeName' },
			...{ 'E-mails': 'emails', phones: 'phones' },
		},
		fields: (cell) => ({
			cnpj: cell('CNPJ'),
			additionalFields: {
				...{ legalName: cell('Razão Social'), tradeName: cell('Nome Fantasia') },
				...{ emails: cell('E-mails'), phones: cell('phones') },
			},
		}),
		sent: () => [
			'POST /api/v1/companies',
			{
				...{ cnpj: '11.222.333/0001-81', legalName: 'Padaria Aurora Ltda', tradeName: 'Aurora' },
				...{ emails: ['a@example.com', 'b@example.com'], phones: ['+551133334444'] },
			},
		],
	},
	'company.upsert': {
		parameters: { resource: 'company', operation: 'upsert', cnpj: '={{ $json.CNPJ }}' },
		row: { CNPJ: '11222333000181', razao_social: 'Padaria Aurora Ltda' },
		means: { razao_social: 'legalName' },
		fields: (cell) => ({ additionalFields: { legalName: cell('razao_social') } }),
		sent: () => [
			'POST /api/v1/companies',
			{ cnpj: '11222333000181', legalName: 'Padaria Aurora Ltda' },
		],
	},
	'company.update': {
		parameters: { resource: 'company', operation: 'update', companyId: '={{ $json.id }}' },
		row: { 'Legal Name': 'Aurora S.A.' },
		means: { 'Legal Name': 'legalName' },
		fields: (cell) => ({ updateFields: { legalName: cell('Legal Name') } }),
		sent: ({ id }) => [`PATCH /api/v1/companies/${id}`, { legalName: 'Aurora S.A.' }],
	},
	'deal.create': {
		parameters: { resource: 'deal', operation: 'create' },
		row: { Título: 'Sofá', Valor: '1.234,50', pipeline_id: '={{ pipeline }}', Etiquetas: 'a' },
		means: { Título: 'title', Valor: 'value', pipeline_id: 'pipelineId', Etiquetas: 'tags' },
		fields: (cell) => ({
			...{ title: cell('Título'), pipelineId: cell('pipeline_id') },
			additionalFields: { value: cell('Valor'), tags: cell('Etiquetas') },
		}),
		sent: ({ pipelineId }) => [
			'POST /api/v1/deals',
			{ title: 'Sofá', pipelineId, valueCents: 123450, tags: ['a'] },
		],
	},
	'deal.upsert': {
		parameters: {
			...{ resource: 'deal', operation: 'upsert' },
			...{ contactId: '={{ $json.contact }}', pipelineId: '={{ $json.pipeline }}' },
		},
		row: { Título: 'Sofá', Valor: '1.234,50', Etiquetas: 'a' },
		means: { Título: 'title', Valor: 'value', Etiquetas: 'tags' },
		fields: (cell) => ({
			title: cell('Título'),
			additionalFields: { value: cell('Valor'), tags: cell('Etiquetas') },
		}),
		sent: ({ contact: contactId, pipeline: pipelineId }) => [
			'POST /api/v1/deals',
			{ title: 'Sofá', contactId, pipelineId, valueCents: 123450, tags: ['a'] },
		],
	},
	'deal.update': {
		parameters: { resource: 'deal', operation: 'update', dealId: '={{ $json.id }}' },
		row: { title: 'Mesa', value: 99.9, currency: 'BRL' },
		means: { title: 'title', value: 'value', currency: 'currency' },
		fields: (cell) => ({
			updateFields: { title: cell('title'), value: cell('value'), currency: cell('currency') },
		}),
		sent: ({ id }) => [
			`PATCH /api/v1/deals/${id}`,
			{ title: 'Mesa', valueCents: 9990, currency: 'BRL' },
		],
	},
};

/** A record of the kind to work with, and what a row may name. */
async function idsFor(resource: string): Promise<Record<string, string>> {
	const { pipelines } = service.fixtures;
	const pipelineId = String(pipelines?.default);
	const make = {
		contact: ['/contacts', { name: 'Velha', tags: ['velho'] }],
		company: ['/companies', { legalName: 'Velha' }],
		deal: ['/deals', { title: 'Velha', pipelineId }],
	}[resource] as [string, object];
	const { id } = await service.app('POST', ...make);
	const contact = await service.app('POST', '/contacts', { name: 'Compradora' });
	return { id: String(id), pipelineId, contact: String(contact.id), pipeline: pipelineId };
}
const written = async (since: number) =>
	(await service.requests())
		.slice(since)
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path, rawBody }) => [`${method} ${path}`, JSON.parse(rawBody)] as unknown);

describe.each(Object.keys(works))('%s', (name) => {
	const { parameters, row, means, fields, sent } = works[name]!;
	const columns = Object.fromEntries(
		Object.entries(means).map(([heading, id]) => [id, expression(heading)]),
	);
	test.each([
		['by its fields', fields(expression)],
		['automatically', { dataMode: 'columns', columns: automatic }],
		['column by column', { dataMode: 'columns', columns: byHand(columns) }],
	])('takes a row %s', async (_way, given) => {
		const ids = await idsFor(String(parameters.resource));
		const filled = 'pipeline_id' in row ? { pipeline_id: ids.pipelineId } : {};
		const before = (await service.requests()).length;
		const run = await service.run(
			{ ...parameters, ...given },
			{
				inputData: [
					{ id: ids.id, contact: ids.contact, pipeline: ids.pipeline, ...row, ...filled },
				],
			},
		);
		expect(run.error?.message).toBeUndefined();
		expect(await written(before)).toEqual([sent(ids)]);
	});
});

const upsert = { resource: 'contact', operation: 'upsert', dataMode: 'columns' };
const update = { ...upsert, operation: 'update', contactId: '={{ $json.id }}' };
const newDeal = { resource: 'deal', operation: 'create', dataMode: 'columns' };
/** What the run says below its output of what it left out. */
const hintsOf = (run: WorkflowRun) => run.hints(NODE).map(({ message }) => message);
const ADVICE =
	' To send one, give it a heading that the node’s panel lists; for a custom field that is not there, put customFields. before the heading.';
const bodies = async () =>
	(await service.requests())
		.filter(({ method }) => method !== 'GET')
		.map(({ rawBody }) => JSON.parse(rawBody) as IDataObject);

describe('automatically', () => {
	const columns = automatic;
	test('what fits nothing, holds objects or would replace a list is named in one hint, and not sent', async () => {
		const { id } = await idsFor('contact');
		const inputData = [
			{
				...{ id, name: 'Ana', Cidade: 'Curitiba', Vazio: '', _names: 'x' },
				...{ customFields: { origem: 'Feira' }, email: [{ a: 1 }], Etiquetas: 'a, b' },
			},
			{ id, name: 'Ana', Cidade: 'Natal', Estado: 'RN', emails: '' },
		];
		const run = await service.run({ ...update, columns }, { inputData });
		expect(await bodies()).toEqual([{ name: 'Ana' }, { name: 'Ana' }]);
		expect(hintsOf(run)).toEqual([
			'Not sent: “id”, “Cidade”, “_names”, “Estado” (no column fits); “customFields”, “email” (it holds an object); “Etiquetas” (an update would replace the whole list).' +
				ADVICE,
		]);
	});

	test('the row of another node’s Simplify goes back in', async () => {
		const { id, pipelineId } = await idsFor('deal');
		const stageId = service.fixtures.stages?.secondOpen;
		const row = {
			...{ id, title: 'Sofá', status: 'open', pipelineId, pipeline: 'Vendas', stageId, stage: 'B' },
			...{ contactId: null, contact: null, contact_phone: null, companyId: null, company: null },
			...{ value: 1234.5, currency: 'BRL', tags: 'a, b', concorrente: 'Loja X' },
			...{ custom_title: 'Antes', createdAt: '2026-01-01T00:00:00.000Z' },
		};
		const mapping = { ...automatic, schema: [column('customFields.concorrente')] };
		const run = await service.run({ ...newDeal, columns: mapping }, { inputData: [row] });
		const sent = { title: 'Sofá', pipelineId, stageId, valueCents: 123450, currency: 'BRL' };
		const customFields = { concorrente: 'Loja X' };
		expect(await bodies()).toEqual([{ ...sent, tags: ['a', 'b'], customFields }]);
		expect(hintsOf(run)).toEqual([
			'Not sent: “id”, “status”, “pipeline”, “stage”, “custom_title”, “createdAt” (no column fits).' +
				ADVICE,
		]);
		const again = { ...newDeal, operation: 'update', dealId: id, columns: mapping };
		const back = await service.run(again, { inputData: [row] });
		const rest = { title: 'Sofá', valueCents: 123450, currency: 'BRL' };
		expect((await bodies()).at(-1)).toEqual({ ...rest, customFields });
		expect(hintsOf(back)[0]).toContain('“tags” (an update would replace the whole list');
	});

	test('a column’s own name wins over its label, that over a slug, and that over Portuguese', async () => {
		const row = { name: 'Ana', 'customFields.name': 'own', phone: '11 97777-0203' };
		await service.run(
			{
				...{ ...upsert, columns: { ...automatic, schema: [column('customFields.name')] } },
			},
			{ inputData: [row], node: { onError: 'continueRegularOutput' } },
		);
		expect(await bodies()).toEqual([
			{ name: 'Ana', phone: '11 97777-0203', customFields: { name: 'own' } },
		]);
	});

	test('only fields that the saved list has are filled in, but for those that the heading names', async () => {
		const row = { Nome: 'Ana', origem: 'Feira', 'customFields.pontuacao': '7' };
		const run = await service.run(
			{ ...upsert, columns: { ...automatic, schema: [] } },
			{ inputData: [row] },
		);
		expect(await bodies()).toEqual([{ name: 'Ana', customFields: { pontuacao: 7 } }]);
		expect(hintsOf(run)).toEqual(['Not sent: “origem” (no column fits).' + ADVICE]);
	});

	test('a workflow that holds no mapping maps by the operation’s own fields', async () => {
		await service.run(upsert, { inputData: [{ Nome: 'Ana', E_Mail: 'a@example.com' }] });
		expect(await bodies()).toEqual([{ name: 'Ana', email: 'a@example.com' }]);
	});

	test('a row that names its pipeline or stage takes neither from the panel', async () => {
		const { pipelines, stages } = service.fixtures;
		const [pipelineId, stageId] = [pipelines?.default, stages?.secondOpen];
		const inputData = [{ title: 'A', pipeline_id: pipelineId }, { title: 'B' }];
		await service.run({ ...newDeal, pipelineId, stageId, columns }, { inputData });
		expect(await bodies()).toEqual([
			{ title: 'A', pipelineId },
			{ title: 'B', pipelineId, stageId },
		]);
	});
});

describe('refused before anything is sent', () => {
	const rows: Array<[why: string, parameters: IDataObject, row: IDataObject, message: string]> = [
		[
			'two filled columns for one field',
			{ ...upsert, columns: automatic },
			{ Telefone: '11 97777-0201', Celular: '11 97777-0202' },
			'“Phone” is filled in twice, by “Telefone” and by “Celular”',
		],
		[
			'two for one custom field that the list does not know',
			{ ...upsert, columns: automatic },
			{ Nome: 'Ana', 'customFields.cor': 'a', 'customFields.Cor': 'b' },
			'“Cor” is filled in twice, by “customFields.cor” and by “customFields.Cor”',
		],
		[
			'two columns of one meaning',
			{ ...newDeal, columns: automatic },
			{ title: 'T', pipelineId: 'p', value: 1, valueCents: 100 },
			'“Value (BRL)” and “Value in Cents” are both given',
		],
		[
			'what nobody means',
			{ ...upsert, columns: automatic },
			{ Nome: 'Invalid DateTime' },
			'“Nome” holds an invalid date',
		],
		[
			'what nobody means, mapped manually',
			{ ...upsert, columns: byHand({ name: '={{ Number($json.Nome) }}' }) },
			{ Nome: 'Ana' },
			'“Columns: name” holds NaN',
		],
		[
			'a value that its field refuses',
			{ ...upsert, columns: automatic },
			{ Nome: 'Ana', Telefone: '123' },
			'“Phone” has too few digits for a phone',
		],
		[
			'a mapping saved for another operation',
			{ ...upsert, columns: byHand({ cnpj: '={{ $json.cnpj }}', name: 'Ana' }) },
			{ cnpj: '11222333000181' },
			'“Columns: cnpj” is no column of this operation',
		],
		[
			'the number that a company is found by, as a column',
			{
				...{ resource: 'company', operation: 'upsert', dataMode: 'columns' },
				...{ cnpj: '11222333000181', columns: byHand({ cnpj: '1' }) },
			},
			{},
			'“Columns: cnpj” is no column of this operation',
		],
		[
			'an update with empty cells alone',
			{ ...update, contactId: 'c', columns: automatic },
			{ Nome: ' ', Telefone: null },
			'“Columns” hold nothing to send',
		],
		[
			'a row without anything, as without Map Columns',
			{ ...upsert, columns: automatic },
			{ Cidade: 'Natal' },
			'“Name” is empty, and so are “Phone” and “Email”',
		],
	];
	test.each(rows)('%s', async (_why, parameters, row, message) => {
		const { error } = await service.refusal(parameters, { inputData: [row] });
		expect(error).toBe(message);
		expect(await service.requests()).toEqual([]);
	});
});

test.each([
	[
		'mapped manually',
		{ dataMode: 'columns', columns: byHand({ 'customFields.interesses': '={{ [] }}' }) },
	],
	['by its fields', { updateFields: { customFields: field({ interesses: '={{ [] }}' }) } }],
])('a list that an expression leaves empty empties none, %s', async (_way, given) => {
	const customFields = { interesses: ['sala', 'quarto'] };
	const { id } = await service.app('POST', '/contacts', { name: 'Ana', customFields });
	const named = { ...update, contactId: id, dataMode: 'fields' };
	const run = await service.run({ ...named, ...given } as IDataObject);
	expect(run.error?.message).toMatch(/holds? nothing to send/);
	expect(await service.app('GET', `/contacts/${String(id)}`)).toMatchObject({ customFields });
});

describe('a mapping that an older list made', () => {
	test('is sent with fields that the list no longer has; a column that holds nothing is none', async () => {
		const value = { name: '={{ $json.Nome }}', 'customFields.origem': 'Feira', cnpj: '' };
		const inputData = [{ Nome: 'Ana' }];
		await service.run({ ...upsert, columns: byHand(value, []) }, { inputData });
		expect(await bodies()).toEqual([{ name: 'Ana', customFields: { origem: 'Feira' } }]);
	});
});

describe('the list of columns', () => {
	const OWN = ['Name', 'Phone', 'Email', 'Company ID', 'Owner ID', 'Tags'];
	const listFor = async (parameters: object = upsert, token = 'manager') =>
		await resourceMapping(actionNode, 'getColumns', {
			...{ credentials: service.credentials(token), parameters: parameters as never },
		});
	const labels = async (parameters?: object) =>
		(await listFor(parameters)).fields.map(({ displayName }) => displayName);
	const seed = { origem: 'Feira', data_de_nascimento: '1990-05-17' };

	test('holds the fields, then the custom fields on recent records, all of them texts; one request', async () => {
		await service.app('POST', '/contacts', { name: 'Seed', customFields: seed });
		const { fields, emptyFieldsNotice } = await listFor();
		expect(fields.map(({ displayName }) => displayName)).toEqual([
			...OWN,
			...['data_de_nascimento', 'origem', 'pontuacao'],
		]);
		expect(fields.at(-2)).toEqual({
			...{ id: 'customFields.origem', displayName: 'origem', type: 'string' },
			...{ required: false, defaultMatch: false, canBeUsedToMatch: false, display: true },
		});
		expect([...new Set(fields.map(({ type }) => type))]).toEqual(['string']);
		expect(emptyFieldsNotice).toContain(
			'Name (nome), Phone (telefone, celular, whatsapp), Email (e-mail), Company ID, Owner ID, Tags (etiquetas), data_de_nascimento, origem, pontuacao.',
		);
		expect(emptyFieldsNotice).toMatch(/^Headings.* plain heading fits\. <br>What fits nothing/);
		expect(emptyFieldsNotice).toMatch(/Put customFields\. before the heading.*note below is n8n’s/);
		expect(await service.requests()).toHaveLength(1);
	});

	test('of companies and deals holds their own custom fields; an operation without columns has none', async () => {
		const customFields = { porte: 'M' };
		await service.app('POST', '/companies', { legalName: 'Casa', customFields });
		expect(await labels({ resource: 'company', operation: 'update' })).toContain('porte');
		const pipelineId = service.fixtures.pipelines?.default;
		const deal = { title: 'D', pipelineId, customFields: { concorrente: 'X' } };
		await service.app('POST', '/deals', deal);
		expect(await labels({ resource: 'deal', operation: 'update' })).toContain('concorrente');
		expect(await listFor({ resource: 'deal', operation: 'win' })).toEqual({ fields: [] });
	});

	test('of an update says which lists automatic mapping leaves alone', async () => {
		const { fields, emptyFieldsNotice } = await listFor(update);
		expect(fields.map(({ id }) => id)).toEqual(expect.arrayContaining(['addTags', 'removeTags']));
		expect(emptyFieldsNotice).toContain('replace whole lists: map Tags (Replace All) manually');
		expect(emptyFieldsNotice).not.toContain('etiquetas');
		const company = await listFor({ resource: 'company', operation: 'update' });
		expect(company.emptyFieldsNotice).toMatch(/map Emails[^,]*, Phones[^,]* manually/);
	});

	const COMPANY = ['legalName', 'tradeName', 'emails', 'phones', 'ownerId'];
	const DEAL = [
		...['title', 'value', 'valueCents', 'currency', 'contactId', 'companyId', 'ownerId', 'tags'],
	];
	test.each([
		['contact.upsert', ['name', 'phone', 'email', 'companyId', 'ownerId', 'tags']],
		['company.create', ['cnpj', ...COMPANY]],
		['company.upsert', COMPANY],
		['company.update', ['cnpj', ...COMPANY]],
		['deal.create', ['pipelineId', 'stageId', ...DEAL]],
		['deal.upsert', ['stageId', ...DEAL.filter((id) => id !== 'contactId')]],
		['deal.update', ['addTags', 'removeTags', ...DEAL]],
	])('of %s has what a row can fill in, and nothing that the panel asks for', async (name, ids) => {
		const [resource, operation] = name.split('.');
		const { fields } = await listFor({ resource, operation });
		const own = fields.map(({ id }) => id).filter((id) => !id.startsWith('customFields.'));
		expect(own.sort()).toEqual([...ids].sort());
	});

	test.each([
		['an account without records', 'otherAccountManager', undefined],
		['a token that may not look', 'inboxOnly', 'lacks the scope'],
		['a service that is down', 'manager', 'could not be looked up'],
	])('%s still has the fields', async (what, token, notice) => {
		if (what.startsWith('a service')) {
			await service.fault({ kind: 'status', status: 500, code: 'internal_error', count: 9 });
		}
		const { fields, emptyFieldsNotice } = await listFor(upsert, token);
		expect(fields.map(({ displayName }) => displayName)).toEqual(expect.arrayContaining(OWN));
		expect(emptyFieldsNotice).toContain(notice ?? 'Headings that fit');
		expect((await service.requests()).length).toBeLessThanOrEqual(3);
	});

	test('names a custom field by its ID where its slug means something else', async () => {
		const saved = {
			schema: ['status', 'title', 'origem'].map((slug) => column(`customFields.${slug}`)),
		};
		const { emptyFieldsNotice } = await listFor({ ...newDeal, columns: saved });
		expect(emptyFieldsNotice).toMatch(/, origem, customFields\.status, customFields\.title\. <br>/);
	});

	test('keeps the custom fields that the node has; not those of the operation chosen before', async () => {
		const saved = { schema: [column('name'), column('customFields.antigo')] };
		expect(await labels({ ...upsert, columns: saved })).toContain('antigo');
		const before = { schema: [column('title'), column('customFields.antigo')] };
		expect(await labels({ ...upsert, columns: before })).not.toContain('antigo');
	});
});
