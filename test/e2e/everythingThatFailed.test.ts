/** The example that gathers what failed in other workflows, and messages that failed on their way. */
import { randomUUID } from 'node:crypto';

import {
	exampleWorkflows,
	triggerWebhooks,
	type ExampleWorkflow,
} from '../../playground/exampleWorkflows';
import { waitForWebhook } from '../../playground/provisioning';
import { waitUntil } from '../../playground/waitUntil';
import { signatureHeader } from '../../sandbox/webhooks/signature';
import { DataTable } from './support/dataTable';
import { sharedN8n } from './support/sharedN8n';
import { account, ACTION, credential, type Node } from './support/workflow';

interface Row {
	workflow: string;
	name: string | null;
	phone: string | null;
	reason: string;
	whatToDo: string | null;
	lookAt: string | null;
	event: string | null;
	done: boolean | null;
}

const MORNING = 'Every morning at 08:00';
const EVENT = 'message.failed';
const n8n = sharedN8n();
let workflow: ExampleWorkflow;
/** The trigger's production URL, and what signs its events. */
let webhook: { url: string; secret: string };
let table: DataTable<Row>;

beforeAll(async () => {
	workflow = (await exampleWorkflows()).find(({ id }) => id === 'everythingThatFailed')!;
	const { path } = triggerWebhooks(workflow)[0]!;
	const url = `${n8n.url}${path}`;
	webhook = { url, secret: (await n8n.sandbox.registerWebhook(url, [EVENT])).secret };
	const { baseUrl, tokens } = n8n.service;
	const data = { baseUrl, accessToken: tokens.manager, signingSecret: webhook.secret };
	const credentials = await credential(n8n, 'customerRelationshipApi', data);
	for (const node of workflow.nodes)
		if ('credentials' in node) Object.assign(node, { credentials });
	await n8n.rest.createWorkflow(workflow);
	await n8n.rest.activate(workflow.id);
	await waitForWebhook(url);
	await failedMessage('Primeira');
	table = await waitUntil(
		'the table to be made',
		30_000,
		async () => await DataTable.named<Row>(n8n, 'Everything that failed'),
	);
	await rowsWith('name', 'Primeira');
});
afterAll(async () => {
	await n8n.rest.deactivate(workflow.id);
	await table.drop();
	await n8n.sandbox.reset();
});

/** The text that the team gets in the morning; nothing where no row is left. */
async function digest(): Promise<string | undefined> {
	const before = new Set((await n8n.executionsNow(workflow.id)).map(({ id }) => id));
	await n8n.runByHand(workflow.id, MORNING);
	const run = await waitUntil('the digest', 30_000, async () =>
		(await n8n.executionsNow(workflow.id)).find(
			({ id, mode, status }) => !before.has(id) && mode === 'manual' && status === 'success',
		),
	);
	const told = await n8n.outputOf(run.id, 'The digest');
	return (told[0] as { digest: string } | undefined)?.digest;
}

/** The rows of which a cell holds the text, once there are so many. */
const rowsWith = async (cell: keyof Row, text: string, count = 1) =>
	await waitUntil(`${count} rows with ${text}`, 60_000, async () => {
		const all = await table.rows();
		const found = all.filter((row) => String(row[cell] ?? '').includes(text));
		if (found.length === count) return found;
		throw new Error(`there are ${JSON.stringify(all)}`);
	});

let phones = 0;
const newPhone = () => `+55119777${94_000 + (phones += 1)}`;

/** A message that fails on its way to a new contact. @returns the contact's phone */
async function failedMessage(name: string): Promise<string> {
	const phone = newPhone();
	await n8n.sandbox.asTheApp('POST', '/contacts', { name, phone });
	await n8n.sandbox.addFault({ kind: 'messageFails', code: 'recipient_invalid' });
	const template = { name: 'sem_variaveis', language: 'pt_BR', params: [] };
	await n8n.sandbox.asTheApp('POST', '/conversations', { phone, template });
	return phone;
}

