/** The node inside n8n's own loop, sub-workflow and AI agent: whatever runs it, each write once, with a key of its own. */
import { randomUUID } from 'node:crypto';

import type { ChatRequest, ToolCall } from '../../playground/model/chat';
import { startScriptedModel } from '../../playground/model/scriptedModel';
import { waitUntil } from '../../playground/waitUntil';
import { sharedN8n } from './support/sharedN8n';
import {
	account,
	ACTION,
	credential,
	itemsOf,
	toItems,
	workflowOf,
	type Arrow,
	type Credentials,
	type Node,
} from './support/workflow';

const n8n = sharedN8n();
const STEP = 'Step';
let credentials: Credentials;

beforeAll(async () => {
	credentials = await account(n8n);
});
afterEach(async () => {
	await n8n.sandbox.reset();
});

/** Runs a workflow from its Start to its end. @returns what the node of that name put out */
async function outputOf(workflowId: string, name: string): Promise<unknown[]> {
	await n8n.runByHand(workflowId, 'Start');
	const [execution] = await n8n.executionsOf(workflowId, 1);
	const { error } = (await n8n.recordOf(execution!.id)).resultData;
	expect([execution?.status, error?.message]).toEqual(['success', undefined]);
	return await n8n.outputOf(execution!.id, name);
}

const threeItems = itemsOf('n', [1, 2, 3]);
/** Starts a conversation, with the same phone and template for every item. */
const starting = (phone: string, options = {}): Node => ({
	...{ name: STEP, type: ACTION, credentials },
	parameters: {
		...{ resource: 'conversation', operation: 'start', phone },
		...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
		options: { includeResponse: true, ...options },
	},
});
/** The keys of the conversations that were started, those of repeated requests included. */
const keys = async () =>
	(await n8n.sandbox.requests())
		.filter(({ method, path }) => method === 'POST' && path === '/api/v1/conversations')
		.map(({ headers }) => headers['idempotency-key']);

it('Loop Over Items runs it once a round, each with a key of its own', async () => {
	const loop = { name: 'Loop', type: 'n8n-nodes-base.splitInBatches', typeVersion: 3 };
	const workflow = await workflowOf(
		n8n,
		[...threeItems, loop, starting('(11) 97777-2001')],
		[...toItems, ['Items', 'Loop'], ['Loop', STEP, 1], [STEP, 'Loop']],
	);
	expect(await outputOf(workflow, STEP)).toHaveLength(3);
	expect(new Set(await keys()).size).toBe(3);
});

it('a sub-workflow runs it once for each item, each with a key of its own', async () => {
	const called = {
		...{ name: 'Called', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1 },
		parameters: { inputSource: 'passthrough' },
	};
	const inner = await workflowOf(n8n, [called, starting('(11) 97777-2002')], [['Called', STEP]]);
	await n8n.rest.activate(inner);
	const outer: Node = {
		...{ name: 'Call', type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.2 },
		parameters: { workflowId: { __rl: true, mode: 'id', value: inner }, mode: 'each' },
	};
	const workflow = await workflowOf(n8n, [...threeItems, outer], [...toItems, ['Items', 'Call']]);
	expect(await outputOf(workflow, 'Call')).toHaveLength(3);
	expect(new Set(await keys()).size).toBe(3);
	await n8n.rest.deactivate(inner);
});

it.each([
	['its own keys', {}, 3],
	['a key made of what it is given', { idempotencyKey: '=ask-{{ $json.n }}' }, 1],
])('a sub-workflow that is tried three times, with %s', async (_, options, sent) => {
	const called = {
		...{ name: 'Called', type: 'n8n-nodes-base.executeWorkflowTrigger', typeVersion: 1.1 },
		parameters: { inputSource: 'passthrough' },
	};
	const step = starting('(11) 97777-2007', options);
	const stop = {
		...{ name: 'Stop', type: 'n8n-nodes-base.stopAndError', typeVersion: 1 },
		parameters: { errorMessage: 'It failed' },
	};
	const path: Arrow[] = [
		['Called', STEP],
		[STEP, 'Stop'],
	];
	const inner = await workflowOf(n8n, [called, step, stop], path);
	await n8n.rest.activate(inner);
	const outer: Node = {
		...{ name: 'Call', type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.2 },
		...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 100 },
		parameters: { workflowId: { __rl: true, mode: 'id', value: inner } },
	};
	const items = itemsOf('n', [1]);
	const workflow = await workflowOf(n8n, [...items, outer], [...toItems, ['Items', 'Call']]);
	await n8n.runByHand(workflow, 'Start');
	const [execution] = await n8n.executionsOf(workflow, 1);
	expect(execution?.status).toBe('error');
	expect(await keys()).toHaveLength(3);
	expect(new Set(await keys()).size).toBe(sent);
	const requests = await n8n.sandbox.requests();
	const starts = requests.filter(({ path: at }) => at === '/api/v1/conversations');
	expect(starts.filter(({ replayed }) => !replayed)).toHaveLength(sent);
	await n8n.rest.deactivate(inner);
});

