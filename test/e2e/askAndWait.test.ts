/**
 * The building block that asks a customer and waits, the example that uses it, and the workflow that hands the answers
 * on. `npm run e2e:long` has 20 customers wait in an n8n that is killed meanwhile, and two that do not answer in time:
 * n8n looks once a minute for what has waited long enough.
 */
import {
	exampleWorkflows,
	triggerWebhooks,
	type ExampleWorkflow,
} from '../../playground/exampleWorkflows';
import { provision, waitForWebhook } from '../../playground/provisioning';
import { waitUntil } from '../../playground/waitUntil';
import { DataTable } from './support/dataTable';
import { startRealN8n, type OwnN8n, type RealN8n } from './support/realN8n';
import { sharedN8n, wideLimits } from './support/sharedN8n';

type ExampleNode = ExampleWorkflow['nodes'][number];

interface Result {
	outcome: string;
	text: string;
	messageId: string;
	reason: string;
}

const full = process.env.E2E_LONG !== undefined;
const MANY = 20;
const RESULT = 'Ask and wait';
const NO_TEXT = '(no text: a picture, a voice message or a file)';

let n8n: RealN8n;
/** The one that is killed. */
let own: OwnN8n | undefined;
let block: ExampleWorkflow;
let asking: ExampleWorkflow;
let handingOn: ExampleWorkflow;
/** Two that nobody answers in time, asked first of all: they wait for more than a minute. */
let unanswered: Question[];
/** What the second of them is asked next. */
let newer: Question;

beforeAll(async () => {
	if (full) own = await startRealN8n({}, wideLimits);
	n8n = own ?? sharedN8n();
	const all = await exampleWorkflows();
	const three = ['askAndWait', 'askAboutADeal', 'customerAnswers'].map((id) =>
		all.find((workflow) => workflow.id === id)!,
	);
	await provision(n8n.rest, n8n.sandbox, n8n.service, three);
	[block, asking, handingOn] = three as [ExampleWorkflow, ExampleWorkflow, ExampleWorkflow];
	if (!full) return;
	const impatient = (node: ExampleNode) =>
		node.name === 'The question'
			? (JSON.parse(JSON.stringify(node).replace('"value":24', '"value":0.02')) as object)
			: node;
	unanswered = await withChanged(asking, impatient, async (workflow) => [
		await ask(workflow),
		await ask(workflow),
	]);
	newer = await ask(asking.id, unanswered[1]!.contactId);
});
afterAll(async () => {
	for (const { id } of [asking, handingOn, block]) await n8n.rest.deactivate(id);
	await n8n.sandbox.reset();
	await own?.stop();
});

let customers = 1_000;
const newPhone = () => `(11) 97777-${(customers += 1)}`;

async function newContact(): Promise<string> {
	const body = { name: 'Cliente Novo', phone: newPhone() };
	return (await n8n.sandbox.asTheApp<{ id: string }>('POST', '/contacts', body)).id;
}

async function newDeal(contactId?: string): Promise<void> {
	const { pipelines } = await n8n.sandbox.fixtures();
	const body = { title: 'Cozinha', pipelineId: pipelines.default, contactId };
	await n8n.sandbox.asTheApp('POST', '/deals', body);
}

interface Question {
	executionId: string;
	contactId: string;
	conversationId: string;
}

/** A new deal, the question that follows, and the execution that waits for the building block. */
async function ask(workflow = asking.id, known?: string): Promise<Question> {
	const before = new Set((await n8n.executionsNow(workflow)).map(({ id }) => id));
	const contactId = known ?? (await newContact());
	await newDeal(contactId);
	const executionId = await waitUntil('the execution', 20_000, async () => {
		const all = await n8n.executionsNow(workflow);
		return all.find(({ id }) => !before.has(id))?.id;
	});
	await until('waiting', executionId);
	const conversationId = (await n8n.sandbox.messagesTo(contactId))[0]!.conversationId;
	return { executionId, contactId, conversationId };
}

async function until(status: string, id: string, withinMs = 60_000) {
	await waitUntil(`the execution to be ${status}`, withinMs, async () => {
		const found = (await n8n.rest.get<{ status: string }>(`/executions/${id}`)).status;
		if (found === status) return true;
		throw new Error(`it is ${found}`);
	});
}

