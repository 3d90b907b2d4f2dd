/** The example that greets contacts on their birthday; test/engine/examples.test.ts has the rule of leap years. */
import type { ExampleWorkflow } from '../../playground/exampleWorkflows';
import { DataTable } from './support/dataTable';
import { putExample, RIDDEN_OUT, textsTo } from './support/jobs';
import { sharedN8n } from './support/sharedN8n';

interface Row {
	greeting: string;
	name: string | null;
	phone: string;
	status: string;
	again: string;
	reason: string | null;
	whatToDo: string | null;
}

const TRIGGER = 'Every day at 09:00';
const n8n = sharedN8n();
let workflow: ExampleWorkflow;
let runs = 0;

async function run(status: 'success' | 'error' = 'success'): Promise<string> {
	await n8n.runByHand(workflow.id, TRIGGER);
	const [execution] = await n8n.executionsOf(workflow.id, ++runs);
	expect(execution?.status).toBe(status);
	return execution!.id;
}

/** The day in the workflow's time zone, as the field of a contact who was born then. */
const bornOn = (daysFromNow = 0) => {
	const at = Date.now() + daysFromNow * 86_400_000;
	const zone = { timeZone: 'America/Sao_Paulo' };
	const day = new Intl.DateTimeFormat('sv-SE', zone).format(at).slice(5);
	// A leap year, so that each day exists.
	return `1992-${day}`;
};
const year = new Intl.DateTimeFormat('en', {
	...{ timeZone: 'America/Sao_Paulo', year: 'numeric' },
}).format(Date.now());

let phones = 0;
const newPhone = () => `+55119777${93_000 + (phones += 1)}`;
const newContact = async (body: object, born = bornOn()) =>
	(
		await n8n.sandbox.asTheApp<{ id: string }>('POST', '/contacts', {
			...{ name: 'Aniversariante', customFields: { data_de_nascimento: born } },
			...body,
		})
	).id;
const rowOf = async (contactId: string) => {
	const table = await DataTable.named<Row>(n8n, 'Birthday greetings');
	return (await table.rows()).filter(({ greeting }) => greeting === `${contactId}-${year}`);
};
const greetings = async (phone: string) => await textsTo(n8n, phone, 'feliz aniversário');

beforeAll(async () => {
	workflow = await putExample(n8n, 'birthdayGreetings');
});
beforeEach(async () => await n8n.sandbox.reset());
afterAll(async () => {
	await n8n.rest.deactivate(workflow.id);
	await (await DataTable.named(n8n, 'Birthday greetings')).drop();
	await n8n.sandbox.reset();
});

it('greets each contact whose birthday is today, and in a second run only who is missing', async () => {
	const { phones: fixtures } = await n8n.sandbox.fixtures();
	const [today, timed, tomorrow, missing] = [newPhone(), newPhone(), newPhone(), newPhone()];
	const ana = await newContact({ name: 'Ana Lima', phone: today });
	await newContact({ name: 'Bia Reis', phone: timed }, `${bornOn()}T00:00:00.000Z`);
	await newContact({ name: 'Caio Dias', phone: tomorrow }, bornOn(1));
	await newContact({ email: 'sem.telefone@example.com' });
	const optedOut = await newContact({ phone: fixtures.optedOut });
	const failed = await run('error');
	expect((await n8n.recordOf(failed)).resultData.error?.message).toMatch(
		/^Some greetings were not sent/,
	);
	expect(await rowOf(ana)).toMatchObject([{ status: 'queued', again: 'no', phone: today }]);
	expect(await rowOf(optedOut)).toMatchObject([
		{ status: 'failed', again: 'yes', reason: expect.any(String), whatToDo: expect.any(String) },
	]);

	const late = await newContact({ name: 'Davi Melo', phone: missing });
	await run('error');
	expect(await rowOf(ana)).toHaveLength(1);
	expect(await rowOf(late)).toMatchObject([{ status: 'queued' }]);
	expect(await rowOf(optedOut)).toMatchObject([{ status: 'failed', again: 'yes' }]);
	for (const phone of [today, timed, missing]) expect(await greetings(phone)).toHaveLength(1);
	expect(await greetings(tomorrow)).toEqual([]);
});

it('greets nobody twice after a run that was cut off, or in one year', async () => {
	const [phone, other] = [newPhone(), newPhone()];
	const cutOff = await newContact({ phone });
	await run();
	const table = await DataTable.named<Row>(n8n, 'Birthday greetings');
	// As the run left it that was cut off before it could write.
	await table.change('greeting', `${cutOff}-${year}`, { greeting: 'none', again: 'yes' });
	const corrected = await newContact({ phone: other });
	await table.add([
		{ greeting: `${corrected}-${year}`, status: 'check first', again: 'no' },
		{ greeting: `${cutOff}-2020`, status: 'queued', again: 'no' },
	]);
	await run();
	expect(await rowOf(cutOff)).toMatchObject([{ status: 'queued', again: 'no' }]);
	expect(await greetings(phone)).toHaveLength(1);
	expect(await greetings(other)).toEqual([]);
});

it('greets each once where two runs meet', async () => {
	const all = [newPhone(), newPhone()];
	for (const phone of all) await newContact({ phone });
	await n8n.sandbox.addFault({ kind: 'slow', ms: 2_000, method: 'POST', path: '/conversations' });
	const start = async () => await n8n.runByHand(workflow.id, TRIGGER);
	await Promise.all([start(), start()]);
	const executions = await n8n.executionsOf(workflow.id, (runs += 2));
	expect(executions.slice(0, 2).map(({ status }) => status)).toEqual(['success', 'success']);
	for (const phone of all) expect(await greetings(phone)).toHaveLength(1);
});

describe('under faults of the service', () => {
	it.each(RIDDEN_OUT)('%s: the greeting is there once', async (_, fault) => {
		const phone = newPhone();
		const id = await newContact({ phone });
		await n8n.sandbox.addFault({ ...fault, method: 'POST', path: '/conversations' });
		await run();
		await run();
		expect(await rowOf(id)).toMatchObject([{ status: 'queued' }]);
		expect(await greetings(phone)).toHaveLength(1);
	});

	it('500: the row says that nobody knows, and it is not sent again', async () => {
		const phone = newPhone();
		const id = await newContact({ phone });
		const fault = { kind: 'status', status: 500, code: 'internal_error' };
		await n8n.sandbox.addFault({ ...fault, method: 'POST', path: '/conversations' });
		await run('error');
		await run();
		expect(await rowOf(id)).toMatchObject([{ status: 'check first', again: 'no' }]);
		expect(await greetings(phone)).toEqual([]);
	});

	it('the contacts can’t be read: nothing is sent, and the run is red', async () => {
		const phone = newPhone();
		await newContact({ phone });
		const fault = { kind: 'status', status: 403, code: 'permission_denied' };
		await n8n.sandbox.addFault({ ...fault, method: 'GET', path: '/contacts' });
		await run('error');
		expect(await greetings(phone)).toEqual([]);
	});
});
