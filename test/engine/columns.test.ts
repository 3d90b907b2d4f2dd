/** Map Columns: a row in, the request out. */
import type { IDataObject } from 'n8n-workflow';
import { NODE, useService } from './actionNode/service';
import { actionNode, resourceMapping, type WorkflowRun } from '../support/engine';

const service = useService();

const SAVED = ['origem', 'data_de_nascimento', 'pontuacao', 'name'];
const column = (id: string) => ({
	...{ id, displayName: id, type: 'string', required: false },
	...{ defaultMatch: false, display: true },
});
const schema = SAVED.map((slug) => column(`customFields.${slug}`));
const automatic = { mappingMode: 'autoMapInputData', value: null, matchingColumns: [], schema };
const byHand = (value: IDataObject, list: object[] = schema) =>
	({ mappingMode: 'defineBelow', value, matchingColumns: [], schema: list }) as IDataObject;

/** What went out to be written. */
const written = async () => (await service.requests()).filter(({ method }) => method !== 'GET');
const bodies = async () =>
	(await written()).map(({ rawBody }) => JSON.parse(rawBody) as IDataObject);

interface Work {
	operation: string;
	/** What stays beside the columns. */
	beside?: IDataObject;
	/** The cells as a sheet names and holds them, each with the column that its heading means. */
	row: Record<string, [column: string, cell: unknown]>;
	/** The IDs stand for those of the records that there are. */
	sent: [line: string, body: IDataObject];
}

const works: Work[] = [
	{
		operation: 'contact.upsert',
		row: {
			...{ Nome: ['name', 'Ana Lima'], Telefone: ['phone', '(11) 97777-0201'] },
			...{ 'E-mail': ['email', ' ana@example.com '], Etiquetas: ['tags', 'vip, feira'] },
			...{ Origem: ['customFields.origem', 'Feira'], Pontuação: ['customFields.pontuacao', 12] },
			'Data de Nascimento': ['customFields.data_de_nascimento', '1990-05-17'],
			...{ 'Owner ID': ['ownerId', ''], companyId: ['companyId', null] },
		},
		sent: [
			'POST /contacts',
			{
				...{ name: 'Ana Lima', phone: '(11) 97777-0201', email: 'ana@example.com' },
				tags: ['vip', 'feira'],
				customFields: { origem: 'Feira', data_de_nascimento: '1990-05-17', pontuacao: 12 },
			},
		],
	},
	{
		operation: 'contact.update',
		beside: { contactId: '={{ $json.contact }}' },
		row: {
			...{ NOME: ['name', 'Ana'], celular: ['phone', 11977770202] },
			...{ origem: ['customFields.origem', 'Site'], add_tags: ['addTags', ['novo']] },
		},
		sent: [
			'PATCH /contacts/{contact}',
			{
				...{ name: 'Ana', phone: '11977770202', customFields: { origem: 'Site' } },
				tags: ['velho', 'novo'],
			},
		],
	},
	{
		operation: 'company.create',
		row: {
			...{ CNPJ: ['cnpj', '11.222.333/0001-81'], 'Razão Social': ['legalName', 'Aurora Ltda'] },
			...{ 'Nome Fantasia': ['tradeName', 'Aurora'], Telefone: ['phones', '1133334444'] },
			'E-mail': ['emails', 'a@example.com; b@example.com'],
		},
		sent: [
			'POST /companies',
			{
				...{ cnpj: '11.222.333/0001-81', legalName: 'Aurora Ltda', tradeName: 'Aurora' },
				...{ emails: ['a@example.com', 'b@example.com'], phones: ['1133334444'] },
			},
		],
	},
	{
		operation: 'company.upsert',
		beside: { cnpj: '={{ $json.CNPJ }}' },
		row: { CNPJ: ['', '11222333000181'], razao_social: ['legalName', 'Aurora Ltda'] },
		sent: ['POST /companies', { cnpj: '11222333000181', legalName: 'Aurora Ltda' }],
	},
	{
		operation: 'company.update',
		beside: { companyId: '={{ $json.company }}' },
		row: { 'Legal Name': ['legalName', 'Aurora S.A.'] },
		sent: ['PATCH /companies/{company}', { legalName: 'Aurora S.A.' }],
	},
	{
		operation: 'deal.create',
		row: {
			...{ Título: ['title', 'Sofá'], Valor: ['value', '1.234,50'], Etiquetas: ['tags', 'a'] },
			pipeline_id: ['pipelineId', '{pipeline}'],
		},
		sent: [
			'POST /deals',
			{ title: 'Sofá', pipelineId: '{pipeline}', valueCents: 123450, tags: ['a'] },
		],
	},
	{
		operation: 'deal.upsert',
		beside: { contactId: '={{ $json.contact }}', pipelineId: '={{ $json.pipeline }}' },
		row: { Título: ['title', 'Sofá'], Valor: ['value', '1.234,50'], Etiquetas: ['tags', 'a'] },
		sent: [
			'POST /deals',
			{
				...{ title: 'Sofá', contactId: '{contact}', pipelineId: '{pipeline}' },
				...{ valueCents: 123450, tags: ['a'] },
			},
		],
	},
	{
		operation: 'deal.update',
		beside: { dealId: '={{ $json.deal }}' },
		row: { title: ['title', 'Mesa'], value: ['value', 99.9], currency: ['currency', 'BRL'] },
		sent: ['PATCH /deals/{deal}', { title: 'Mesa', valueCents: 9990, currency: 'BRL' }],
	},
];