/** What the building block gave back to an execution. */
async function resultOf(executionId: string, withinMs?: number): Promise<Result> {
	await until('success', executionId, withinMs);
	const output = (await n8n.outputOf(executionId, RESULT)) as Result[];
	expect(output).toHaveLength(1);
	return output[0]!;
}

/** n8n frees the address of a workflow some time after it was switched off. */
const activated = async (workflow: string) =>
	await waitUntil('the address to be free', 30_000, async () => {
		await n8n.rest.activate(workflow);
		return true;
	});

const open = async (workflow: ExampleWorkflow) => {
	for (const { path } of triggerWebhooks(workflow)) await waitForWebhook(`${n8n.url}${path}`);
};

/** A workflow, changed, in its place while `work` goes on. */
async function withChanged<T>(
	original: ExampleWorkflow,
	change: (node: ExampleNode) => object,
	work: (workflow: string) => Promise<T>,
): Promise<T> {
	await n8n.rest.deactivate(original.id);
	const nodes = original.nodes.map(change);
	const { id } = await n8n.rest.createWorkflow({ ...original, id: `changed${customers}`, nodes });
	await activated(id);
	await open(original);
	try {
		return await work(id);
	} finally {
		await n8n.rest.deactivate(id);
		await activated(original.id);
		await open(original);
	}
}

/** A workflow that calls the building block with these items, by a click. @returns its ID */
async function callerOf(items: object[]): Promise<string> {
	const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
		...{
			id: name,
			name,
			type: `n8n-nodes-base.${type}`,
			typeVersion,
			parameters,
			position: [0, 0],
		},
	});
	const call = asking.nodes.find(({ name }) => name === RESULT)!;
	const jsonOutput = JSON.stringify({ items });
	const nodes = [
		node('Start', 'manualTrigger', 1, {}),
		node('Items', 'set', 3.4, { mode: 'raw', jsonOutput, options: {} }),
		node('One by one', 'splitOut', 1, { fieldToSplitOut: 'items', options: {} }),
		call,
	];
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map(({ name }, at) => [
				nodes[at]!.name,
				{ main: [[{ node: name, type: 'main', index: 0 }]] },
			]),
	);
	return (await n8n.rest.createWorkflow({ name: 'Caller', nodes, connections, settings: {} })).id;
}

let questions = 0;
const question = (more: object = {}) => ({
	...{ phone: newPhone(), template: 'confirmar_projeto', variables: ['Ana'], hours: 1 },
	...{ key: `question-${(questions += 1)}`, ...more },
});

async function sentTo(phone: string) {
	const { data } = await n8n.sandbox.asTheApp<{ data: Array<{ id: string }> }>(
		'GET',
		`/contacts?search=${encodeURIComponent(phone)}`,
	);
	return data[0] ? await n8n.sandbox.messagesTo(data[0].id) : [];
}

/** The conversations that the table has a row for. */
const whoWaits = async (): Promise<string[]> =>
	(
		await (await DataTable.named<{ conversationId: string }>(n8n, 'Waiting for an answer')).rows()
	).map(({ conversationId }) => conversationId);

it.each([['Sim, pode ser'], ['Claro que não'], [null]])(
	'gives the answer %j back to the execution that asked',
	async (text) => {
		const { executionId, conversationId } = await ask();
		expect(await whoWaits()).toContain(conversationId);
		await n8n.sandbox.customerWrites(conversationId, text);
		expect(await resultOf(executionId)).toEqual({
			...{ outcome: 'answered', text: text ?? NO_TEXT, reason: '' },
			messageId: expect.stringMatching(/^\S+$/),
		});
		expect(await whoWaits()).not.toContain(conversationId);
	},
);

it('gives ten customers’ answers back to their own executions, whatever their order', async () => {
	const asked: Question[] = [];
	for (let n = 0; n < 10; n += 1) asked.push(await ask());
	const order = [7, 2, 9, 0, 5, 1, 8, 4, 6, 3];
	for (const n of order) {
		await n8n.sandbox.customerWrites(asked[n]!.conversationId, `Resposta ${n}`);
	}
	for (const [n, { executionId }] of asked.entries()) {
		expect(await resultOf(executionId)).toMatchObject({
			...{ outcome: 'answered', text: `Resposta ${n}` },
		});
	}
});

