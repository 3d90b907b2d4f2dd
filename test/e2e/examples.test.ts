import { packageManifest } from '../../playground/communityPackage';
import { exampleWorkflows, type ExampleWorkflow } from '../../playground/exampleWorkflows';
import { provision } from '../../playground/provisioning';
import { waitUntil } from '../../playground/waitUntil';
import { sharedN8n } from './sharedN8n';

interface Contact {
	id: string;
	phone: string;
}

const n8n = sharedN8n();
let files: ExampleWorkflow[];
let inPlace: ExampleWorkflow[];

beforeAll(async () => {
	files = await exampleWorkflows();
	inPlace = await provision(n8n.rest, n8n.sandbox, n8n.service);
});
afterAll(async () => {
	for (const { id } of inPlace) await n8n.rest.deactivate(id);
	await n8n.sandbox.reset();
});

/** The id of an example, by the one in its file: an older n8n gives it another. */
const idOf = (id: string) => inPlace[files.findIndex((file) => file.id === id)]!.id;

const createContact = async (body: Record<string, unknown>) =>
	await n8n.sandbox.api<Contact>('POST', '/contacts', body);

const delivered = async (event: string, contactId: string) =>
	await waitUntil(`${event} to be delivered`, 20_000, async () => {
		const all = await n8n.sandbox.deliveries();
		return all.find(
			(one) => one.event === event && one.status === 200 && one.body.includes(contactId),
		);
	});

describe('the packed tarball in a real n8n', () => {
	it('loads under its published type names', async () => {
		const nodeTypes = await n8n.rest.nodeTypesOf((await packageManifest()).name);
		expect(nodeTypes.map(({ name }) => name)).toEqual(
			expect.arrayContaining([
				'n8n-nodes-customer-relationship.customerRelationship',
				'n8n-nodes-customer-relationship.customerRelationshipTrigger',
			]),
		);
	});

	it('is listed as a community package that loaded', async () => {
		const { name, version } = await packageManifest();
		const listed = await n8n.rest.get<Array<Record<string, unknown>>>('/community-packages');
		expect(listed).toMatchObject([{ packageName: name, installedVersion: version }]);
		// Of a package that loaded an older n8n says nothing.
		expect([false, undefined]).toContain(listed[0]?.failedLoading);
	});
});

describe('Welcome a new contact', () => {
	let runs = 0;
	const executions = async () => await n8n.executionsOf(idOf('welcomeNewContact'), ++runs);

	it('sends exactly one template message to a new contact', async () => {
		const contact = await createContact({ name: 'Cliente Dois', phone: '(11) 97777-0001' });
		const [execution] = await executions();
		expect(execution?.status).toBe('success');
		const messages = await n8n.sandbox.messagesTo(contact.id);
		expect(messages).toHaveLength(1);
		expect(messages[0]).toMatchObject({
			type: 'template',
			text: expect.stringContaining('Olá, Cliente!'),
		});

		const { id: eventId, body } = await delivered('contact.created', contact.id);
		// The delivered event, not the sample that is pinned to the trigger.
		expect(await n8n.outputOf(execution?.id ?? '', 'When a contact is created')).toEqual([
			JSON.parse(body),
		]);
		const starts = (await n8n.sandbox.requests()).filter(
			({ method, path, rawBody }) =>
				method === 'POST' && path === '/api/v1/conversations' && rawBody.includes(contact.phone),
		);
		expect(starts).toHaveLength(1);
		expect(starts[0]?.headers['idempotency-key']).toBe(`welcome-${eventId}`);
	});

	it('leaves a contact without a phone alone', async () => {
		const contact = await createContact({
			name: 'Sem Telefone',
			email: 'sem.telefone@example.com',
		});
		const [execution] = await executions();
		expect(execution?.status).toBe('success');
		expect(await n8n.sandbox.messagesTo(contact.id)).toHaveLength(0);
	});

	it('does not greet whom somebody has just written to', async () => {
		const { contactId } = await n8n.sandbox.api<{ contactId: string }>('POST', '/conversations', {
			phone: '(11) 97777-0002',
			name: 'Já Atendida',
			template: { name: 'sem_variaveis', language: 'pt_BR', params: [] },
		});
		const [execution] = await executions();
		expect(execution?.status).toBe('success');
		const messages = await n8n.sandbox.messagesTo(contactId);
		expect(messages.map(({ text }) => text)).toEqual([expect.not.stringContaining('Que bom')]);
	});
});

describe('When a message fails', () => {
	let runs = 0;

	it.each([
		['recipient_invalid', 'low'],
		['template_rejected', 'high'],
		['queue_unavailable', 'medium'],
		['a_code_of_tomorrow', 'medium'],
	])('runs once for a welcome that failed with %s, urgency %s', async (code, urgency) => {
		await n8n.sandbox.addFault({ kind: 'messageFails', code });
		const phone = `(11) 97777-010${runs}`;
		const contact = await createContact({ name: 'Número Errado', phone });
		const executions = await n8n.executionsOf(idOf('messageFailed'), ++runs);
		expect(executions).toHaveLength(runs);
		expect(executions[0]?.status).toBe('success');
		const [message] = await n8n.sandbox.messagesTo(contact.id);
		const notice = await n8n.outputOf(executions[0]?.id ?? '', 'Tell the team (replace me)');
		expect(notice).toMatchObject([
			{ code, urgency, messageId: message?.id, notice: expect.stringContaining(code) },
		]);
	});
});