/** The IDs of a record of each kind. */
async function records() {
	const pipeline = String(service.fixtures.pipelines?.default);
	const make = async (path: string, body: object) =>
		String((await service.app('POST', path, body)).id);
	return {
		contact: await make('/contacts', { name: 'Velha', tags: ['velho'] }),
		company: await make('/companies', { legalName: 'Velha' }),
		deal: await make('/deals', { title: 'Velha', pipelineId: pipeline }),
		pipeline,
	};
}

describe.each(works)('$operation', ({ operation: name, beside, row, sent }) => {
	const [resource, operation] = name.split('.');
	const cells = Object.fromEntries(
		Object.entries(row).map(([heading, [, cell]]) => [heading, cell]),
	);
	const byColumn = Object.fromEntries(
		Object.entries(row).map(([heading, [id]]) => [id, `={{ $json["${heading}"] }}`]),
	);
	delete byColumn[''];

	test.each([
		['automatic mapping', automatic],
		['column by column', byHand(byColumn)],
	])('takes a row %s', async (_way, columns) => {
		const ids = await records();
		const named = <Value>(value: Value) =>
			JSON.parse(
				JSON.stringify(value).replace(/\{(\w+)\}/g, (_, kind) => ids[kind as keyof typeof ids]),
			) as Value;
		const parameters = { resource, operation, ...beside, dataMode: 'columns', columns };
		await service.records(parameters as IDataObject, {
			inputData: [named({ ...ids, ...cells }) as IDataObject],
		});
		const lines = (await written()).map(
			({ method, path, rawBody }) =>
				[`${method} ${path.replace('/api/v1', '')}`, JSON.parse(rawBody)] as unknown,
		);
		expect(lines).toEqual([named(sent)]);
	});
});

const upsert = { resource: 'contact', operation: 'upsert', dataMode: 'columns' };
const update = { ...upsert, operation: 'update', contactId: '={{ $json.id }}' };
const newDeal = { resource: 'deal', operation: 'create', dataMode: 'columns' };
/** What the run says below its output of what it left out. */
const hintsOf = (run: WorkflowRun) => run.hints(NODE).map(({ message }) => message);
const UNFIT =
	'no column fits: use a heading that the node’s panel lists, or “customFields.” and the name of a custom field, such as “customFields.Origem”';

