/** The examples of a campaign: who gets it, and what the report says of each person, beside what the sandbox knows. */
import { shuffle } from 'lodash';

import { exampleWorkflows, type ExampleWorkflow } from '../../playground/exampleWorkflows';
import { provision, webhooksOf, type ExampleWebhook } from '../../playground/provisioning';
import { waitUntil } from '../../playground/waitUntil';
import { DataTable } from './support/dataTable';
import { RIDDEN_OUT } from './support/jobs';
import { sharedN8n } from './support/sharedN8n';
import { UnrulyRelay } from './support/unrulyRelay';

interface LogRow {
	campaign: string | null;
	phone: string | null;
	name: string | null;
	template: string | null;
	kind: string;
	message: string | null;
	conversation: string | null;
	reason: string | null;
	at: string;
	event: string | null;
}
interface Person {
	campaign: string;
	phone: string;
	name: string;
	template: string;
	state: string;
	reason: string;
}
interface Total {
	campaign: string;
	people: number;
	message: string;
	[state: string]: unknown;
}
interface Contact {
	id: string;
	phone: string;
}
interface SentMessage {
	id: string;
	conversationId: string;
	direction: string;
	type: string;
	status: string;
	text: string;
	error: { code: string } | null;
}

const TEMPLATES = { templateA: 'boas_vindas', templateB: 'boas_vindas_cliente' };
const MORNING = 'Every morning at 07:00';
const NIGHT = 'Every night at 03:00';

const n8n = sharedN8n();
let campaign: ExampleWorkflow;
let report: ExampleWorkflow;
let events: ExampleWorkflow;
let table: DataTable<LogRow>;
let webhook: ExampleWebhook;
let relay: UnrulyRelay | undefined;
const runs = new Map<string, number>();

async function execute(
	{ id }: ExampleWorkflow,
	trigger: string,
	status = 'success',
): Promise<string> {
	const count = (runs.get(id) ?? 0) + 1;
	runs.set(id, count);
	await n8n.runByHand(id, trigger);
	const [execution] = await n8n.executionsOf(id, count);
	expect(execution?.status).toBe(status);
	return execution!.id;
}

/** Settings of the examples, as their user fills them in. */
function fillIn({ nodes }: ExampleWorkflow, values: Record<string, unknown>): void {
	const { parameters } = nodes.find(({ name }) => name === 'Settings')!;
	const { assignments } = parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	for (const one of assignments) if (one.name in values) one.value = values[one.name];
}

const NAMES = ['campaign', 'campaignEvents', 'campaignReport'];
/** The campaign of a test has its own name, which is its tag, too. */
const campaigns = ['ridden-out', 'no-events', 'cut-off', 'refused'].map(
	(name) => `campaign-${name}`,
);
const [RIDDEN, SILENT, CUT_OFF, REFUSED] = campaigns as [string, string, string, string];

async function chooseCampaign(name: string): Promise<void> {
	fillIn(campaign, { campaign: name, tag: name, ...TEMPLATES });
	await n8n.rest.send('PATCH', `/workflows/${campaign.id}`, { nodes: campaign.nodes });
}

beforeAll(async () => {
	const files = (await exampleWorkflows()).filter(({ id }) => NAMES.includes(id));
	fillIn(
		files.find(({ id }) => id === 'campaignReport')!,
		{ askAfterHours: 0 },
	);
	const webhooks = webhooksOf(files, n8n.url);
	webhook = webhooks[0]!;
	const placed = await provision(n8n.rest, n8n.sandbox, n8n.service, files, { webhooks });
	[campaign, events, report] = NAMES.map(
		(id) => placed[files.findIndex((file) => file.id === id)]!,
	) as [ExampleWorkflow, ExampleWorkflow, ExampleWorkflow];
	await chooseCampaign('nobody');
	await execute(campaign, 'When you click Execute workflow');
	table = await DataTable.named<LogRow>(n8n, 'Campaign log');
});
afterAll(async () => {
	await relay?.close();
	for (const { id } of [events, report]) await n8n.rest.deactivate(id);
	await table.drop();
	await n8n.sandbox.reset();
});

let phones = 0;
const newPhone = () => `+551197779${String(1_000 + (phones += 1))}`;
/** Contacts with the tag of a campaign. */
async function newContacts(tag: string, count: number, more: object = {}): Promise<Contact[]> {
	const made: Contact[] = [];
	for (let index = 0; index < count; index += 1) {
		const body = { name: `Cliente ${index}`, phone: newPhone(), tags: [tag], ...more };
		made.push(await n8n.sandbox.asTheApp<Contact>('POST', '/contacts', body));
	}
	return made;
}

