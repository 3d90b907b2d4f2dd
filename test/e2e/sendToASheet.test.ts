/** The example that sends to the rows of a table and writes into each what became of it. */
import type { ExampleWorkflow } from '../../playground/exampleWorkflows';
import { waitUntil } from '../../playground/waitUntil';
import { DataTable } from './support/dataTable';
import { putExample, RIDDEN_OUT, textsTo } from './support/jobs';
import { sharedN8n } from './support/sharedN8n';

interface Row {
	id: number;
	name: string;
	phone: string;
	result_status: string | null;
	result_reason: string | null;
	result_id: string | null;
	result_conversation: string | null;
	result_at: string | null;
}

const TRIGGER = 'When you click Execute workflow';

const n8n = sharedN8n();
let workflow: ExampleWorkflow;
let table: DataTable<Row>;
let runs = 0;

async function run(id = workflow.id, count = ++runs): Promise<void> {
	await n8n.runByHand(id, TRIGGER);
	const [execution] = await n8n.executionsOf(id, count);
	expect(execution?.status).toBe('success');
}

beforeAll(async () => {
	workflow = await putExample(n8n, 'sendToASheet');
	// The first run makes the table.
	await run();
	table = await DataTable.named<Row>(n8n, 'Messages to send');
});
afterAll(async () => {
	await table.drop();
	await n8n.sandbox.reset();
});

let phones = 0;
const newPhone = () => `(11) 97778-${1_000 + (phones += 1)}`;
/** Rows of one test are no rows of the next one. */
afterEach(async () => {
	for (const { id } of await table.rows())
		await table.change('id', id, { result_status: 'left out' });
});
const rowsOf = async (...wanted: string[]) =>
	(await table.rows()).filter(({ phone }) => wanted.includes(phone));
const invitations = async (phone: string) =>
	await textsTo(n8n, phone.replaceAll(/\D/g, ''), 'café da manhã');
const starts = async () =>
	(await n8n.sandbox.requests()).filter(
		({ method, path }) => method === 'POST' && path === '/api/v1/conversations',
	).length;

it('writes into each row what became of it, and a second run writes to nobody twice', async () => {
	const { phones: fixtures } = await n8n.sandbox.fixtures();
	const [ana, bia, eva] = [newPhone(), newPhone(), newPhone()];
	const again = ana.replace('(11) ', '+55 11 ');
	await table.add([
		{ name: 'Ana Lima', phone: ana },
		{ name: 'Bia Reis', phone: '123' },
		{ name: 'Caio Dias', phone: fixtures.optedOut },
		{ name: 'Ana de novo', phone: again },
		{ name: '', phone: eva },
	]);
	await run();
	const anaQueued = {
		...{ result_status: 'queued', result_reason: '', result_id: expect.stringMatching(/./) },
		...{ result_conversation: expect.stringMatching(/./), result_at: expect.any(String) },
	};
	expect(await rowsOf(ana, '123', fixtures.optedOut, again, eva)).toMatchObject([
		anaQueued,
		{
			...{ result_status: 'failed', result_id: '' },
			result_reason: expect.stringContaining('too few digits'),
		},
		{ result_status: 'failed', result_reason: expect.stringMatching(/not to receive messages/) },
		{
			result_status: 'not sent',
			result_reason: expect.stringContaining('This phone is also that of Ana Lima'),
		},
		{ result_status: 'failed', result_reason: expect.stringContaining('is empty') },
	]);
	expect(await invitations(ana)).toEqual([expect.stringContaining('Ana Lima')]);

	await table.change('phone', '123', { phone: bia });
	const before = await starts();
	await run();
	expect(await rowsOf(ana, bia, fixtures.optedOut, again, eva)).toMatchObject([
		...[anaQueued, anaQueued],
		...[{ result_status: 'failed' }, { result_status: 'not sent' }, { result_status: 'failed' }],
	]);
	// Only the corrected one and the one that opted out were asked for; a row without a name asks for nothing.
	expect((await starts()) - before).toBe(2);
	expect(await invitations(ana)).toHaveLength(1);
	expect(await invitations(bia)).toHaveLength(1);
});

it('leaves out who asked to stop, and says so', async () => {
	const [phone, unknown] = [newPhone(), newPhone()];
	await n8n.sandbox.asTheApp('POST', '/contacts', { name: 'Rui', phone, tags: ['opted_out'] });
	await table.add([phone, unknown].map((to) => ({ name: 'Rui', phone: to })));
	await run();
	expect(await rowsOf(phone, unknown)).toMatchObject([
		{
			...{ result_status: 'not sent', result_id: '' },
			result_reason: expect.stringContaining('“opted_out”'),
		},
		{ result_status: 'queued' },
	]);
});