describe('automatic mapping', () => {
	const columns = automatic;
	test('names in one hint, and does not send, what fits no column, holds objects or would replace a list', async () => {
		const id = (await records()).contact;
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
			`Not sent: “id”, “Cidade”, “_names”, “Estado” (${UNFIT}); “customFields”, “email” (it holds an object); “Etiquetas” (an update would replace the whole list).`,
			expect.stringContaining(
				'Ana [item 0] and Ana [item 1] (the first item is 0) are about one record',
			),
		]);
	});

	test('joins a surname with its name, and the codes of a phone with its number', async () => {
		const inputData = [
			{ Nome: '="Ana"', Sobrenome: 'Souza', DDI: 55, DDD: 11, Numero: '97777-0207' },
			{ Nome: '', Sobrenome: 'Lima', DDD: '11', Telefone: '97777-0208' },
		];
		const run = await service.run({ ...upsert, columns }, { inputData });
		expect(await bodies()).toEqual([
			{ name: 'Ana Souza', phone: '+55 11 97777-0207' },
			{ phone: '11 97777-0208' },
		]);
		expect(hintsOf(run)).toContainEqual(
			expect.stringMatching(/^Not sent: “Sobrenome” \(a surname /),
		);
	});

	test('prefers a column’s name to its label, the label to a slug, the slug to the Portuguese name', async () => {
		const row = { name: 'Ana', 'customFields.name': 'own', phone: '11 97777-0203' };
		await service.run(
			{ ...upsert, columns: { ...automatic, schema: [column('customFields.name')] } },
			{ inputData: [row], node: { onError: 'continueRegularOutput' } },
		);
		expect(await bodies()).toEqual([
			{ name: 'Ana', phone: '11 97777-0203', customFields: { name: 'own' } },
		]);
	});

	test('fills in only custom fields of the saved list, and those that a heading names', async () => {
		const row = { Nome: 'Ana', origem: 'Feira', 'customFields.pontuacao': '7' };
		const run = await service.run(
			{ ...upsert, columns: { ...automatic, schema: [] } },
			{ inputData: [row] },
		);
		expect(await bodies()).toEqual([{ name: 'Ana', customFields: { pontuacao: 7 } }]);
		expect(hintsOf(run)).toEqual([
			`Not sent: “origem” (${UNFIT}).`,
			'1 item has neither phone nor email: each run creates a new contact from it.',
		]);
	});

	test('maps by the operation’s own fields where the workflow holds no mapping', async () => {
		await service.run(upsert, { inputData: [{ Nome: 'Ana', E_Mail: 'a@example.com' }] });
		expect(await bodies()).toEqual([{ name: 'Ana', email: 'a@example.com' }]);
	});

	test('takes neither pipeline nor stage from the panel if the row names one', async () => {
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
			'“cor” is filled in twice, by “customFields.cor” and by “customFields.Cor”',
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
		[
			'a heading with two readings',
			{ ...upsert, columns: { ...automatic, schema: [column('customFields.whatsapp')] } },
			{ Nome: 'Ana', WhatsApp: '11 97777-0201' },
			'“WhatsApp” fits the field Phone and the custom field whatsapp',
		],
		[
			'a table that was read with another delimiter',
			{ ...upsert, columns: automatic },
			{ 'Nome;Telefone;E-mail': 'Ana;11 97777-0201;ana@example.com' },
			'“Columns” fit no heading of the table',
		],
	];
	test.each(rows)('%s', async (_why, parameters, row, message) => {
		const { error } = await service.refusal(parameters, { inputData: [row] });
		expect(error).toBe(message);
		expect(await service.requests()).toEqual([]);
	});
});

describe('what is missing', () => {
	const advised = async (parameters: IDataObject, row: IDataObject) => {
		const { details } = await service.refusal(
			{ ...parameters, columns: automatic } as IDataObject,
			{
				inputData: [row],
			},
		);
		return (details as IDataObject).whatToDo;
	};
	const company = { resource: 'company', operation: 'upsert', dataMode: 'columns' };

	test.each<[string, IDataObject, IDataObject]>([
		['contact.upsert', upsert, { 'Nome do cliente': 'Ana' }],
		['contact.update', { ...update, contactId: 'c' }, { 'Nome do cliente': 'Ana' }],
		['company.create', { ...company, operation: 'create' }, { 'Nome do cliente': 'Ana' }],
		['company.upsert', { ...company, cnpj: '={{ $json.CNPJ }}' }, { 'Nome do cliente': 'Ana' }],
		['deal.create', newDeal, { 'Nome do cliente': 'Ana', valor: 1 }],
	])('in %s may stand under a heading that fits no column', async (_name, parameters, row) => {
		expect(await advised(parameters, row)).toContain('No column fits “Nome do cliente”.');
	});

	test('in deal.upsert, too, where only the service shows it', async () => {
		const { contact, pipeline } = await records();
		const deal = { ...newDeal, operation: 'upsert', contactId: contact, pipelineId: pipeline };
		expect(await advised(deal, { Assunto: 'Sofá' })).toContain('No column fits “Assunto”.');
	});
});

test('rows with neither phone nor email are counted: no run finds them again', async () => {
	const inputData = [{ Nome: 'Ana' }, { Nome: 'Bia', Fone: '11 97777-0209' }, { Nome: 'Caio' }];
	const run = await service.run({ ...upsert, columns: automatic }, { inputData });
	expect(hintsOf(run)).toEqual([
		'2 items have neither phone nor email: each run creates new contacts from them.',
	]);
	const all = [{ Nome: 'Bia', Email: 'bia@example.com' }];
	expect(hintsOf(await service.run({ ...upsert, columns: automatic }, { inputData: all }))).toEqual(
		[],
	);
});

test('an empty list from an expression clears nothing', async () => {
	const columns = byHand({ name: 'Ana', 'customFields.interesses': '={{ [] }}' });
	await service.run({ ...update, contactId: 'c', columns });
	expect(await bodies()).toEqual([{ name: 'Ana' }]);
});

