/** The example that answers customers with a fixed text: who is answered, how often, and who is left to a colleague. */
import { exampleWorkflows, type ExampleWorkflow } from '../../playground/exampleWorkflows';
import { provision, webhooksOf, type ExampleWebhook } from '../../playground/provisioning';
import { waitUntil } from '../../playground/waitUntil';
import { sharedN8n } from './support/sharedN8n';
import { send, type Envelope } from './support/triggerWorkflow';

interface Customer {
	contactId: string;
	conversationId: string;
}

const n8n = sharedN8n();
const answer = 'Olá, Ana! Já vamos responder.';
let workflow: ExampleWorkflow;
let webhook: ExampleWebhook;
let users: Record<'manager' | 'seller', string>;

beforeAll(async () => {
	({ users } = await n8n.sandbox.fixtures());
	const file = (await exampleWorkflows()).find(({ id }) => id === 'answerWithAFixedText')!;
	const step = (name: string) => file.nodes.find((node) => node.name === name)!.parameters;
	// An event that comes again runs again, so that only the key holds the second answer back.
	Object.assign(step('When somebody writes').options as object, { skipDuplicates: false });
	const { assignments } = step('The answer').assignments as {
		assignments: Array<{ value: string }>;
	};
	assignments[0]!.value = '=Olá, {{ $json._contact?.name }}! Já vamos responder. ';
	const webhooks = webhooksOf([file], n8n.url);
	[webhook] = webhooks as [ExampleWebhook];
	[workflow] = (await provision(n8n.rest, n8n.sandbox, n8n.service, [file], { webhooks })) as [
		ExampleWorkflow,
	];
});
afterAll(async () => {
	await n8n.rest.deactivate(workflow.id);
	await n8n.sandbox.reset();
});

let customers = 0;
/** A customer who got a template of the user whose token answers. */
async function newCustomer(assignToSelf = false): Promise<Customer> {
	const phone = `+55119555500${String((customers += 1)).padStart(2, '0')}`;
	const template = { name: 'sem_variaveis', language: 'pt_BR' };
	const body = { phone, name: 'Ana', template, assignToSelf };
	return await n8n.sandbox.api('POST', '/conversations', body);
}

const customerWrites = async ({ conversationId }: Pick<Customer, 'conversationId'>) =>
	await n8n.sandbox.customerWrites(conversationId, 'Oi');

/** The deliveries of a message's event, once n8n has accepted it: its run has ended. */
const deliveriesOf = async ({ id }: { id: string }) =>
	await waitUntil('the run to end', 30_000, async () => {
		const all = (await n8n.sandbox.deliveries()).filter(({ body }) => body.includes(id));
		return all.some(({ status }) => status === 200) ? all : undefined;
	});

/** Waits until the run for a message has ended, and not red, since the event would have come again. */
const ended = async (message: { id: string }) =>
	expect((await deliveriesOf(message)).map(({ status }) => status)).toEqual([200]);

/** What the customer was sent in free text. */
const answersTo = async ({ contactId }: Customer) =>
	(await n8n.sandbox.messagesTo(contactId))
		.filter(({ type, direction }) => type === 'text' && direction === 'outbound')
		.map(({ text }) => text.trim());

const tagsOf = async ({ contactId }: Customer) =>
	(await n8n.sandbox.asTheApp<{ tags: string[] }>('GET', `/contacts/${contactId}`)).tags;

it('answers each message once, also when its event comes again', async () => {
	const customer = await newCustomer();
	const first = await customerWrites(customer);
	await ended(first);
	await ended(await customerWrites(customer));
	const [delivery] = await deliveriesOf(first);
	const event = JSON.parse(delivery!.body) as Envelope;
	expect(await send(webhook.url, event, [webhook.secret])).toBe(200);
	expect(await answersTo(customer)).toEqual([answer, answer]);
	for (const message of await n8n.sandbox.messagesTo(customer.contactId)) await ended(message);
	expect(await tagsOf(customer)).toEqual([]);
});

it.each(['seller', 'manager'] as const)(
	'is silent once a %s has written, also the user whose token answers',
	async (role) => {
		const customer = await newCustomer();
		await ended(await customerWrites(customer));
		const text = 'Oi, aqui é a Carla.';
		await ended(await n8n.sandbox.userWrites(customer.conversationId, text, users[role]));
		expect(await tagsOf(customer)).toEqual(['with-a-person']);
		await ended(await customerWrites(customer));
		expect(await answersTo(customer)).toEqual([answer, text]);
	},
);

it('is silent in a conversation that has an owner', async () => {
	const customer = await newCustomer(true);
	await ended(await customerWrites(customer));
	expect(await answersTo(customer)).toEqual([]);
});

it('ends green in a group and sends nothing, for a customer’s message and a colleague’s', async () => {
	const { conversations } = await n8n.sandbox.fixtures();
	const group = { conversationId: conversations.group };
	const before = (await n8n.sandbox.messages()).length;
	await ended(await customerWrites(group));
	await ended(await n8n.sandbox.userWrites(group.conversationId, 'Oi, pessoal', users.seller));
	expect(await n8n.sandbox.messages()).toHaveLength(before + 2);
});
