import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import { located, useService } from './actionNode/service';
import { actionNode, listSearch } from '../support/engine';

const service = useService({ contacts: 260 });

interface Asked {
	filter?: string;
	paginationToken?: string;
	parameters?: INodeParameters;
	token?: string;
}
const open = async (
	method: string,
	{ token, ...asked }: Asked = {},
): Promise<INodeListSearchResult> =>
	await listSearch(actionNode, method, { credentials: service.credentials(token), ...asked });
const names = async (method: string, asked?: Asked) =>
	(await open(method, asked)).results.map(({ name }) => name);
const add = async (path: string, body: object) =>
	String((await service.app('POST', path, body)).id);
const CRM = [
	'searchContacts',
	'searchCompanies',
	'searchDeals',
	'searchPipelines',
	'searchStages',
	'searchContactCustomFields',
	'searchContactDateFields',
	'searchCompanyCustomFields',
	'searchDealCustomFields',
];
const INBOX = ['searchConversations', 'searchChannels'];

describe('a token without the scope, or no longer valid, gives a message, not an empty list', () => {
	test.each([
		...CRM.map((method) => [method, 'inboxOnly', 'crm:read']),
		...INBOX.map((method) => [method, 'crmOnly', 'inbox:read']),
	])('%s', async (method, token, scope) => {
		for (const filter of [undefined, 'Ana']) {
			await expect(open(method, { token, filter })).rejects.toMatchObject({
				message: `The access token lacks the scope ${scope}`,
				description: expect.stringMatching(/with this scope .* From List to By ID/) as string,
			});
		}
		await expect(open(method, { token: 'expired' })).rejects.toMatchObject({
			message: 'The access token is not valid',
		});
	});
});

test('advises to try again when the service is unavailable, without mentioning the workflow', async () => {
	const status = { kind: 'status', status: 503, code: 'api_tokens_disabled', retryAfter: 60 };
	await service.fault({ ...status, path: '/deals' });
	await expect(open('searchDeals')).rejects.toMatchObject({
		description: expect.stringMatching(
			/^Try again in a moment\. To go on without the list/,
		) as string,
	});
});

describe('contacts', () => {
	test('show name, else phone, else e-mail', async () => {
		await add('/contacts', { email: 'only@example.com' });
		await add('/contacts', { phone: '+5511911110001' });
		const id = await add('/contacts', { name: 'Zélia Única', phone: '+5511911110002' });
		const { results, paginationToken } = await open('searchContacts');
		expect(results.slice(0, 3)).toEqual([
			{ name: 'Zélia Única', value: id },
			{ name: '+5511911110001', value: expect.any(String) },
			{ name: 'only@example.com', value: expect.any(String) },
		]);
		expect(results).toHaveLength(100);
		const next = await open('searchContacts', { paginationToken: String(paginationToken) });
		expect(next.results.map(({ value }) => value)).not.toContain(id);
	});

	test('are searched by the service, over all of them', async () => {
		const id = await add('/contacts', { name: 'Zélia Única', phone: '+5511911110002' });
		for (const filter of ['Única', ' zélia ', '(11) 91111-0002']) {
			expect((await open('searchContacts', { filter })).results).toEqual([
				{ name: 'Zélia Única', value: id },
			]);
		}
		expect((await open('searchContacts', { filter: 'nobody at all' })).results).toEqual([]);
		expect((await open('searchContacts', { filter: 'x'.repeat(300) })).results).toEqual([]);
	});

	test('of the same name are told apart by phone, else e-mail', async () => {
		const name = 'Núbia Homônima';
		await add('/contacts', { name, phone: '+5511911110003' });
		await add('/contacts', { name, email: 'nubia@example.com' });
		await add('/contacts', { name: `${name} Filha`, phone: '+5511911110004' });
		expect(await names('searchContacts', { filter: name })).toEqual([
			`${name} Filha`,
			`${name} (nubia@example.com)`,
			`${name} (+5511911110003)`,
		]);
	});

	test('are those that the token’s user sees', async () => {
		expect(await names('searchContacts', { token: 'otherAccountManager' })).toHaveLength(1);
	});
});

test('companies: marks deactivated ones, and finds a CNPJ', async () => {
	const id = await add('/companies', {
		legalName: 'Única Ltda.',
		tradeName: 'Única',
		cnpj: '11.222.333/0001-81',
	});
	await service.app('DELETE', `/companies/${id}`);
	expect((await open('searchCompanies', { filter: '11.222.333/0001' })).results).toEqual([
		{ name: 'Única (inactive)', value: id },
	]);
});

