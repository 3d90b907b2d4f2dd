/** The example that greets contacts on their birthday; test/engine/examples.test.ts has the rule of leap years. */
import type { ExampleWorkflow } from '../../playground/exampleWorkflows';
import { putExample, RIDDEN_OUT, textsTo } from './support/jobs';
import { sharedN8n } from './support/sharedN8n';

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

/** A day in the workflow's time zone. */
const dayOf = (daysFromNow = 0) =>
	new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(
		Date.now() + daysFromNow * 86_400_000,
	);
/** That day as the field of a contact who was born then, in a leap year, so that each day exists. */
const bornOn = (daysFromNow = 0) => `1992-${dayOf(daysFromNow).slice(5)}`;
let phones = 0;
const newPhone = () => `+55119777${93_000 + (phones += 1)}`;
const newContact = async (body: object, born = bornOn(), greeted?: string) =>
	(
		await n8n.sandbox.asTheApp<{ id: string }>('POST', '/contacts', {
			name: 'Aniversariante',
			customFields: { data_de_nascimento: born, ...(greeted && { ultima_felicitacao: greeted }) },
			...body,
		})
	).id;
/** The day that the contact remembers. */
const greetedOn = async (contactId: string) =>
	(
		await n8n.sandbox.asTheApp<{ customFields: Record<string, unknown> }>(
			...(['GET', `/contacts/${contactId}`] as const),
		)
	).customFields.ultima_felicitacao ?? null;
const errorOf = async (id: string) => (await n8n.recordOf(id)).resultData.error?.message;
const greetings = async (phone: string) => await textsTo(n8n, phone, 'feliz aniversário');

beforeAll(async () => {
	workflow = await putExample(n8n, 'birthdayGreetings');
});
beforeEach(async () => await n8n.sandbox.reset());
afterAll(async () => {
	await n8n.rest.deactivate(workflow.id);
	await n8n.sandbox.reset();
});

it('greets each contact whose birthday is today, and in a second run only who is missing', async () => {
	const { phones: fixtures } = await n8n.sandbox.fixtures();
	const [today, timed, tomorrow, missing] = [newPhone(), newPhone(), newPhone(), newPhone()];
	const ana = await newContact({ name: 'Ana Lima', phone: today });
	await newContact({ name: 'Bia Reis', phone: timed }, `${bornOn()}T00:00:00.000Z`);
	await newContact({ name: 'Caio Dias', phone: tomorrow }, bornOn(1));
	await newContact({ email: 'sem.telefone@example.com' });
	const optedOut = await newContact({ name: 'Lia Reis', phone: fixtures.optedOut });
	const stopped = newPhone();
	await newContact({ name: 'Não Quer', phone: stopped, tags: ['opted_out'] });
	const failed = await run('error');
	expect(await errorOf(failed)).toMatch(/^1 were not greeted, or it is not known\. Lia Reis: /);
	expect(await greetedOn(ana)).toBe(dayOf());
	expect(await greetedOn(optedOut)).toBeNull();

	await newContact({ name: 'Davi Melo', phone: missing });
	await run('error');
	for (const phone of [today, timed, missing]) expect(await greetings(phone)).toHaveLength(1);
	for (const phone of [tomorrow, stopped]) expect(await greetings(phone)).toEqual([]);
});

it('greets nobody twice within a year, whatever their day of birth, and everybody in the next', async () => {
	const [lately, lastYear] = [newPhone(), newPhone()];
	await newContact({ phone: lately }, bornOn(), dayOf(-299));
	await newContact({ phone: lastYear }, bornOn(), dayOf(-365));
	await run();
	expect(await greetings(lately)).toEqual([]);
	expect(await greetings(lastYear)).toHaveLength(1);
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
		expect(await greetedOn(id)).toBe(dayOf());
		expect(await greetings(phone)).toHaveLength(1);
	});

	it('500: the run reports an unknown outcome, and nothing is sent again', async () => {
		const phone = newPhone();
		const id = await newContact({ phone });
		const fault = { kind: 'status', status: 500, code: 'internal_error' };
		await n8n.sandbox.addFault({ ...fault, method: 'POST', path: '/conversations' });
		await run('error');
		await run();
		expect(await greetedOn(id)).toBe(dayOf());
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