describe('Send a reminder to tagged contacts', () => {
	const run = async () => {
		await n8n.runByHand(idOf('scheduledReminder'), 'Every day at 09:00');
	};

	it('sends nothing as long as nobody carries the tag', async () => {
		await run();
		const [execution] = await n8n.executionsOf(idOf('scheduledReminder'), 1);
		expect(execution?.status).toBe('success');
		expect(await n8n.outputOf(execution?.id ?? '', 'Send the reminder')).toEqual([]);
	});

	it('reminds each tagged contact once a day, and says who could not be reached', async () => {
		const { phones } = await n8n.sandbox.fixtures();
		const tags = ['payment-reminder'];
		const reached = await createContact({ name: 'Cliente Três', phone: '(11) 97777-0004', tags });
		const optedOut = await createContact({ phone: phones.optedOut, tags });
		await createContact({ name: 'Sem Telefone', email: 'sem.telefone.2@example.com', tags });

		await run();
		const [first] = await n8n.executionsOf(idOf('scheduledReminder'), 2);
		expect(await n8n.outputOf(first?.id ?? '', 'Sent')).toHaveLength(1);
		expect(await n8n.outputOf(first?.id ?? '', 'Not sent')).toMatchObject([
			{ contactId: optedOut.id, code: 'recipient_opted_out' },
		]);
		await run();
		await n8n.executionsOf(idOf('scheduledReminder'), 3);

		const reminders = (await n8n.sandbox.messagesTo(reached.id)).filter(({ text }) =>
			text.includes('vence em'),
		);
		expect(reminders).toHaveLength(1);
	});
});

describe('Move a VIP’s new deal on the board', () => {
	let runs = 0;
	const newDeal = async (
		contactId?: string,
		board: 'default' | 'withoutFinalStages' = 'default',
	) => {
		const { pipelines } = await n8n.sandbox.fixtures();
		const body = { title: 'Cozinha planejada', pipelineId: pipelines[board], contactId };
		const deal = await n8n.sandbox.api<{ id: string; stageId: string }>('POST', '/deals', body);
		const [execution] = await n8n.executionsOf(idOf('dealBoardMove'), ++runs);
		expect(execution?.status).toBe('success');
		return { deal, outputOf: async (node: string) => await n8n.outputOf(execution!.id, node) };
	};
	const newContact = async (tags: string[]) => (await createContact({ name: 'Cliente', tags })).id;

	it('moves the deal to the stage that is picked in the node, once per event', async () => {
		const { stages } = await n8n.sandbox.fixtures();
		const { deal, outputOf } = await newDeal(await newContact(['cliente', 'vip']));
		expect(await outputOf('Moved')).toEqual([
			{ result: 'moved', dealId: deal.id, stageId: stages.secondOpen },
		]);
		const event = (await n8n.sandbox.deliveries()).find(({ body }) => body.includes(deal.id));
		const move = (await n8n.sandbox.requests()).find(({ path }) => path.endsWith('/move'));
		expect(move?.headers['idempotency-key']).toBe(`vip-${event?.id}`);
	});

	it.each([[['cliente']], [undefined]])('leaves a deal be whose contact has %j', async (tags) => {
		const { deal } = await newDeal(tags && (await newContact(tags)));
		const now = await n8n.sandbox.api<typeof deal>('GET', `/deals/${deal.id}`);
		expect(now.stageId).toBe(deal.stageId);
	});

	it('says why a deal of another board stays, where the service keeps deals in theirs', async () => {
		await n8n.sandbox.behave({ readings: ['movesWithinPipeline'] });
		const { deal, outputOf } = await newDeal(await newContact(['vip']), 'withoutFinalStages');
		expect(await outputOf('Not moved')).toMatchObject([
			{ dealId: deal.id, code: 'stage_not_in_pipeline' },
		]);
	});
});

describe('Copy changed contacts to another system', () => {
	it('brings all contacts when it is run by hand', async () => {
		await n8n.runByHand(idOf('incrementalSync'), 'Every 15 minutes');
		const [execution] = await n8n.executionsOf(idOf('incrementalSync'), 1);
		expect(execution?.status).toBe('success');
		const [{ contacts }] = (await n8n.outputOf(
			execution?.id ?? '',
			'Remember when it started',
		)) as [{ contacts: number }];
		expect(contacts).toBeGreaterThan(300);
	});

	it('goes on from the last run that read them, two minutes before its start', async () => {
		const example = files.find(({ id }) => id === 'incrementalSync');
		const rule = { interval: [{ field: 'seconds', secondsInterval: 10 }] };
		const nodes = example?.nodes.map((node) =>
			node.name === 'Every 15 minutes' ? { ...node, parameters: { rule } } : node,
		);
		const { id } = await n8n.rest.createWorkflow({ ...example, id: 'incrementalSyncOften', nodes });
		await n8n.rest.activate(id);
		const [first] = await n8n.executionsOf(id, 1);
		const refusal = { kind: 'status', status: 403, code: 'permission_denied' };
		await n8n.sandbox.addFault({ ...refusal, path: '/contacts' });
		const executions = await n8n.executionsOf(id, 3);
		await n8n.rest.deactivate(id);
		expect(executions.map(({ status }) => status).slice(-3)).toEqual([
			...['success', 'error', 'success'],
		]);

		const [{ startedAt }] = (await n8n.outputOf(first!.id, 'Since when?')) as [Started];
		const asked = (await n8n.sandbox.requests()).flatMap(({ path }) =>
			path.startsWith('/api/v1/contacts?') ? [new URL(path, n8n.url).searchParams] : [],
		);
		const times = asked
			.filter((query) => !query.has('cursor'))
			.map((query) => query.get('updatedSince'));
		const since = new Date(Date.parse(startedAt) - 120_000).toISOString();
		expect(times.filter((time) => time !== null).slice(0, 2)).toEqual([since, since]);
	});
});

interface Started {
	startedAt: string;
}