test('deals: marks closed ones, and searches all of them without regard to accents', async () => {
	const pipelineId = service.fixtures.pipelines?.default;
	const id = await add('/deals', { title: 'Sofá Único', pipelineId });
	await service.app('POST', `/deals/${id}/win`, {});
	for (let n = 0; n < 105; n += 1) await add('/deals', { title: `Filler ${n}`, pipelineId });
	const { results, paginationToken } = await open('searchDeals');
	expect(results).toHaveLength(100);
	expect(paginationToken).toBeDefined();
	expect((await open('searchDeals', { filter: 'SOFA unico' })).results).toEqual([
		{ name: 'Sofá Único (won)', value: id },
	]);
});

test('deals: tells the same titles apart by ID', async () => {
	const pipelineId = service.fixtures.pipelines?.default;
	const ids = [
		await add('/deals', { title: 'Sofá', pipelineId }),
		await add('/deals', { title: 'Sofá', pipelineId }),
	];
	const found = await names('searchDeals', { filter: 'sofá' });
	expect(found.sort()).toEqual(ids.map((id) => `Sofá (${id})`).sort());
});

test('pipelines: shows the default one first, and marks deactivated ones', async () => {
	const found = await open('searchPipelines');
	expect(found.results[0]).toEqual({ name: 'Vendas', value: service.fixtures.pipelines?.default });
	expect(found.results.map(({ name }) => name)).toContain('Feiras 2023 (inactive)');
	expect(await names('searchPipelines', { filter: 'renovac' })).toEqual(['Renovações']);
});

describe('stages', () => {
	const openStages = ['Novo lead', 'Qualificação', 'Proposta enviada', 'Negociação'];
	const board = [...openStages, 'Ganho (won)', 'Perdido (lost)'];
	const dealIn = async (pipeline: string) =>
		await add('/deals', { title: 'D', pipelineId: service.fixtures.pipelines?.[pipeline] });

	test('are those of the chosen pipeline, in the order of the board', async () => {
		for (const value of [
			located(service.fixtures.pipelines?.default),
			service.fixtures.pipelines?.default,
		]) {
			for (const operation of ['create', 'upsert']) {
				const parameters = { operation, pipelineId: value } as INodeParameters;
				expect(await names('searchStages', { parameters })).toEqual(openStages);
			}
		}
		const filters = { pipelineId: located(service.fixtures.pipelines?.default) };
		const parameters = { operation: 'getAll', filters } as INodeParameters;
		expect(await names('searchStages', { parameters })).toEqual(board);
		expect(await names('searchStages', { parameters, filter: ' proposta ' })).toEqual([
			'Proposta enviada',
		]);
	});

	test('are those of the chosen deal’s pipeline', async () => {
		const parameters = {
			operation: 'move',
			dealId: located(await dealIn('second')),
		} as INodeParameters;
		expect(await names('searchStages', { parameters })).toEqual(['A vencer', 'Em conversa']);
	});

	test.each([
		['nothing', {}],
		['an empty choice', { operation: 'create', pipelineId: located('', 'list') }],
		['an expression', { operation: 'create', pipelineId: located('={{ $json.pipeline }}') }],
		['an expression for the deal', { operation: 'move', dealId: located('={{ $json.deal }}') }],
		[
			'what was chosen for another operation',
			{ operation: 'move', pipelineId: 'stale', filters: { pipelineId: 'stale' } },
		],
	])(
		'are those of the first two active pipelines, named, with %s chosen',
		async (_what, parameters) => {
			const found = await names('searchStages', { parameters: parameters as INodeParameters });
			const ofFirst = found.filter((name) => name.startsWith('Vendas › '));
			const shown = 'operation' in parameters ? openStages : board;
			expect(ofFirst).toEqual(shown.map((name) => `Vendas › ${name}`));
			expect(found).toContain('Renovações › Em conversa');
			const { operation } = parameters as INodeParameters;
			const picked = operation === 'move' ? 'deal' : 'pipeline';
			expect(found.at(-1)).toBe(`For the stages of 1 more pipeline pick the ${picked} first`);
			expect(found.join()).not.toContain('Feiras');
		},
	);

	test('of a missing pipeline or deal give a message', async () => {
		for (const parameters of [
			{ operation: 'create', pipelineId: 'none' },
			{ operation: 'move', dealId: 'none' },
		]) {
			await expect(open('searchStages', { parameters })).rejects.toThrow(
				'The record was not found',
			);
		}
	});
});

test('channels: shows the connected ones with their kind', async () => {
	const found = await names('searchChannels');
	expect(found).toContain('Comercial (official messaging)');
	expect(found).toContain('Celular da loja (qr messaging)');
	expect(await names('searchChannels', { filter: 'vendas' })).toEqual(['E-mail de vendas (email)']);
});

test('conversations: can be picked and searched', async () => {
	const { conversationId } = await service.app<{ conversationId: string }>(
		'POST',
		'/conversations',
		{
			phone: '+5511911110001',
			template: { name: 'sem_variaveis', language: 'pt_BR' },
		},
	);
	expect((await open('searchConversations')).results.map(({ value }) => value)).toContain(
		conversationId,
	);
	expect((await open('searchConversations', { filter: conversationId })).results).toHaveLength(1);
});