it('Execute Once runs it for the first item, pinned data in its place', async () => {
	const arrows: Arrow[] = [...toItems, ['Items', STEP]];
	const once = [...threeItems, { ...starting('(11) 97777-2005'), executeOnce: true }];
	expect(await outputOf(await workflowOf(n8n, once, arrows), STEP)).toHaveLength(1);
	const pinned = { [STEP]: [{ json: { pinned: true } }] };
	const nodes = [...threeItems, starting('(11) 97777-2006')];
	expect(await outputOf(await workflowOf(n8n, nodes, arrows, pinned), STEP)).toEqual([
		{ pinned: true },
	]);
	expect(await keys()).toHaveLength(1);
});

const REMINDER = 'Olá, {{1}}! Seu boleto vence em {{2}}. Precisa de uma segunda via?';
/** The rows of its variables in a tool, by the names that n8n makes of them: test/e2e/templateText.test.ts. */
const ROWS = {
	Ola___1_: 'Ola, {1}',
	vence_em__2_: 'vence em {2}',
};

/**
 * An older agent hands on what a tool gives out, but not what it fails with; a newer one both. The newer model node asks
 * OpenAI's newer endpoint.
 */
it.each([
	[2.2, 1.2, 'continueRegularOutput'],
	[3.1, 1.3, undefined],
])(
	'the model of an AI agent %d looks a contact up, corrects a wrong argument, tags, answers and sends a template, each once',
	async (typeVersion, modelVersion, onError) => {
		const phone = '+5511977772010';
		const template = { name: 'sem_variaveis', language: 'pt_BR' };
		const contact = { name: 'Zélia Agente', phone, tags: ['vip'] };
		const { id } = await n8n.sandbox.asTheApp<{ id: string }>('POST', '/contacts', contact);
		const { conversationId } = await n8n.sandbox.asTheApp<{ conversationId: string }>(
			...(['POST', '/conversations', { phone, template }] as const),
		);
		await n8n.sandbox.customerWrites(conversationId, 'Quero sair da lista');
		const tool = (name: string, parameters: object): Node => ({
			...{ name, type: `${ACTION}Tool`, credentials, parameters },
			onError,
		});
		const fromModel = (key: string) => `={{ $fromAI('${key}') }}`;
		const tools = [
			tool('find_contact', {
				...{ resource: 'contact', operation: 'getAll', limit: 5 },
				filters: { search: fromModel('search') },
			}),
			tool('tag_contact', {
				...{ resource: 'contact', operation: 'update', contactId: fromModel('contact') },
				updateFields: { addTags: fromModel('tags') },
			}),
			tool('answer', {
				...{ resource: 'message', operation: 'send', conversationId, text: fromModel('text') },
				options: { checkOnly: `={{ $fromAI('checkOnly', '', 'boolean') }}` },
			}),
			tool('remind', {
				...{ resource: 'conversation', operation: 'start', phone },
				...{ templateName: 'lembrete_pagamento', templateText: REMINDER },
				templateVariables: {
					...{ mappingMode: 'defineBelow', matchingColumns: [], schema: [] },
					value: Object.fromEntries(
						Object.entries(ROWS).map(([key, label], at) => [
							at + 1,
							`={{ $fromAI('${key}', \`${label}\`, 'string') }}`,
						]),
					),
				},
			}),
		];

		const call = (name: string, given: ToolCall['arguments']) => ({ name, arguments: given });
		const text = 'Pronto, você não receberá mais mensagens.';
		const turns: Array<(results: string[]) => ToolCall> = [
			() => call('find_contact', { search: 'Zélia Agente' }),
			() => call('tag_contact', { contact: 'Zélia Agente', tags: 'opted_out' }),
			([found = '']) =>
				call('tag_contact', {
					contact: /"id\W+([\w-]+)/.exec(found)?.[1] ?? '',
					tags: 'opted_out',
				}),
			() => call('answer', { text, checkOnly: true }),
			() => call('answer', { text, checkOnly: false }),
			() => call('answer', { text, checkOnly: false }),
			() =>
				call(
					'remind',
					Object.fromEntries(Object.keys(ROWS).map((key, at) => [key, ['Zélia', '30/11'][at]])),
				),
		];
		/** What the model was told by the tools, answer after answer. */
		const told = ({ messages }: ChatRequest) =>
			messages.filter(({ role }) => role === 'tool').map((message) => message.text);
		const model = await startScriptedModel((request, before) => {
			const next = turns[before]?.(told(request));
			return next ? { calls: [next] } : { text: 'Done.' };
		});
		try {
			const langchain = '@n8n/n8n-nodes-langchain';
			const workflow = await workflowOf(
				n8n,
				[
					{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
					{
						...{ name: 'Agent', type: `${langchain}.agent`, typeVersion },
						parameters: { promptType: 'define', text: 'Do what the customer asks for.' },
					},
					{
						...{ name: 'Model', type: `${langchain}.lmChatOpenAi`, typeVersion: modelVersion },
						parameters: { model: { __rl: true, mode: 'id', value: 'gpt-4.1-mini' } },
						credentials: await credential(n8n, 'openAiApi', {
							apiKey: 'x',
							url: model.url,
						}),
					},
					...tools,
				],
				[
					['Start', 'Agent'],
					['Model', 'Agent', 0, 'ai_languageModel'],
					...tools.map(({ name }): Arrow => [name, 'Agent', 0, 'ai_tool']),
				],
			);
			expect(await outputOf(workflow, 'Agent')).toEqual([{ output: 'Done.' }]);
			const last = model.requests.at(-1)!;
			const [found, refused, tagged, shown, first, second] = told(last);
			expect(found).toContain(id);
			expect(refused).toContain('takes an ID, but got a text with a space in it');
			expect(tagged).toContain('opted_out');
			expect(shown).toContain('checkOnly');
			expect(shown).toContain(text);
			// The same answer, and behind it what an agent would not know otherwise.
			expect(second).toContain(first!.slice(0, -1));
			expect(second).toContain('Nothing new was done');
			expect(await n8n.sandbox.asTheApp('GET', `/contacts/${id}`)).toMatchObject({
				tags: ['vip', 'opted_out'],
			});
			const messages = await n8n.sandbox.messagesTo(id);
			expect(messages.filter((message) => message.text === text)).toHaveLength(1);
			const remind = last.tools.find(({ name }) => name === 'remind');
			const described = Object.entries(remind!.parameters.properties!).map(
				([key, { description }]) => [key, description],
			);
			expect(described).toEqual(Object.entries(ROWS));
			const reminders = messages.filter((message) => message.text.includes('boleto'));
			expect(reminders.map((message) => message.text)).toEqual([
				'Olá, Zélia! Seu boleto vence em 30/11. Precisa de uma segunda via?',
			]);
		} finally {
			await model.close();
		}
	},
);

if (process.env.E2E_LONG) {
	// Which n8n spends without the execution: it comes back with other objects.
	it('counts the messages of a loop over a long Wait', async () => {
		const send = starting('(11) 97777-0909');
		const wait: Node = {
			...{ name: 'Wait', type: 'n8n-nodes-base.wait', typeVersion: 1.1, webhookId: randomUUID() },
			parameters: { resume: 'timeInterval', amount: 66, unit: 'seconds' },
		};
		const workflow = await workflowOf(
			n8n,
			[
				{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
				{ ...send, parameters: { ...send.parameters, options: { maxMessages: 1 } } },
				wait,
			],
			[
				['Start', STEP],
				[STEP, 'Wait'],
				['Wait', STEP],
			],
		);
		await n8n.runByHand(workflow, 'Start');
		const status = await waitUntil('the execution to end', 150_000, async () => {
			const [execution] = await n8n.executionsNow(workflow);
			return ['error', 'success', 'crashed'].find((end) => end === execution?.status);
		});
		expect(status).toBe('error');
		expect(await keys()).toHaveLength(1);
	}, 200_000);
}