it('an immediate answer and a second one resume the execution once', async () => {
	const before = (await n8n.executionsNow(handingOn.id)).length;
	const contactId = await newContact();
	await newDeal(contactId);
	const { conversationId } = await waitUntil(
		'the question',
		30_000,
		async () => (await n8n.sandbox.messagesTo(contactId))[0],
		20,
	);
	await n8n.sandbox.customerWrites(conversationId, 'Sim');
	await n8n.sandbox.customerWrites(conversationId, 'Não');
	const answers = await n8n.executionsOf(handingOn.id, before + 2);
	expect(answers.slice(0, 2).map(({ status }) => status)).toEqual(['success', 'success']);
	const [asked] = await n8n.executionsNow(asking.id);
	expect(await resultOf(asked!.id)).toMatchObject({ outcome: 'answered' });
});

it('reports an answer whose execution is gone to a person', async () => {
	const hasty = (node: ExampleNode) =>
		node.name === 'Tried for an hour?'
			? (JSON.parse(JSON.stringify(node).replace('"rightValue":17', '"rightValue":0')) as object)
			: node;
	await withChanged(handingOn, hasty, async (workflow) => {
		const { executionId, conversationId, contactId } = await ask();
		const [waiting] = await n8n.executionsNow(block.id);
		await n8n.rest.send('POST', '/executions/delete', { ids: [waiting!.id] });
		await n8n.sandbox.customerWrites(conversationId, 'Sim');
		const [told] = await n8n.executionsOf(workflow, 1);
		expect(await n8n.outputOf(told!.id, 'Not handed on: tell a person (replace me)')).toMatchObject(
			[
				{
					...{ conversationId, contactId, notice: expect.stringContaining('“Sim”') },
					reason: expect.stringContaining('does not exist'),
				},
			],
		);
		expect(await whoWaits()).not.toContain(conversationId);
		await n8n.rest.send('POST', '/executions/delete', { ids: [executionId] });
	});
});

it('tells that a deal without a phone was not asked about', async () => {
	const before = (await n8n.executionsNow(asking.id)).length;
	await newDeal();
	const [execution] = await waitUntil('the execution', 20_000, async () => {
		const all = await n8n.executionsNow(asking.id);
		return all.length > before ? all : undefined;
	});
	expect(await resultOf(execution!.id)).toMatchObject({
		...{ outcome: 'notSent', reason: expect.stringContaining('“Phone” is empty') },
	});
});

describe('called with', () => {
	const called = async (items: object[]) => {
		const id = await callerOf(items);
		await n8n.runByHand(id, 'Start');
		const [execution] = await n8n.executionsOf(id, 1);
		const { error } = (await n8n.recordOf(execution!.id)).resultData;
		return { message: error?.message, result: await n8n.outputOf(execution!.id, RESULT) };
	};

	it.each([
		['two items', [question(), question()], 'It got 2 items'],
		['no hours', [question({ hours: undefined })], 'needs “hours” above 0'],
		['hours of 0', [question({ hours: 0 })], 'needs “hours” above 0'],
	])('%s it fails, and asks nobody', async (_, items, why) => {
		const { message, result } = await called(items);
		expect(message).toMatch(/^Nothing was sent\. This block asks one customer in each execution/);
		expect(message).toContain(why);
		expect(result).toEqual([]);
		for (const { phone } of items) expect(await sentTo(phone)).toEqual([]);
	});

	it.each([
		['no key', { key: undefined }, /Idempotency Key/],
		['a variable missing', { variables: [] }, /number of (values|variables)|variables/i],
		['an empty variable', { variables: [''] }, /is empty/],
		['a wrong phone', { phone: '123' }, /too few digits/],
		['another template', { template: 'nenhum' }, /template/i],
	])('%s it gives back notSent and the reason', async (_, wrong, reason) => {
		const given = question(wrong);
		const { result } = await called([given]);
		expect(result).toEqual([
			{
				...{ outcome: 'notSent', text: '', messageId: '' },
				reason: expect.stringMatching(reason),
			},
		]);
		expect(await sentTo(given.phone)).toEqual([]);
	});

	it('an internal error of the service it gives back unknown', async () => {
		const fault = { kind: 'status', status: 500, code: 'internal_error' };
		await n8n.sandbox.addFault({ ...fault, method: 'POST', path: '/conversations' });
		const { result } = await called([question()]);
		expect(result).toMatchObject([
			{ outcome: 'unknown', reason: expect.stringContaining('internal error') },
		]);
	});

	it('the same key twice at the same moment, and through lost answers, it asks once', async () => {
		const path = '/conversations';
		for (const [status, code] of [
			[429, 'rate_limited'],
			[503, 'template_check_unavailable'],
		]) {
			const fault = { kind: 'status', status, code, retryAfter: 1 };
			await n8n.sandbox.addFault({ ...fault, method: 'POST', path });
		}
		await n8n.sandbox.addFault({ method: 'POST', path, kind: 'dropAfter' });
		const given = question();
		const id = await callerOf([given]);
		await Promise.all([n8n.runByHand(id, 'Start'), n8n.runByHand(id, 'Start')]);
		const waiting = await waitUntil('both to wait', 60_000, async () => {
			const all = await n8n.executionsNow(id);
			return all.length === 2 && all.every(({ status }) => status === 'waiting') ? all : undefined;
		});
		const messages = await sentTo(given.phone);
		expect(messages).toHaveLength(1);
		expect(await n8n.sandbox.faults()).toEqual([]);
		await n8n.sandbox.customerWrites(messages[0]!.conversationId, 'Sim');
		const answered = await waitUntil('the answer', 60_000, async () => {
			const all = await n8n.executionsNow(id);
			return all.find(({ status }) => status === 'success');
		});
		expect(await resultOf(answered.id)).toMatchObject({ outcome: 'answered', text: 'Sim' });
		const ids = waiting.map((one) => one.id).filter((one) => one !== answered.id);
		await n8n.rest.send('POST', '/executions/delete', { ids });
	});
});

