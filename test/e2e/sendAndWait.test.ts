/**
 * The pair of examples that asks a customer and waits for the answer. `npm run e2e:long` has 20 of them wait in an n8n
 * that is killed meanwhile, and two that nobody answers: n8n looks once a minute for what has waited long enough.
 */
import {
	exampleWorkflows,
	triggerWebhooks,
	type ExampleWorkflow,
} from '../../playground/exampleWorkflows';
import { provision, waitForWebhook } from '../../playground/provisioning';
import { waitUntil } from '../../playground/waitUntil';
import { startRealN8n, type OwnN8n, type RealN8n } from './support/realN8n';
import { sharedN8n, wideLimits } from './support/sharedN8n';

type ExampleNode = ExampleWorkflow['nodes'][number];

const full = process.env.E2E_LONG !== undefined;
const MANY = 20;
const ANSWER = 'The answer, with what it is about';
const NO_TEXT = '(no text: a picture, a voice message or a file)';
const A_PERSON = 'Something else: tell a person (replace me)';
const NOBODY = 'Nobody answered: tell a person (replace me)';

let n8n: RealN8n;
/** The one that is killed. */
let own: OwnN8n | undefined;
let asking: ExampleWorkflow;
let handingOn: ExampleWorkflow;
/** Two that nobody answers, asked first of all: they wait for more than a minute. */
let unanswered: Question[];
/** What the second of them is asked next. */
let newer: Question;

beforeAll(async () => {
	if (full) own = await startRealN8n({}, wideLimits);
	n8n = own ?? sharedN8n();
	const pair = (await exampleWorkflows()).filter(({ id }) =>
		['sendAndWait', 'customerAnswers'].includes(id),
	);
	await provision(n8n.rest, n8n.sandbox, n8n.service, pair);
	[asking, handingOn] = ['sendAndWait', 'customerAnswers'].map((id) =>
		pair.find((workflow) => workflow.id === id)!,
	) as [ExampleWorkflow, ExampleWorkflow];
	if (!full) return;
	const seconds: Record<string, number> = { 'Wait for the answer': 40, 'Wait once more': 60 };
	const impatient = (node: ExampleNode) => {
		const resumeAmount = seconds[node.name];
		if (resumeAmount === undefined) return node;
		return { ...node, parameters: { ...node.parameters, resumeAmount, resumeUnit: 'seconds' } };
	};
	unanswered = await withChanged(asking, impatient, async (workflow) => [
		await ask(workflow),
		await ask(workflow),
	]);
	newer = await ask(asking.id, unanswered[1]!.contactId);
});
afterAll(async () => {
	for (const { id } of [asking, handingOn]) await n8n.rest.deactivate(id);
	await n8n.sandbox.reset();
	await own?.stop();
});

let customers = 1_000;
async function newContact(): Promise<string> {
	const phone = `(11) 97777-${(customers += 1)}`;
	const body = { name: 'Cliente Novo', phone };
	return (await n8n.sandbox.asTheApp<{ id: string }>('POST', '/contacts', body)).id;
}

async function newDeal(contactId: string): Promise<void> {
	const { pipelines } = await n8n.sandbox.fixtures();
	const body = { title: 'Cozinha', pipelineId: pipelines.default, contactId };
	await n8n.sandbox.asTheApp('POST', '/deals', body);
}

interface Question {
	executionId: string;
	contactId: string;
	conversationId: string;
}

/** A new deal, the question that follows, and the execution that asked it. */
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

/** The conversations that the table has a row for. */
async function whoWaits(): Promise<string[]> {
	const [project] = await n8n.rest.get<Array<{ id: string }>>('/projects');
	const tables = `/projects/${project!.id}/data-tables`;
	const [table] = (await n8n.rest.get<{ data: Array<{ id: string }> }>(tables)).data;
	const rows = await n8n.rest.get<{ data: Array<{ conversationId: string }> }>(
		`${tables}/${table!.id}/rows?take=250`,
	);
	return rows.data.map(({ conversationId }) => conversationId);
}

it('each answer resumes its own execution', async () => {
	for (const [text, node] of [
		['Sim, pode ser', 'Yes (replace me)'],
		['não', 'No (replace me)'],
		['Claro que não', A_PERSON],
		['Ok, mas não quero mais', A_PERSON],
		['No sábado pode ser', A_PERSON],
		['Não vejo a hora!', A_PERSON],
		['Quanto custa?', A_PERSON],
		[null, A_PERSON],
	] as const) {
		const { executionId, conversationId, contactId } = await ask();
		await n8n.sandbox.customerWrites(conversationId, text);
		await until('success', executionId);
		expect(await n8n.outputOf(executionId, node)).toMatchObject([
			{ answer: text ?? NO_TEXT, conversationId, contactId },
		]);
		expect(await whoWaits()).not.toContain(conversationId);
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
	expect(asked?.status).toBe('success');
	expect(await n8n.outputOf(asked!.id, ANSWER)).toMatchObject([{ contactId }]);
});

it('reports an answer whose execution is gone to a person', async () => {
	const hasty = (node: ExampleNode) =>
		node.name === 'Tried for an hour?'
			? (JSON.parse(JSON.stringify(node).replace('"rightValue":17', '"rightValue":0')) as object)
			: node;
	await withChanged(handingOn, hasty, async (workflow) => {
		const { executionId, conversationId, contactId } = await ask();
		await n8n.rest.send('POST', '/executions/delete', { ids: [executionId] });
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
	});
});

if (full) {
	it(`n8n is killed while they wait: each of ${MANY} answers resumes its own execution, once`, async () => {
		const answers = new Map<string, string>();
		const { executionId, contactId: reminded } = unanswered[0]!;
		await waitUntil('the reminder', 120_000, async () =>
			(await n8n.sandbox.messagesTo(reminded)).length === 2 ? true : undefined,
		);
		await until('waiting', executionId);
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
			const [question] = await n8n.sandbox.messagesTo(contactId);
			await n8n.sandbox.customerWrites(question!.conversationId, text);
		}
		await waitUntil('all to go on', 180_000, async () =>
			(await those('success')).length === MANY ? true : undefined,
		);
		const given = new Map<string, string>();
		for (const { id } of await those('success')) {
			const output = await n8n.outputOf(id, ANSWER);
			expect(output).toHaveLength(1);
			const [{ contactId, answer }] = output as [{ contactId: string; answer: string }];
			given.set(contactId, answer);
		}
		expect(given).toEqual(answers);
	}, 900_000);

	it('without an answer it reminds once, then tells a person', async () => {
		const { executionId, contactId } = unanswered[0]!;
		await until('success', executionId, 120_000);
		expect(await n8n.outputOf(executionId, NOBODY)).toHaveLength(1);
		expect(await n8n.sandbox.messagesTo(contactId)).toHaveLength(2);
	});

	it('if asked again meanwhile, the newer question gets the answer and the older one reminds nobody', async () => {
		const { executionId, contactId, conversationId } = unanswered[1]!;
		await until('success', executionId, 120_000);
		expect(await n8n.outputOf(executionId, NOBODY)).toHaveLength(1);
		expect(await n8n.sandbox.messagesTo(contactId)).toHaveLength(2);
		expect(newer.conversationId).toBe(conversationId);
		await n8n.sandbox.customerWrites(conversationId, 'Sim');
		await until('success', newer.executionId);
		expect(await n8n.outputOf(newer.executionId, ANSWER)).toMatchObject([{ answer: 'Sim' }]);
		expect(await whoWaits()).toEqual([]);
	});
}