const messagesTo = async ({ id }: Contact) =>
	(await n8n.sandbox.messagesTo(id)) as unknown as SentMessage[];

/** What the sandbox knows of a person who got at most one template. */
async function stateIn(contact: Contact): Promise<string> {
	const messages = await messagesTo(contact);
	const templates = messages.filter(({ type }) => type === 'template');
	expect(templates.length).toBeLessThanOrEqual(1);
	const [template] = templates;
	if (!template) return 'not sent';
	if (messages.some(({ direction }) => direction === 'inbound')) return 'answered';
	return template.status === 'failed' ? 'failed' : 'sent';
}

/** What the report says of a campaign's people, and all of its totals. */
async function reported(name: string): Promise<{ people: Person[]; totals: Total[] }> {
	const id = await execute(report, MORNING);
	const people = (await n8n.outputOf(id, 'People')) as Person[];
	const totals = (await n8n.outputOf(id, 'Totals')) as Total[];
	return { people: people.filter((person) => person.campaign === name), totals };
}

/** Waits until the states of the people are those that the sandbox knows. */
async function statesOf(contacts: Contact[]): Promise<Record<string, string>> {
	const states: Array<[string, string]> = [];
	for (const contact of contacts) states.push([contact.phone, await stateIn(contact)]);
	return Object.fromEntries(states);
}
const statesIn = (people: Person[]) =>
	Object.fromEntries(people.map(({ phone, state }) => [phone, state]));

/** Waits until no message is on its way, and n8n has accepted its events. */
async function settled(contacts: Contact[], kinds: string[]): Promise<void> {
	await waitUntil('all events to be noted', 60_000, async () => {
		const rows = (await table.rows()).filter(({ kind }) => kinds.includes(kind));
		const noted = new Set(rows.map(({ message }) => message));
		for (const contact of contacts) {
			for (const { id, status } of await messagesTo(contact)) {
				if (status === 'pending' || !noted.has(id)) return undefined;
			}
		}
		return true;
	});
}

const send = async (status?: string) =>
	await execute(campaign, 'When you click Execute workflow', status);
const starts = async () =>
	(await n8n.sandbox.requests()).filter(
		({ method, path }) => method === 'POST' && path === '/api/v1/conversations',
	).length;

it('says of each person what the service knows, whatever breaks, and sends nothing twice', async () => {
	const contacts = await newContacts(RIDDEN, 8);
	const [stopped] = await newContacts(RIDDEN, 1, { tags: [RIDDEN, 'opted_out'] });
	const [formula] = await newContacts(RIDDEN, 1, { name: '=1+1' });
	const { phones: fixtures } = await n8n.sandbox.fixtures();
	const refused = await n8n.sandbox.asTheApp<Contact>('POST', '/contacts', {
		...{ name: 'Recusa', phone: fixtures.optedOut, tags: [RIDDEN] },
	});
	const all = [...contacts, stopped!, formula!, refused];
	for (const [, fault] of RIDDEN_OUT)
		await n8n.sandbox.addFault({ ...fault, method: 'POST', path: '/conversations' });
	await n8n.sandbox.addFault({ kind: 'messageFails', code: 'recipient_invalid' });
	relay = await UnrulyRelay.inFrontOf(n8n.sandbox, webhook);
	await chooseCampaign(RIDDEN);
	await send();
	for (const contact of contacts) {
		const [message] = await messagesTo(contact);
		if (contact !== contacts[0] && message!.status !== 'failed')
			await n8n.sandbox.customerWrites(message!.conversationId, 'Quero!');
		if (contact === contacts[4]) break;
	}
	const kinds = ['message.sent', 'message.failed', 'message.received'];
	await settled([...contacts, formula!], kinds);
	await relay.delivered();

	const { people, totals } = await reported(RIDDEN);
	expect(statesIn(people)).toEqual(await statesOf(all));
	expect(people).toHaveLength(all.length);
	const total = totals.find((one) => one.campaign === RIDDEN)!;
	const count = (state: string) => people.filter((person) => person.state === state).length;
	expect(total).toMatchObject({
		...{ people: all.length, 'not sent': 2, unknown: 0, failedBy: { recipient_invalid: 1 } },
		...{ answered: count('answered'), sent: count('sent'), failed: 1 },
	});
	expect(total.message).toContain(`Answered within 72 hours: ${count('answered')} of `);
	expect(total.message).toContain('may be chance');
	const ofStopped = people.find(({ phone }) => phone === stopped!.phone);
	expect(ofStopped?.reason).toContain('“opted_out”');
	expect(people.find(({ phone }) => phone === formula!.phone)?.name).toBe("'=1+1");
	// Who got which template is a matter of the phone, and is on record.
	for (const contact of contacts) {
		const [message] = await messagesTo(contact);
		const { template } = people.find(({ phone }) => phone === contact.phone)!;
		expect(message!.text.includes('Como podemos')).toBe(template === 'boas_vindas');
	}

	// Events twice and in another order, as rows of their own.
	const rows = await table.rows();
	await table.add(
		shuffle(rows.filter(({ campaign: name }) => !name)).map(({ kind, ...row }) => ({
			...{ kind, message: row.message, conversation: row.conversation },
			...{ reason: row.reason, at: row.at, event: row.event },
		})),
	);
	expect((await reported(RIDDEN)).people).toEqual(people);

	const before = await starts();
	// Nobody is left but one who is refused again.
	await send('error');
	expect(statesIn((await reported(RIDDEN)).people)).toEqual(statesIn(people));
	// Asked for again: who was refused. Who has the tag is read, and no message is asked for.
	expect((await starts()) - before).toBe(1);
});