test('sends mapped fields that the list no longer has, and no empty column', async () => {
	const value = { name: '={{ $json.Nome }}', 'customFields.origem': 'Feira', cnpj: '' };
	const inputData = [{ Nome: 'Ana' }];
	await service.run({ ...upsert, columns: byHand(value, []) }, { inputData });
	expect(await bodies()).toEqual([{ name: 'Ana', customFields: { origem: 'Feira' } }]);
});

describe('the list of columns', () => {
	const OWN = ['Name', 'Phone', 'Email', 'Company ID', 'Owner ID', 'Tags'];
	const listFor = async (parameters: object = upsert, token = 'manager') =>
		await resourceMapping(actionNode, 'getColumns', {
			...{ credentials: service.credentials(token), parameters: parameters as never },
		});
	const labels = async (parameters: object) =>
		(await listFor(parameters)).fields.map(({ displayName }) => displayName);
	const seed = { origem: 'Feira', data_de_nascimento: '1990-05-17' };

	test('holds the fields and the custom fields of recent records, all as texts, with one request', async () => {
		await service.app('POST', '/contacts', { name: 'Seed', customFields: seed });
		const { fields, emptyFieldsNotice } = await listFor();
		expect(fields.map(({ displayName }) => displayName)).toEqual([
			...OWN,
			...['data_de_nascimento', 'origem', 'pontuacao', 'ultimo_aviso'],
		]);
		expect(fields.at(-3)).toEqual({
			...{ id: 'customFields.origem', displayName: 'origem', type: 'string' },
			...{ required: false, defaultMatch: false, canBeUsedToMatch: false, display: true },
		});
		expect([...new Set(fields.map(({ type }) => type))]).toEqual(['string']);
		expect(emptyFieldsNotice).toContain(
			'Custom fields: data_de_nascimento, origem, pontuacao, 1 more.',
		);
		expect(await service.requests()).toHaveLength(1);
	});

	test('holds the custom fields of companies and deals; is empty for an operation without columns', async () => {
		const customFields = { porte: 'M' };
		await service.app('POST', '/companies', { legalName: 'Casa', customFields });
		expect(await labels({ resource: 'company', operation: 'update' })).toContain('porte');
		const pipelineId = service.fixtures.pipelines?.default;
		const deal = { title: 'D', pipelineId, customFields: { concorrente: 'X' } };
		await service.app('POST', '/deals', deal);
		expect(await labels({ resource: 'deal', operation: 'update' })).toContain('concorrente');
		expect(await listFor({ resource: 'deal', operation: 'win' })).toEqual({ fields: [] });
	});

	test('says to choose a credential', async () => {
		const imported = await resourceMapping(actionNode, 'getColumns', { parameters: upsert });
		expect(imported.emptyFieldsNotice).toContain('credential: choose one');
	});

	test('has the columns that change the tags of a record', async () => {
		const { fields } = await listFor(update);
		expect(fields.map(({ id }) => id)).toEqual(expect.arrayContaining(['addTags', 'removeTags']));
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
	])('has, of %s, what a row can fill in and no field of the panel', async (name, ids) => {
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
		expect(emptyFieldsNotice).toContain(notice ?? 'Headings fit');
		expect((await service.requests()).length).toBeLessThanOrEqual(3);
	});

	test('names a custom field by its ID where its slug means something else', async () => {
		const saved = {
			schema: ['status', 'title', 'origem'].map((slug) => column(`customFields.${slug}`)),
		};
		const { emptyFieldsNotice } = await listFor({ ...newDeal, columns: saved });
		expect(emptyFieldsNotice).toContain(': origem, customFields.status, customFields.title. What');
	});

	test('offers no heading that has two readings in this account, and no more than fit', async () => {
		const saved = { schema: ['whatsapp', 'nome'].map((slug) => column(`customFields.${slug}`)) };
		const { emptyFieldsNotice } = await listFor({ ...upsert, columns: saved });
		expect(emptyFieldsNotice).toContain(': customFields.nome, pontuacao, ultimo_aviso, 1 more.');
	});

	test('keeps the node’s custom fields, but not those of another operation', async () => {
		const saved = { schema: [column('name'), column('customFields.antigo')] };
		expect(await labels({ ...upsert, columns: saved })).toContain('antigo');
		const before = { schema: [column('title'), column('customFields.antigo')] };
		expect(await labels({ ...upsert, columns: before })).not.toContain('antigo');
	});
});