if (full) {
	it(`n8n is killed while they wait: each of ${MANY} answers comes back to its own execution, once`, async () => {
		const answers = new Map<string, string>();
		const before = new Set((await n8n.executionsNow(asking.id)).map(({ id }) => id));
		const those = async (status: string) =>
			(await n8n.executionsNow(asking.id)).filter(
				(one) => !before.has(one.id) && one.status === status,
			);
		for (const contactId of await Promise.all(Array.from({ length: MANY }, newContact))) {
			answers.set(contactId, `Sim ${answers.size}`);
			await newDeal(contactId);
		}
		await waitUntil('all to wait', 180_000, async () => {
			const { length } = await those('waiting');
			if (length === MANY) return true;
			throw new Error(`${length} wait`);
		});
		// What n8n has not answered when it is killed comes again, and runs again.
		await waitUntil('n8n to have answered for every deal', 120_000, async () => {
			const all = await n8n.sandbox.deliveries();
			const taken = new Set(all.filter(({ status }) => status === 200).map(({ id }) => id));
			return all.every(({ id }) => taken.has(id)) ? true : undefined;
		});
		await own!.stopN8n('kill');
		await own!.startN8n();
		for (const workflow of [asking, handingOn]) await open(workflow);

		for (const [contactId, text] of answers) {
			const [sent] = await n8n.sandbox.messagesTo(contactId);
			await n8n.sandbox.customerWrites(sent!.conversationId, text);
		}
		await waitUntil('all to go on', 180_000, async () =>
			(await those('success')).length === MANY ? true : undefined,
		);
		const given = new Map<string, string>();
		for (const { id } of await those('success')) {
			const [deal] = (await n8n.outputOf(id, 'Look the deal up')) as [{ contactId: string }];
			given.set(deal.contactId, (await resultOf(id)).text);
		}
		expect(given).toEqual(answers);
	}, 900_000);

	it('gives back noAnswer once the hours are over', async () => {
		const { executionId, contactId, conversationId } = unanswered[0]!;
		expect(await resultOf(executionId, 240_000)).toMatchObject({
			...{ outcome: 'noAnswer', text: '', reason: 'Nobody answered in time.' },
		});
		expect(await n8n.sandbox.messagesTo(contactId)).toHaveLength(1);
		expect(await whoWaits()).not.toContain(conversationId);
	});

	it('if asked again meanwhile, the newer question gets the answer, and the older one is told so', async () => {
		const { executionId, conversationId } = unanswered[1]!;
		expect(await resultOf(executionId, 240_000)).toMatchObject({
			...{ outcome: 'noAnswer', reason: expect.stringMatching(/^Another question/) },
		});
		expect(newer.conversationId).toBe(conversationId);
		await n8n.sandbox.customerWrites(conversationId, 'Sim');
		expect(await resultOf(newer.executionId)).toMatchObject({ outcome: 'answered', text: 'Sim' });
		expect(await whoWaits()).toEqual([]);
	});
}