describe('a message that fails on its way', () => {
	it('becomes a row with name, phone and reason', async () => {
		const phone = await failedMessage('Número Errado');
		expect(await rowsWith('phone', phone)).toMatchObject([
			{
				...{ name: 'Número Errado', reason: 'recipient_invalid', done: null },
				whatToDo: expect.stringContaining('correct the phone'),
				lookAt: expect.stringMatching(/^Conversation \w/),
			},
		]);
	});

	it.each([
		['a connection that breaks', { kind: 'dropBefore' }],
		['429', { kind: 'status', status: 429, code: 'rate_limited', retryAfter: 1 }],
		['503', { kind: 'status', status: 503, code: 'api_tokens_disabled', retryAfter: 1 }],
	])('is one row with its name under %s', async (_, fault) => {
		await n8n.sandbox.addFault({ ...fault, method: 'GET', path: '/conversations' });
		const phone = await failedMessage('Com Falha');
		expect(await rowsWith('phone', phone)).toMatchObject([{ name: 'Com Falha' }]);
	});

	it('is a row without a name where the conversation can’t be read', async () => {
		const before = (await table.rows()).length;
		const fault = { kind: 'status', status: 403, code: 'insufficient_api_token_scope' };
		await n8n.sandbox.addFault({ ...fault, method: 'GET', path: '/conversations' });
		await failedMessage('Ninguém Vê');
		const rows = await waitUntil('the row', 30_000, async () => {
			const all = await table.rows();
			return all.length > before ? all : undefined;
		});
		expect(rows.at(-1)).toMatchObject({ name: null, phone: null, reason: 'recipient_invalid' });
	});

	it('is one row, and stays done, though its event comes again after a restart', async () => {
		const phone = await failedMessage('Duas Vezes');
		const { event } = (await rowsWith('phone', phone))[0]!;
		await table.change('event', event, { done: true });
		await forgetEvents();
		const { body } = (await n8n.sandbox.deliveries()).find(({ id }) => id === event)!;
		const before = (await n8n.executionsNow(workflow.id)).length;
		const now = Math.floor(Date.now() / 1000);
		const headers = {
			'content-type': 'application/json',
			'svc-signature': signatureHeader(body, [webhook.secret], now),
		};
		// n8n uses the new version some time after it was published.
		await waitUntil('the event to run again', 30_000, async () => {
			await fetch(webhook.url, { method: 'POST', headers, body });
			const { length } = await n8n.executionsNow(workflow.id);
			return length > before ? true : undefined;
		});
		const [run] = await n8n.executionsOf(workflow.id, before + 1);
		expect(run?.status).toBe('success');
		expect(await rowsWith('phone', phone)).toMatchObject([{ event, done: true }]);
	});
});

/** Has the trigger remember no event, as after a restart. */
async function forgetEvents(): Promise<void> {
	const path = `/workflows/${workflow.id}`;
	const { versionId, nodes, connections } = await n8n.rest.get<
		ExampleWorkflow & { versionId: string }
	>(path);
	for (const { type, parameters } of nodes)
		if (type.endsWith('.customerRelationshipTrigger'))
			parameters.options = { skipDuplicates: false };
	await n8n.rest.send('PATCH', path, { versionId, nodes, connections });
	await n8n.rest.activate(workflow.id);
}

/** A published workflow that an HTTP request starts. @returns its ID, and what starts it and waits for its end */
async function published(name: string, steps: Node[], settings = {}) {
	const path = randomUUID();
	const trigger: Node = {
		...{ name: 'Webhook', type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: path },
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
	};
	const nodes = [trigger, ...steps].map((node, index) => ({
		...{ id: randomUUID(), position: [index * 200, 0], parameters: {}, ...node },
	}));
	const connections = Object.fromEntries(
		nodes.slice(1).map(({ name: node }, index) => {
			const to = [{ node, type: 'main', index: 0 }];
			const from = nodes[index]!;
			const main = from.onError === 'continueErrorOutput' ? [[], to] : [to];
			return [from.name, { main }];
		}),
	);
	const { id } = await n8n.rest.createWorkflow({
		...{ name, nodes, connections, settings: { executionOrder: 'v1', ...settings } },
	});
	await n8n.rest.activate(id);
	const url = `${n8n.url}/webhook/${path}`;
	await waitForWebhook(url);
	const call = async (body: object) => {
		const headers = { 'content-type': 'application/json' };
		await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
		return (await n8n.executionsOf(id, 1))[0]!;
	};
	return { id, call };
}

