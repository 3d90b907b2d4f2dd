/** Map Columns: a row in, the request out, the same as through the fields. */
import type { IDataObject } from 'n8n-workflow';
import { useService } from './actionNode/service';

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
	return { id: String((await service.app('POST', ...make)).id), pipelineId };
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
			{ inputData: [{ id: ids.id, ...row, ...filled }] },
		);
		expect(run.error?.message).toBeUndefined();
		expect(await written(before)).toEqual([sent(ids)]);
	});
});