it('asks at night for messages of which no event came', async () => {
	for (const { id } of await n8n.sandbox.webhooks()) await n8n.sandbox.removeWebhook(id);
	const contacts = await newContacts(SILENT, 3);
	await chooseCampaign(SILENT);
	await n8n.sandbox.addFault({ kind: 'messageFails', code: 'recipient_invalid' });
	await send();
	expect(new Set(Object.values(statesIn((await reported(SILENT)).people)))).toEqual(
		new Set(['queued']),
	);
	await waitUntil('the messages to leave', 30_000, async () => {
		const messages = (await Promise.all(contacts.map(messagesTo))).flat();
		return messages.every(({ status }) => status !== 'pending') ? true : undefined;
	});
	await execute(report, NIGHT);
	expect(statesIn((await reported(SILENT)).people)).toEqual(await statesOf(contacts));
});

it('sends nothing by itself to somebody of whom no outcome was noted', async () => {
	const [known, cut] = (await newContacts(CUT_OFF, 2)) as [Contact, Contact];
	await table.add([
		{ campaign: CUT_OFF, phone: cut.phone, kind: 'sending', at: new Date().toISOString() },
	]);
	await chooseCampaign(CUT_OFF);
	await send();
	expect(await messagesTo(cut)).toEqual([]);
	expect(statesIn((await reported(CUT_OFF)).people)).toEqual({
		...{ [known.phone]: 'queued', [cut.phone]: 'unknown' },
	});
});

it('ends red where a refusal leaves people out, and tries them first once it is mended', async () => {
	const contacts = await newContacts(REFUSED, 4);
	const nodeNamed = (name: string) => campaign.nodes.find((node) => node.name === name)!;
	// A channel sends 30 messages a minute.
	nodeNamed('30 at a time').parameters.batchSize = 2;
	await chooseCampaign(REFUSED);
	const kept = { kind: 'status', status: 403, code: 'permission_denied' };
	await n8n.sandbox.addFault({ ...kept, method: 'POST', path: '/conversations' });
	const before = await starts();
	const first = await send('error');
	const { error } = (await n8n.recordOf(first)).resultData;
	expect(error?.message).toMatch(
		/^2 people did not get the message\. The first reason: (?!A rule before).*add -2 to Counts As/,
	);
	// One refusal is kept, and not one for each portion.
	expect((await starts()) - before).toBe(1);

	await send();
	const texts = async () => {
		const all = await Promise.all(contacts.map(messagesTo));
		return all.map(({ length }) => length).toSorted();
	};
	expect(await texts()).toEqual([0, 1, 1, 1]);
	const ofRefused = (await reported(REFUSED)).people.filter(({ state }) => state === 'not sent');
	expect(ofRefused).toHaveLength(1);
	expect(ofRefused[0]?.reason).not.toContain('A rule before');

	// Only the refused person is left, and the service repeats its refusal.
	await send('error');
	const options = nodeNamed('Send the message').parameters.options as { countsAs: string };
	options.countsAs += '-2';
	await chooseCampaign(REFUSED);
	await send();
	expect(await texts()).toEqual([1, 1, 1, 1]);
});