test('conversations: shows contact, start and status', async () => {
	const name = 'Zélia Única';
	await add('/contacts', { name, phone: '+5511911110001' });
	const template = { name: 'sem_variaveis', language: 'pt_BR' };
	await service.app('POST', '/conversations', { phone: '+5511911110001', template });
	for (let n = 0; n < 101; n += 1) await add('/contacts', { name: `Newer ${n}` });
	const today = new Date().toLocaleDateString('sv', { timeZone: 'America/New_York' });
	const [first] = await names('searchConversations', { filter: 'zélia' });
	expect(first).toBe(`${name}, +5511911110001 (open, ${today})`);
	// Of those called so only some are looked through, and maybe not the one that is meant.
	expect(await names('searchConversations', { filter: 'newer' })).toEqual([
		expect.stringMatching(/^Only the newest 100 contacts that match were looked through/),
	]);
	// Its contact is not among the newest. A token that sees no contacts gets IDs.
	expect((await names('searchConversations')).join()).toContain(name);
	const only = await names('searchConversations', { token: 'inboxOnly' });
	expect(only[0]).toMatch(/\(open, \d{4}-\d{2}-\d{2}\)$/);
});

test('conversations: are found by whatever the service finds their contact by', async () => {
	const phone = '+5511987654321';
	await add('/contacts', { name: 'Zélia Única', phone, email: 'zelia@example.com' });
	const template = { name: 'sem_variaveis', language: 'pt_BR' };
	await service.app('POST', '/conversations', { phone, template });
	await service.app('POST', '/conversations', { phone: '+5511911110001', template });
	for (const filter of ['98765', phone, '(11) 98765-4321', 'ZELIA@']) {
		const before = (await service.requests()).length;
		expect(await names('searchConversations', { filter })).toEqual([
			expect.stringMatching(/^Zélia Única, \+5511987654321 \(open/),
		]);
		expect((await service.requests()).length - before).toBeLessThanOrEqual(3);
	}
	expect(await names('searchConversations', { filter: 'nobody at all' })).toEqual([]);
});

test('custom fields: offers the slug of a text that no recent record has', async () => {
	expect((await open('searchContactCustomFields', { filter: ' novo_campo ' })).results).toEqual([
		{ name: 'novo_campo (as typed; not seen on recent records)', value: 'novo_campo' },
	]);
	expect((await open('searchContactCustomFields', { filter: 'Última Posição-2' })).results).toEqual(
		[
			{
				name: 'ultima_posicao_2 (as typed; not seen on recent records)',
				value: 'ultima_posicao_2',
			},
		],
	);
	expect((await open('searchContactCustomFields', { filter: '!!!' })).results).toEqual([]);
	expect((await open('searchContactCustomFields', { filter: ' ' })).results).toEqual(
		(await open('searchContactCustomFields')).results,
	);
});

test('custom fields: shows those of recent records, with their types', async () => {
	await add('/contacts', {
		name: 'Ana',
		customFields: { origem: 'Feira', pontuacao: 3, aceita_novidades: true, interesses: ['sala'] },
	});
	const found = await names('searchContactCustomFields');
	expect(found).toEqual(
		expect.arrayContaining([
			'aceita_novidades (boolean)',
			'interesses (list)',
			'origem (text)',
			'pontuacao (number)',
		]),
	);
	for (const filter of ['ponTU', 'Pontuação', 'pontua-cao']) {
		expect(await names('searchContactCustomFields', { filter })).toEqual(['pontuacao (number)']);
	}
	await add('/companies', { legalName: 'Casa', customFields: { porte: 'M' } });
	expect((await open('searchCompanyCustomFields')).results).toContainEqual({
		name: 'porte (text)',
		value: 'porte',
	});
	await add('/deals', {
		title: 'D',
		pipelineId: service.fixtures.pipelines?.default,
		customFields: { concorrente: '2026-03-01' },
	});
	expect(await names('searchDealCustomFields')).toContain('concorrente (date)');
});

test('languages: need no request, and are found by code', async () => {
	const { results } = await open('searchLanguages');
	expect(results.map(({ name, value }) => `${name}: ${value}`)).toEqual([
		...['Portuguese (Brazil): pt_BR', 'English: en', 'English (UK): en_GB', 'English (US): en_US'],
		...['French: fr', 'German: de', 'Italian: it', 'Portuguese (Portugal): pt_PT', 'Spanish: es'],
		...['Spanish (Argentina): es_AR', 'Spanish (Mexico): es_MX', 'Spanish (Spain): es_ES'],
	]);
	expect(await names('searchLanguages', { filter: 'es_' })).toHaveLength(3);
	expect(await service.requests()).toEqual([]);
});