it('does not take the rows of a run that was cut off by itself, and writes to nobody twice', async () => {
	const [sent, never] = [newPhone(), newPhone()];
	await table.add([{ name: 'Davi', phone: sent }]);
	await run();
	const [row] = await rowsOf(sent);
	// As a run leaves its rows that is cut off before it can write.
	await table.change('phone', sent, { result_status: 'sending' });
	await table.add([{ name: 'Nova', phone: never, result_status: 'sending' }]);
	const before = await starts();
	await run();
	expect(await starts()).toBe(before);
	expect(await rowsOf(sent, never)).toMatchObject([
		{ result_status: 'sending' },
		{ result_status: 'sending' },
	]);

	// A person empties both.
	for (const phone of [sent, never]) await table.change('phone', phone, { result_status: null });
	await run();
	expect(await rowsOf(sent, never)).toMatchObject([
		{ result_status: 'sent before', result_id: row!.result_id },
		{ result_status: 'queued' },
	]);
	for (const phone of [sent, never]) expect(await invitations(phone)).toHaveLength(1);
});

it('marks the rows before the first message leaves', async () => {
	const phone = newPhone();
	await table.add([{ name: 'Gil', phone }]);
	await n8n.sandbox.addFault({ kind: 'slow', ms: 4_000, method: 'POST', path: '/conversations' });
	const before = await starts();
	const running = run();
	await waitUntil(
		'the message to leave',
		30_000,
		async () => (await starts()) > before || undefined,
	);
	expect(await rowsOf(phone)).toMatchObject([{ result_status: 'sending' }]);
	await running;
	expect(await rowsOf(phone)).toMatchObject([{ result_status: 'queued' }]);
});

it('sends each row once where two runs meet', async () => {
	const all = [newPhone(), newPhone(), newPhone()];
	await table.add(all.map((phone) => ({ name: 'Hugo', phone })));
	await n8n.sandbox.addFault({ kind: 'slow', ms: 2_000, method: 'POST', path: '/conversations' });
	await Promise.all([run(workflow.id, (runs += 2)), run(workflow.id, runs)]);
	for (const { result_status } of await rowsOf(...all)) expect(result_status).toBe('queued');
	for (const phone of all) expect(await invitations(phone)).toHaveLength(1);
});

describe('under faults of the service', () => {
	it.each(RIDDEN_OUT)('%s: the message is there once', async (_, fault) => {
		const phone = newPhone();
		await table.add([{ name: 'Ivo', phone }]);
		await n8n.sandbox.addFault({ ...fault, method: 'POST', path: '/conversations' });
		await run();
		await run();
		expect(await rowsOf(phone)).toMatchObject([{ result_status: 'queued', result_reason: '' }]);
		expect(await invitations(phone)).toHaveLength(1);
	});

	it('500: the row says that nobody knows, and it is not sent again', async () => {
		const phone = newPhone();
		await table.add([{ name: 'Joana', phone }]);
		const fault = { kind: 'status', status: 500, code: 'internal_error' };
		await n8n.sandbox.addFault({ ...fault, method: 'POST', path: '/conversations' });
		await run();
		await run();
		expect(await rowsOf(phone)).toMatchObject([
			{ result_status: 'unknown', result_reason: expect.stringMatching(/\w/) },
		]);
		expect(await invitations(phone)).toEqual([]);
	});
});

it('with Check Only shows what each would read, and sends it in the next run', async () => {
	const phone = newPhone();
	await table.add([{ name: 'Lia', phone }]);
	const copy = structuredClone({ ...workflow, id: undefined, name: 'Only a look' });
	const { parameters } = copy.nodes.find(({ name }) => name === 'Send the message')!;
	parameters.options = { ...(parameters.options as object), checkOnly: true };
	await run((await n8n.rest.createWorkflow(copy)).id, 1);
	expect(await rowsOf(phone)).toMatchObject([
		{
			result_status: 'only checked',
			result_reason: expect.stringMatching(/^Olá, Lia! Neste sábado/),
		},
	]);
	expect(await invitations(phone)).toEqual([]);
	await run();
	expect(await rowsOf(phone)).toMatchObject([{ result_status: 'queued', result_reason: '' }]);
});