it('a workflow that fails becomes a row with its name, the reason and a link', async () => {
	const name = 'Relatório da manhã';
	const stop = {
		...{ name: 'Stop', type: 'n8n-nodes-base.stopAndError', typeVersion: 1 },
		parameters: { errorMessage: 'O arquivo não está lá' },
	};
	const failing = await published(name, [stop], { errorWorkflow: workflow.id });
	const execution = await failing.call({});
	expect(execution.status).toBe('error');
	expect(await rowsWith('workflow', name)).toMatchObject([
		{
			...{ reason: 'O arquivo não está lá', name: null, phone: null, done: null },
			lookAt: `${n8n.url}/workflow/${failing.id}/executions/${execution.id}`,
		},
	]);
	await n8n.rest.deactivate(failing.id);
});

describe('an error output', () => {
	const columns = ['workflow', 'name', 'phone', 'reason', 'whatToDo'];
	/** As the note in the workflow says. */
	const hand = (to: string) => ({
		...{ name: 'Tell', type: 'n8n-nodes-base.executeWorkflow', typeVersion: 1.3 },
		onError: 'continueRegularOutput',
		parameters: {
			workflowId: { __rl: true, mode: 'id', value: to },
			workflowInputs: {
				...{ mappingMode: 'defineBelow', matchingColumns: [], convertFieldsToString: true },
				schema: columns.map((id) => ({
					...{ id, displayName: id, type: 'any', required: false, display: true },
				})),
				value: {
					...{ workflow: 'Aviso da feira', name: '={{ $json.name }}', phone: '={{ $json.phone }}' },
					...{ reason: '={{ $json.error }}', whatToDo: '={{ $json.details.whatToDo }}' },
				},
			},
			options: { waitForSubWorkflow: false },
		},
	});
	const rows = { name: 'Rows', type: 'n8n-nodes-base.splitOut', typeVersion: 1 };
	const send = async () => ({
		...{ name: 'Send', type: ACTION, typeVersion: 1, onError: 'continueErrorOutput' },
		credentials: await account(n8n),
		parameters: {
			...{ resource: 'conversation', operation: 'start', phone: '={{ $json.phone }}' },
			...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
		},
	});
	const sending = async (to: string) =>
		await published('Aviso da feira', [
			{ ...rows, parameters: { fieldToSplitOut: 'body.rows' } },
			...[await send(), hand(to)],
		]);

	it('becomes a row for each item that was refused, with what to do', async () => {
		const { phones: fixtures } = await n8n.sandbox.fixtures();
		const reached = newPhone();
		const caller = await sending(workflow.id);
		const given = [
			{ name: 'Ana Lima', phone: reached },
			{ name: 'Bia Reis', phone: '123' },
			{ name: 'Caio Dias', phone: fixtures.optedOut },
		];
		expect((await caller.call({ rows: given })).status).toBe('success');
		expect(await rowsWith('workflow', 'Aviso da feira', 2)).toMatchObject([
			{ name: 'Bia Reis', phone: '123', reason: expect.stringContaining('too few digits') },
			{ name: 'Caio Dias', phone: fixtures.optedOut, whatToDo: expect.stringMatching(/\w/) },
		]);
		await n8n.rest.deactivate(caller.id);
	});

	it('stops nothing where this workflow is no longer published', async () => {
		const caller = await sending(workflow.id);
		await n8n.rest.deactivate(workflow.id);
		const execution = await caller.call({ rows: [{ name: 'Davi Melo', phone: '123' }] });
		expect(execution.status).toBe('success');
		expect(JSON.stringify(await n8n.outputOf(execution.id, 'Tell'))).toContain('not active');
		expect((await table.rows()).some(({ name }) => name === 'Davi Melo')).toBe(false);
		await n8n.rest.deactivate(caller.id);
	});
});

it('the digest lists what is not done, and there is none where all is', async () => {
	for (const { event } of await table.rows())
		if (event) await table.change('event', event, { done: true });
	const name = 'Relatório da noite';
	await table.add([
		{ workflow: name, name: 'Ana', phone: '+5511977770000', reason: 'não saiu', whatToDo: 'ligar' },
	]);
	const text = await digest();
	expect(text).toContain(`- ${name} · Ana · +5511977770000 · não saiu · ligar`);
	expect(text).toContain('Aviso da feira · Bia Reis · 123 · ');
	expect(text).not.toContain('Número Errado');
	for (const { workflow: of } of await table.rows())
		await table.change('workflow', of, { done: true });
	expect(await digest()).toBeUndefined();
});
