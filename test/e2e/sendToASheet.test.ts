/** The example that sends to the rows of a table and writes into each what became of it. */
import type { ExampleWorkflow } from '../../playground/exampleWorkflows';
import { DataTable } from './support/dataTable';
import { putExample, RIDDEN_OUT, textsTo } from './support/jobs';
import { sharedN8n } from './support/sharedN8n';

interface Row {
	id: number;
	name: string;
	phone: string;
	status: string | null;
	reason: string | null;
	whatToDo: string | null;
	messageId: string | null;
	startedAt: string | null;
	cutOff: string | null;
}

const TRIGGER = 'When you click Execute workflow';
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

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
	for (const { id } of await table.rows()) await table.change('id', id, { status: 'left out' });
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
	expect(await rowsOf(ana, '123', fixtures.optedOut, again, eva)).toMatchObject([
		{ status: 'queued', reason: null, whatToDo: '', messageId: expect.any(String) },
		{ status: 'failed', reason: expect.stringContaining('too few digits'), messageId: null },
		{ status: 'failed', reason: expect.any(String), whatToDo: expect.stringMatching(/\w/) },
		{ status: 'not sent now', messageId: null },
		{ status: 'failed', reason: expect.stringContaining('is empty') },
	]);
	expect(await invitations(ana)).toEqual([expect.stringContaining('Ana Lima')]);

	await table.change('phone', '123', { phone: bia });
	const before = await starts();
	await run();
	expect(await rowsOf(ana, bia, fixtures.optedOut, again, eva)).toMatchObject([
		{ status: 'queued' },
		{ status: 'queued', reason: null, messageId: expect.any(String) },
		...[{ status: 'failed' }, { status: 'not sent now' }, { status: 'failed' }],
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
		{ status: 'not sent now', reason: expect.stringContaining('“opted_out”'), messageId: null },
		{ status: 'queued' },
	]);
});

it('writes to nobody twice after a run that was cut off, and asks a person after a day', async () => {
	const [lately, longAgo, never] = [newPhone(), newPhone(), newPhone()];
	await table.add([lately, longAgo].map((phone) => ({ name: 'Davi', phone })));
	await run();
	const [sent] = await rowsOf(lately);
	// As the runs left the rows that were cut off before they could write.
	const cutOff = { status: null, messageId: null };
	await table.change('phone', lately, { ...cutOff, startedAt: hoursAgo(1) });
	await table.change('phone', longAgo, { ...cutOff, startedAt: hoursAgo(25) });
	await table.add([{ name: 'Nova', phone: never, startedAt: hoursAgo(1) }]);
	await run();
	expect(await rowsOf(lately, longAgo, never)).toMatchObject([
		{ status: 'not sent now', messageId: sent!.messageId },
		{ status: 'check first', reason: expect.stringContaining('cut off'), messageId: null },
		{ status: 'queued' },
	]);
	await run();
	for (const phone of [lately, longAgo, never]) expect(await invitations(phone)).toHaveLength(1);

	// A person finds no message and has the row sent: its time begins anew.
	await table.change('phone', longAgo, { status: 'failed' });
	await run();
	const [row] = await rowsOf(longAgo);
	expect(row!.status).toBe('not sent now');
	expect(Date.parse(row!.startedAt!)).toBeGreaterThan(Date.now() - HOUR_MS);
});

it('does not take a row that a run has left for one that has nothing, whatever fails now', async () => {
	const [left, fresh] = [newPhone(), newPhone()];
	const startedAt = hoursAgo(20);
	await table.add([{ name: 'Gil', phone: left, startedAt }]);
	await table.add([{ name: 'Hilda', phone: fresh }]);
	const fault = { kind: 'status', status: 422, code: 'recipient_opted_out', count: 2 };
	await n8n.sandbox.addFault({ ...fault, method: 'POST', path: '/conversations' });
	await run();
	expect(await rowsOf(left, fresh)).toMatchObject([
		{ status: null, startedAt, cutOff: 'yes' },
		{ status: 'failed' },
	]);
	await table.change('phone', left, { startedAt: hoursAgo(24) });
	await run();
	expect(await rowsOf(left, fresh)).toMatchObject([
		{ status: 'check first' },
		{ status: 'queued' },
	]);
	expect(await invitations(left)).toEqual([]);
});

it('sends each row once where two runs meet', async () => {
	const all = [newPhone(), newPhone(), newPhone()];
	await table.add(all.map((phone) => ({ name: 'Hugo', phone })));
	await n8n.sandbox.addFault({ kind: 'slow', ms: 2_000, method: 'POST', path: '/conversations' });
	await Promise.all([run(workflow.id, (runs += 2)), run(workflow.id, runs)]);
	for (const { status } of await rowsOf(...all))
		expect(['queued', 'not sent now']).toContain(status);
	for (const phone of all) expect(await invitations(phone)).toHaveLength(1);
});

describe('under faults of the service', () => {
	it.each(RIDDEN_OUT)('%s: the message is there once', async (_, fault) => {
		const phone = newPhone();
		await table.add([{ name: 'Ivo', phone }]);
		await n8n.sandbox.addFault({ ...fault, method: 'POST', path: '/conversations' });
		await run();
		await run();
		expect(await rowsOf(phone)).toMatchObject([{ status: 'queued', reason: null }]);
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
			{ status: 'check first', whatToDo: expect.stringMatching(/\w/) },
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
		{ status: 'only checked', reason: expect.stringMatching(/^Olá, Lia! Neste sábado/) },
	]);
	expect(await invitations(phone)).toEqual([]);
	await run();
	expect(await rowsOf(phone)).toMatchObject([{ status: 'queued', reason: null }]);
});
