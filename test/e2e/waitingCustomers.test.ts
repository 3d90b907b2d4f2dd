/** The example that tells the team of customers who wait for an answer. */
import { exampleWorkflows, type ExampleWorkflow } from '../../playground/exampleWorkflows';
import { provision, webhooksOf, type ExampleWebhook } from '../../playground/provisioning';
import { waitUntil } from '../../playground/waitUntil';
import { DataTable } from './support/dataTable';
import { RIDDEN_OUT } from './support/jobs';
import { sharedN8n } from './support/sharedN8n';
import { UnrulyRelay } from './support/unrulyRelay';

interface Row {
	kind: string;
	conversation: string;
	text: string;
	at: string;
	event: string;
}
interface Customer {
	contactId: string;
	conversationId: string;
}

const n8n = sharedN8n();
const TRIGGER = 'Every 5 minutes';
const TEAM = 'Tell the team (replace me)';
let workflow: ExampleWorkflow;
let table: DataTable<Row>;
let webhook: ExampleWebhook;

beforeAll(async () => {
	const file = (await exampleWorkflows()).find(({ id }) => id === 'waitingCustomers')!;
	const settings = file.nodes.find(({ name }) => name === 'Settings')!;
	const { assignments } = settings.parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	// Any time of the week, and at once.
	const own = { minutes: 0, from: '00:00', to: '24:00', weekdays: '1,2,3,4,5,6,7' };
	for (const one of assignments) one.value = Reflect.get(own, one.name);
	const webhooks = webhooksOf([file], n8n.url);
	[webhook] = webhooks as [ExampleWebhook];
	[workflow] = (await provision(n8n.rest, n8n.sandbox, n8n.service, [file], { webhooks })) as [
		ExampleWorkflow,
	];
});
afterAll(async () => {
	await n8n.rest.deactivate(workflow.id);
	await table.drop();
	await n8n.sandbox.reset();
});

let customers = 0;
async function newCustomer(name: string): Promise<Customer> {
	const phone = `+55119777900${String((customers += 1)).padStart(2, '0')}`;
	const template = { name: 'sem_variaveis', language: 'pt_BR' };
	return await n8n.sandbox.api<Customer>('POST', '/conversations', { phone, name, template });
}

/** Waits until n8n has noted so many messages of the customer. */
async function noted({ conversationId }: Customer, count: number): Promise<void> {
	table ??= await waitUntil(
		'the table to be made',
		30_000,
		async () => await DataTable.named<Row>(n8n, 'Conversation log').catch(() => undefined),
	);
	await waitUntil(`${count} rows`, 30_000, async () => {
		const rows = await table.rows();
		const own = rows.filter((row) => row.conversation === conversationId && row.kind !== 'told');
		return own.length >= count ? true : undefined;
	});
}

/** What the team has been told of a conversation, also by a run that the schedule has started. */
async function notices({ conversationId }: Customer): Promise<string[]> {
	const before = (await n8n.executionsNow(workflow.id)).filter(({ mode }) => mode === 'manual');
	await n8n.runByHand(workflow.id, TRIGGER);
	await waitUntil('the run to end', 30_000, async () => {
		const now = (await n8n.executionsNow(workflow.id)).filter(({ mode }) => mode === 'manual');
		return now.length > before.length && now.every(({ status }) => status === 'success')
			? true
			: undefined;
	});
	const told: string[] = [];
	for (const { id } of await n8n.executionsNow(workflow.id)) {
		for (const { notice } of (await n8n.outputOf(id, TEAM)) as Array<{ notice: string }>)
			if (notice.includes(`(conversation ${conversationId})`)) told.push(notice);
	}
	return told;
}

it('tells the team without a name where the conversation can’t be read', async () => {
	const customer = await newCustomer('Ninguém Vê');
	await n8n.sandbox.customerWrites(customer.conversationId, 'Oi');
	await noted(customer, 2);
	const fault = { kind: 'status', status: 403, code: 'insufficient_api_token_scope' };
	await n8n.sandbox.addFault({ ...fault, method: 'GET', path: '/conversations' });
	expect(await notices(customer)).toEqual([
		expect.stringMatching(/^Somebody without a name \(no phone\) has waited/),
	]);
});

/** The second time, each event comes twice, late and in another order, and the service fails as the team is told. */
describe.each([false, true])('with faults: %s', (hasFaults) => {
	let relay: UnrulyRelay | undefined;
	beforeAll(async () => {
		if (hasFaults) relay = await UnrulyRelay.inFrontOf(n8n.sandbox, webhook);
	});
	beforeEach(async () => {
		if (!hasFaults) return;
		for (const [, fault] of RIDDEN_OUT)
			await n8n.sandbox.addFault({ ...fault, method: 'GET', path: '/conversations' });
	});
	afterAll(async () => {
		if (!relay) return;
		await relay.delivered();
		await relay.close();
	});

	it('tells the team once of a customer who waits, with name, phone and what they wrote', async () => {
		const customer = await newCustomer('Ana Espera');
		await n8n.sandbox.customerWrites(customer.conversationId, 'Oi?');
		await n8n.sandbox.customerWrites(customer.conversationId, 'Tem alguém?');
		// The template is none of them: it is no answer.
		await noted(customer, 3);
		const told = await notices(customer);
		expect(told).toEqual([
			expect.stringMatching(
				/^Ana Espera \(\+55\d+\) has waited for (less than a|1) minute: Oi\? \| Tem alguém\?/,
			),
		]);
		expect(await notices(customer)).toEqual(told);
	});

	it('tells nobody of a customer who was answered, and again once they write again', async () => {
		const { users } = await n8n.sandbox.fixtures();
		const customer = await newCustomer('Bia Atendida');
		await n8n.sandbox.customerWrites(customer.conversationId, 'Oi');
		await n8n.sandbox.userWrites(customer.conversationId, 'Olá, Bia!', users.seller);
		await noted(customer, 3);
		expect(await notices(customer)).toEqual([]);
		await n8n.sandbox.customerWrites(customer.conversationId, 'E o prazo?');
		await noted(customer, 4);
		expect(await notices(customer)).toEqual([expect.stringContaining('E o prazo?')]);
	});
});
