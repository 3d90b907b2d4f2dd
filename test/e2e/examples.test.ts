import { packageManifest } from '../../playground/communityPackage';
import {
	exampleWorkflows,
	startsByItself,
	triggerWebhooks,
	type ExampleWorkflow,
} from '../../playground/exampleWorkflows';
import { provision, waitForWebhook } from '../../playground/provisioning';
import { waitUntil } from '../../playground/waitUntil';
import { RIDDEN_OUT } from './support/jobs';
import { startRealN8n, type RealN8n } from './support/realN8n';
import { sharedN8n, wideLimits } from './support/sharedN8n';

interface Contact {
	id: string;
	phone: string;
}

const n8n = sharedN8n();
let files: ExampleWorkflow[];
let inPlace: ExampleWorkflow[];

beforeAll(async () => {
	files = (await exampleWorkflows()).filter(runsHere).map(atAnyHour);
	inPlace = await provision(n8n.rest, n8n.sandbox, n8n.service, files);
});
afterAll(async () => {
	for (const { id } of inPlace.filter(startsByItself)) await n8n.rest.deactivate(id);
	await n8n.sandbox.reset();
});

/** Tests run at night, too. */
function atAnyHour(workflow: ExampleWorkflow): ExampleWorkflow {
	const { nodes } = workflow;
	for (const { parameters } of nodes) {
		const { sendHours } = (parameters.options ?? {}) as { sendHours?: { hours: object } };
		if (!sendHours) continue;
		const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
		Object.assign(sendHours.hours, { from: '00:00', to: '24:00', days });
	}
	return workflow;
}

/** Those with data tables or an AI agent, which the oldest n8n that the package promises lacks, have files of their own, and some more. */
const runsHere = ({ id, nodes }: ExampleWorkflow) =>
	![
		...['answerWithAFixedText', 'askAboutADeal', 'askForAReview'],
		...['birthdayGreetings', 'handOverDeals'],
	].includes(id) && !nodes.some(({ type }) => /\.(dataTable|agent)$/.test(type));

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
				'n8n-nodes-customer-relationship.customerRelationshipChangesTrigger',
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

describe('Handle messages that fail', () => {
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

describe('Weekly reminder with a look first', () => {
	it('shows all recipients, then reminds each once in the week', async () => {
		const id = idOf('weeklyReminder');
		const tags = ['weekly-reminder', 'reminded-2020-W01'];
		const reached = await createContact({ name: 'Cliente Sete', phone: '(11) 97777-0007', tags });
		const sent = async () =>
			(await n8n.sandbox.messagesTo(reached.id)).filter(({ text }) => text.includes('vence em'));

		await n8n.runByHand(id, 'Show who would get it');
		const [preview] = await n8n.executionsOf(id, 1);
		expect(preview?.status).toBe('success');
		expect(await n8n.outputOf(preview?.id ?? '', 'Send the reminder')).toMatchObject([
			{
				checkOnly: true,
				preview: expect.stringMatching(/^Olá, Cliente! Seu boleto/),
				warnings: [],
			},
		]);
		expect(await n8n.outputOf(preview?.id ?? '', 'Note the week')).toMatchObject([
			{ checkOnly: true, request: { method: 'PATCH', path: `/contacts/${reached.id}` } },
		]);
		expect(await sent()).toEqual([]);

		for (const [method, path] of [
			['POST', '/conversations'],
			['PATCH', `/contacts/${reached.id}`],
		]) {
			const refused = { method, path, kind: 'status', retryAfter: 1 };
			await n8n.sandbox.addFault({ ...refused, status: 429, code: 'rate_limited' });
			await n8n.sandbox.addFault({ ...refused, status: 503, code: 'idempotency_unavailable' });
			await n8n.sandbox.addFault({ method, path, kind: 'dropAfter' });
		}
		await n8n.runByHand(id, 'Every Monday at 09:00');
		const [first] = await n8n.executionsOf(id, 2);
		expect(await n8n.outputOf(first?.id ?? '', 'Note the week')).toMatchObject([
			{ tags: ['weekly-reminder', expect.stringMatching(/^reminded-\d{4}-W\d\d$/)] },
		]);
		expect(await n8n.sandbox.faults()).toEqual([]);
		await n8n.runByHand(id, 'Every Monday at 09:00');
		await n8n.executionsOf(id, 3);
		expect(await sent()).toHaveLength(1);
	});
});

describe('Scheduled reminder', () => {
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
		const refused = { contactId: optedOut.id, result: 'not sent', code: 'recipient_opted_out' };
		const resultsOf = async (id = '') => {
			const results = (await n8n.outputOf(id, 'What became of it')) as Array<typeof refused>;
			return results.toSorted((one) => (one.contactId === optedOut.id ? -1 : 1));
		};
		expect(await resultsOf(first?.id)).toMatchObject([
			refused,
			{ contactId: reached.id, result: 'sent' },
		]);
		await run();
		const [again] = await n8n.executionsOf(idOf('scheduledReminder'), 3);
		expect(again?.status).toBe('success');
		expect(await resultsOf(again?.id)).toMatchObject([
			refused,
			{ contactId: reached.id, result: 'not sent', code: 'already_sent' },
		]);

		const reminders = (await n8n.sandbox.messagesTo(reached.id)).filter(({ text }) =>
			text.includes('vence em'),
		);
		expect(reminders).toHaveLength(1);
	});

	it('ends red where Max Messages lets none out', async () => {
		const example = structuredClone(files.find(({ id }) => id === 'scheduledReminder')!);
		const { parameters } = example.nodes.find(({ name }) => name === 'Send the reminder')!;
		parameters.options = { ...(parameters.options as object), maxMessages: 1 };
		const { id } = await n8n.rest.createWorkflow({ ...example, id: undefined, name: 'Guarded' });
		await n8n.runByHand(id, 'Every day at 09:00');
		const [execution] = await n8n.executionsOf(id, 1);
		expect(execution?.status).toBe('error');
		expect((await n8n.recordOf(execution!.id)).resultData.error?.message).toMatch(
			/^2 messages were not sent, or it is not known\. “Max Messages” is 1/,
		);
		expect(await n8n.outputOf(execution!.id, 'What became of it')).toHaveLength(2);
	});
});

describe('Deal board moves', () => {
	let runs = 0;
	const newDeal = async (
		contactId?: string,
		board: 'default' | 'withoutFinalStages' = 'default',
		meanwhile: (dealId: string) => Promise<void> = async () => {},
	) => {
		const { pipelines } = await n8n.sandbox.fixtures();
		const body = { title: 'Cozinha planejada', pipelineId: pipelines[board], contactId };
		const deal = await n8n.sandbox.api<{ id: string; stageId: string }>('POST', '/deals', body);
		await meanwhile(deal.id);
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

	it('leaves a deal of another board be', async () => {
		const { outputOf } = await newDeal(await newContact(['vip']), 'withoutFinalStages');
		expect(await outputOf('Move it on')).toEqual([]);
	});

	it('says why a deal stays that can’t be moved', async () => {
		const contactId = await newContact(['vip']);
		await n8n.sandbox.addFault({ kind: 'slow', ms: 3_000, path: `/contacts/${contactId}` });
		const { deal, outputOf } = await newDeal(contactId, 'default', async (dealId) => {
			const fault = { kind: 'status', status: 400, code: 'stage_not_found' };
			await n8n.sandbox.addFault({ ...fault, path: `/deals/${dealId}/move` });
		});
		expect(await outputOf('Not moved')).toMatchObject([
			{ dealId: deal.id, code: 'stage_not_found' },
		]);
	});
});

describe('Incremental sync', () => {
	const WRITE = 'Write to your system (replace me)';

	it('brings all contacts when the first copy is run by hand', async () => {
		await n8n.runByHand(idOf('incrementalSync'), 'First copy');
		const [execution] = await n8n.executionsOf(idOf('incrementalSync'), 1);
		expect(execution?.status).toBe('success');
		expect((await n8n.outputOf(execution!.id, WRITE)).length).toBeGreaterThan(300);
	});

	it('then brings those that change, and no others', async () => {
		const { id } = await createContact({ name: 'Cliente Novo', phone: '(11) 97777-0020' });
		await pollAnew('incrementalSync');
		// A poll of n8n's own may have come between, with what earlier tests changed.
		const written = await waitUntil('the contact to be written', 20_000, async () => {
			const executions = await n8n.executionsOf(idOf('incrementalSync'), 2);
			const outputs = executions.map(async (one) => await n8n.outputOf(one.id, WRITE));
			const contacts = (await Promise.all(outputs)).flat() as Contact[];
			const found = contacts.filter((contact) => contact.id === id);
			return found.length > 0 ? found : undefined;
		});
		expect(written).toHaveLength(1);
	});
});

describe('Survey after a deal is won', () => {
	it('writes once to the contact of a deal that is won, with the change’s ID as key', async () => {
		const { pipelines } = await n8n.sandbox.fixtures();
		const contact = await createContact({ name: 'Cliente Ganho', phone: '(11) 97777-0030' });
		const body = { title: 'Ganho', pipelineId: pipelines.default };
		const deal = await n8n.sandbox.api<{ id: string }>('POST', '/deals', {
			...{ ...body, contactId: contact.id, valueCents: 109923 },
		});
		const nobody = await n8n.sandbox.api<{ id: string }>('POST', '/deals', body);
		for (const { id } of [deal, nobody]) await n8n.sandbox.api('POST', `/deals/${id}/win`, {});
		await pollAnew('surveyAfterDealWon');
		const [execution] = await n8n.executionsOf(idOf('surveyAfterDealWon'), 1);
		expect(execution?.status).toBe('success');
		const won = (await n8n.outputOf(execution!.id, 'When a deal is won')) as Array<{
			id: string;
			data: { id: string };
		}>;
		expect(won.map(({ data }) => data.id)).toEqual([deal.id, nobody.id]);
		const starts = (await n8n.sandbox.requests()).filter(
			({ method, path, rawBody }) =>
				method === 'POST' && path === '/api/v1/conversations' && rawBody.includes(contact.phone),
		);
		// A new contact is welcomed as well.
		const keys = starts.map(({ headers }) => String(headers['idempotency-key']));
		expect(keys.filter((key) => !key.startsWith('welcome-'))).toEqual([`survey-${won[0]!.id}`]);
	});

	it('is told with name, phone and value by Tell who won a deal', async () => {
		await pollAnew('dealWonNotice');
		const [execution] = await n8n.executionsOf(idOf('dealWonNotice'), 1);
		expect(execution?.status).toBe('success');
		const notices = (await n8n.outputOf(execution!.id, 'Write the notice')) as Array<{
			notice: string;
		}>;
		expect(notices.map(({ notice }) => notice.replace('\u00a0', ' '))).toEqual([
			'Cliente Ganho (+5511977770030): the deal “Ganho” is won, R$ 1.099,23.',
			'A customer without a name (no phone): the deal “Ganho” is won, without a value.',
		]);
	});

	it('ends red for all who were not asked, whichever step failed for them', async () => {
		const { phones, pipelines } = await n8n.sandbox.fixtures();
		const { data: all } = await n8n.sandbox.api<{ data: Contact[] }>('GET', '/contacts?limit=100');
		const unseen = all[70]!;
		const optedOut = await createContact({ phone: phones.optedOut });
		// A poll of n8n's own between the two wins would tell one of them by itself, or take the fault.
		for (const example of ['surveyAfterDealWon', 'dealWonNotice'])
			await n8n.rest.deactivate(idOf(example));
		for (const { id: contactId } of [unseen, optedOut]) {
			const body = { title: 'Ganho', pipelineId: pipelines.default, contactId };
			const { id } = await n8n.sandbox.api<{ id: string }>('POST', '/deals', body);
			await n8n.sandbox.api('POST', `/deals/${id}/win`, {});
		}
		const fault = { kind: 'status', status: 404, code: 'resource_not_found' };
		await n8n.sandbox.addFault({ ...fault, method: 'GET', path: `/contacts/${unseen.id}` });
		await n8n.rest.activate(idOf('surveyAfterDealWon'));
		const [execution] = await n8n.executionsOf(idOf('surveyAfterDealWon'), 2);
		expect(execution?.status).toBe('error');
		const { resultData } = await n8n.recordOf(execution!.id);
		expect(resultData.error?.message).toMatch(
			/^2 of the wins are without a survey, or it is not known\. Ganho: \w/,
		);
	});
});

describe('Import a table', () => {
	it('imports each row once, with its custom fields in their types, and says what failed', async () => {
		for (const round of [1, 2]) {
			await n8n.runByHand(idOf('importContacts'), 'When you click Execute workflow');
			const [execution] = await n8n.executionsOf(idOf('importContacts'), round);
			const result_status = round === 1 ? 'created' : 'updated';
			const rows = await n8n.outputOf(execution!.id, 'Create or update each contact');
			expect(rows).toMatchObject([
				{ Nome: 'Ana Lima', result_status, result_id: expect.stringMatching(/./) },
				{
					...{ Nome: 'Bruno Reis', result_status: 'failed' },
					result_reason: expect.stringContaining('“Custom Fields: pontuacao” is not a number'),
				},
				{ Nome: 'Carla Dias', result_status, result_reason: '' },
				{
					...{ Nome: 'Sem telefone certo', result_status: 'failed', result_id: '' },
					result_reason: expect.stringContaining('“Phone” has too few digits for a phone'),
				},
			]);
		}
		const { data } = await n8n.sandbox.asTheApp<{ data: unknown[] }>(
			'GET',
			'/contacts?search=ana.lima@example.com',
		);
		expect(data).toMatchObject([
			{
				tags: ['imported'],
				customFields: { pontuacao: 12, aceita_novidades: true, origem: 'Feira' },
			},
		]);
	});
});

/** Has a polling workflow poll at once: n8n does so when it is switched on. */
async function pollAnew(example: string): Promise<void> {
	await n8n.rest.deactivate(idOf(example));
	await n8n.rest.activate(idOf(example));
}

describe('Tag who opted out', () => {
	it('adds the tag to whoever opted out, and leaves them out the next time', async () => {
		const { phones } = await n8n.sandbox.fixtures();
		const [gone] = (
			await n8n.sandbox.asTheApp<{ data: Array<{ id: string }> }>(
				'GET',
				`/contacts?search=${encodeURIComponent(phones.optedOut)}`,
			)
		).data;
		const tags = ['vip', 'campaign'];
		await n8n.sandbox.asTheApp('PATCH', `/contacts/${gone!.id}`, { tags });
		await createContact({ name: 'Quer Receber', phone: '(11) 97777-0401', tags: ['campaign'] });
		for (const [round, sent] of [1, 1].entries()) {
			await n8n.runByHand(idOf('optedOut'), 'When you click Execute workflow');
			const [execution] = await n8n.executionsOf(idOf('optedOut'), round + 1);
			expect(await n8n.outputOf(execution!.id, 'Sent or kept back')).toHaveLength(sent);
			expect(await n8n.outputOf(execution!.id, 'Remember it')).toHaveLength(round === 0 ? 1 : 0);
		}
		expect(await n8n.sandbox.asTheApp('GET', `/contacts/${gone!.id}`)).toMatchObject({
			tags: [...tags, 'opted_out'],
		});
	});
});

describe('Tell who did not get a message', () => {
	it('names whom it was for, with the phone', async () => {
		await n8n.sandbox.addFault({ kind: 'messageFails', code: 'recipient_invalid' });
		const id = idOf('failedMessageNotice');
		const before = (await n8n.rest.executionsOf(id)).length;
		const contact = await createContact({ name: 'Número Errado', phone: '(11) 97777-0501' });
		const [execution] = await n8n.executionsOf(id, before + 1);
		expect(execution?.status).toBe('success');
		expect(await n8n.outputOf(execution!.id, 'Write the notice')).toMatchObject([
			{
				...{ contactId: contact.id, name: 'Número Errado', phone: '+5511977770501' },
				reason: 'recipient_invalid',
				notice: expect.stringMatching(
					/^Número Errado \(\+5511977770501\) did not get the message “Olá, .*”: the number cannot receive it\.$/,
				),
			},
		]);
	});
});

describe('Lead form', () => {
	it('makes one deal of two leads that come at once, and links contact and company', async () => {
		const lead = { name: 'Ana Lima', phone: '(11) 97777-0601', cnpj: '11.222.333/0001-81' };
		const send = async (more: object) =>
			await fetch(`${n8n.rest.url}/webhook/lead-form`, {
				...{ method: 'POST', headers: { 'content-type': 'application/json' } },
				body: JSON.stringify({ ...lead, ...more }),
			});
		const answers = await Promise.all([
			...[send({ subject: 'Sofá' }), send({ subject: 'Mesa', cnpj: '' })],
		]);
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		const executions = await n8n.executionsOf(idOf('leadForm'), 2);
		expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
		const given = await Promise.all(
			executions.map(async ({ id }) => await n8n.outputOf(id, 'The one deal')),
		);
		const deals = given.flat() as Array<{ id: string; _response: { created: boolean } }>;
		expect(new Set(deals.map(({ id }) => id)).size).toBe(1);
		expect(deals.filter(({ _response }) => _response.created)).toHaveLength(1);
		const deal = await n8n.sandbox.asTheApp<Record<string, string>>(
			'GET',
			`/deals/${deals[0]!.id}`,
		);
		expect(deal).toMatchObject({ status: 'open', tags: ['website'] });
		const contact = await n8n.sandbox.asTheApp<object>('GET', `/contacts/${deal.contactId}`);
		expect(contact).toMatchObject({ name: 'Ana Lima', companyId: expect.any(String) });
	});
});

describe('Ask, and act on the answer, with nothing that waits', () => {
	let asked = 0;
	let answered = 0;
	const ask = async (status = 'success') => {
		await n8n.runByHand(idOf('askWithATag'), 'Every day at 10:00');
		const [run] = await n8n.executionsOf(idOf('askWithATag'), ++asked);
		expect(run?.status).toBe(status);
		return run!.id;
	};
	const answer = async (conversationId: string, text: string) => {
		await n8n.sandbox.customerWrites(conversationId, text);
		const [run] = await n8n.executionsOf(idOf('actOnTheAnswer'), ++answered);
		expect(run?.status).toBe('success');
		return run!.id;
	};
	const tagsOf = async (id: string) =>
		(await n8n.sandbox.asTheApp<{ tags: string[] }>('GET', `/contacts/${id}`)).tags;
	const textsTo = async (id: string) => (await n8n.sandbox.messagesTo(id)).map(({ text }) => text);
	/** Whom the welcome has reached, so that it is in nobody's way. */
	const greeted = async (phone: string) => {
		const { id } = await createContact({ name: 'Cliente', phone });
		await waitUntil('the welcome', 20_000, async () => (await textsTo(id))[0]);
		return id;
	};
	/** Three of the sandbox's own, oldest first; the welcome, which counts in the channel's minute, knows nothing of them. */
	const three = async (from: number): Promise<string[]> => {
		const { data } = await n8n.sandbox.api<{ data: Contact[] }>('GET', '/contacts?limit=100');
		return data
			.slice(from, from + 3)
			.map(({ id }) => id)
			.reverse();
	};
	const giveTags = async (id: string, tags: string[]) =>
		await n8n.sandbox.asTheApp('PATCH', `/contacts/${id}`, { tags });
	const question = 'Olá! Podemos marcar uma visita? Responda SIM ou NÃO.';

	it('asks each contact as often as it is told to, and acts on each answer once', async () => {
		const id = await greeted('(11) 97777-0700');
		const before = await textsTo(id);
		const since: string[] = [];
		let tags = ['vip'];
		for (const [text, tag, thanks] of [
			['Sim!', 'visit-yes', 'Que bom! Vamos combinar a visita.'],
			['Não, obrigada', 'visit-no', 'Tudo bem, obrigado por avisar.'],
			['Claro, mas que visita?', 'visit-unclear', 'Obrigado! Alguém do time já responde.'],
		] as const) {
			await giveTags(id, [...tags, 'ask-visit']);
			await ask();
			expect(await tagsOf(id)).toEqual([...tags, 'asked-visit']);
			const [{ conversationId } = { conversationId: '' }] = await n8n.sandbox.messagesTo(id);
			const run = await answer(conversationId, text);
			// That one answers nothing.
			await answer(conversationId, 'Sim');
			tags = ['vip', tag];
			expect(await tagsOf(id)).toEqual(tags);
			since.push(question, text, thanks, 'Sim');
			if (tag !== 'visit-unclear') continue;
			expect(await n8n.outputOf(run, 'Tell a person (replace me)')).toMatchObject([
				{ notice: expect.stringContaining(`(+5511977770700) answered: ${text} `), conversationId },
			]);
		}
		expect((await textsTo(id)).sort()).toEqual([...before, ...since].sort());
	});

	it('asks each contact once where two runs meet', async () => {
		const ids = await three(80);
		for (const id of ids) await giveTags(id, ['ask-visit']);
		const run = async () => await n8n.runByHand(idOf('askWithATag'), 'Every day at 10:00');
		await Promise.all([run(), run()]);
		await n8n.executionsOf(idOf('askWithATag'), (asked += 2));
		for (const id of ids) {
			expect(await tagsOf(id)).toEqual(['asked-visit']);
			expect((await textsTo(id)).filter((text) => text === question)).toHaveLength(1);
		}
	});

	it.each([
		['gives the tag back', 422, 'recipient_opted_out', 'ask-visit', 84],
		['leaves it where the question may have gone out', 500, 'internal_error', 'asked-visit', 88],
	])('%s, and asks the others all the same', async (_, status, code, tag, from) => {
		const ids = await three(from);
		for (const id of ids) await giveTags(id, ['ask-visit']);
		const fault = { kind: 'status', status, code };
		await n8n.sandbox.addFault({ ...fault, method: 'POST', path: '/conversations' });
		const run = await ask('error');
		expect((await n8n.recordOf(run)).resultData.error?.message).toMatch(
			/^1 of 3 were not asked, or it is not known\. [^:]+: \w/,
		);
		const [first, second, newest] = await Promise.all(
			ids.map(async (id) => [...(await tagsOf(id)), (await textsTo(id)).includes(question)]),
		);
		expect([first, second]).toEqual(Array(2).fill(['asked-visit', true]));
		expect(newest).toEqual([tag, false]);
		await giveTags(ids[2]!, []);
	});
});

describe('A cadence that ends with the answer', () => {
	const begin = 'Every day at 10:00';
	const refusal = {
		...{ method: 'POST', path: '/conversations' },
		...{ kind: 'status', status: 422, code: 'recipient_opted_out' },
	};
	const sentTo = async (id: string, { sandbox }: RealN8n = n8n) =>
		(await sandbox.messagesTo(id)).filter(({ direction }) => direction === 'outbound');
	const textsTo = async (id: string) => (await sentTo(id)).map(({ text }) => text);
	const write = async (id: string, text: string, { sandbox }: RealN8n = n8n) =>
		await sandbox.customerWrites((await sandbox.messagesTo(id))[0]!.conversationId, text);
	/** Some of the sandbox's own contacts, the newest first, who are to get the cadence. */
	const newCustomers = async (from: number, to: number, { sandbox }: RealN8n = n8n) => {
		const { data } = await sandbox.api<{ data: Contact[] }>('GET', '/contacts?limit=100');
		const ids = data.slice(from, to).map(({ id }) => id);
		for (const id of ids)
			await sandbox.asTheApp('PATCH', `/contacts/${id}`, { tags: ['new-customer'] });
		return ids;
	};
	/** The cadence with other times between its messages, in seconds. @returns its ID */
	const withWaits = async (times: [number, number], { rest }: RealN8n = n8n) => {
		const example = structuredClone(files.find(({ id }) => id === 'cadence')!);
		const waits = example.nodes.filter(({ type }) => type.endsWith('.wait'));
		for (const [index, { parameters }] of waits.entries())
			Object.assign(parameters, { amount: times[index], unit: 'seconds' });
		return (await rest.createWorkflow({ ...example, id: undefined, name: 'In seconds' })).id;
	};

	it('goes on with who is silent, not with who answers or asks to stop', async () => {
		const id = await withWaits([20, 2]);
		const customers = await newCustomers(60, 64);
		const [refused, silent, answers, stops] = customers as [string, string, string, string];
		await n8n.sandbox.addFault(refusal);
		await n8n.runByHand(id, begin);
		await waitUntil(
			'the last of the first messages',
			90_000,
			async () => (await textsTo(stops))[0],
		);
		await write(answers, 'Quem é?');
		await write(stops, '*Sair!*');
		const execution = await waitUntil('the cadence to end', 150_000, async () => {
			const [only] = await n8n.executionsNow(id);
			return only?.status === 'error' ? only : undefined;
		});
		expect((await n8n.recordOf(execution.id)).resultData.error?.message).toMatch(
			/^1 of the customers have left the cadence/,
		);
		const [welcome, tip, last, confirmed] = ['Que bom ter', 'dica da casa', 'última', 'Pronto'].map(
			(words) => expect.stringContaining(words),
		);
		expect(await Promise.all([refused, silent, answers, stops].map(textsTo))).toEqual([
			...[[], [welcome, tip, last], [welcome], [welcome, confirmed]],
		]);
		await write(stops, 'stop');
		await waitUntil('the second wish to end', 20_000, async () => {
			const { body } = (await n8n.sandbox.deliveries()).at(-1)!;
			const all = (await n8n.sandbox.deliveries()).filter((one) => one.body === body);
			return all.every(({ status }) => status === 200) && body.includes('"stop"')
				? true
				: undefined;
		});
		expect(await textsTo(stops)).toHaveLength(2);
	});

	if (process.env.E2E_LONG !== undefined) {
		it('writes to none of 50 who have answered, n8n restarted in between', async () => {
			const own = await startRealN8n({}, wideLimits);
			try {
				const needed = files.filter(({ id }) => ['cadenceAnswered', 'whoAsksToStop'].includes(id));
				await provision(own.rest, own.sandbox, own.service, needed);
				const id = await withWaits([90, 90], own);
				const customers = await newCustomers(0, 50, own);
				/** When the contact had the tag of its answer, by customer. */
				const taken = new Map<string, number>();
				const answer = async (customer: string, index: number) => {
					const text = index % 3 === 0 ? 'Sair!' : 'Quero sim';
					await write(customer, text, own);
					// It waits for its turn among the requests of the step that sends meanwhile.
					await waitUntil('the answer to be taken', 200_000, async () => {
						const path = `/contacts/${customer}`;
						const { tags } = await own.sandbox.asTheApp<Contact & { tags: string[] }>('GET', path);
						return tags.some((tag) => ['opted_out', 'cadence-welcome-answered'].includes(tag))
							? true
							: undefined;
					});
					taken.set(customer, Date.now());
				};
				const messages = async () => (await own.sandbox.messages()).length;
				const step = async (count: number) =>
					await waitUntil(`${count} messages`, 300_000, async () =>
						(await messages()) >= count ? true : undefined,
					);
				// A refusal before the restart is told of after it.
				await own.sandbox.addFault(refusal);
				await own.runByHand(id, begin);
				await step(49);
				for (const [index, customer] of customers.slice(1, 11).entries())
					await answer(customer, index);
				await waitUntil('it to wait', 60_000, async () =>
					(await own.executionsNow(id))[0]?.status === 'waiting' ? true : undefined,
				);
				await own.stopN8n('kill');
				await own.startN8n();
				for (const { path } of needed.flatMap(triggerWebhooks))
					await waitForWebhook(`${own.url}${path}`);
				// While the second messages leave, the newest first: others answer in that very second.
				const before = await messages();
				await step(before + 1);
				await Promise.all(customers.slice(20, 40).map(answer));
				await waitUntil('it to end', 300_000, async () =>
					(await own.executionsNow(id))[0]?.status === 'error' ? true : undefined,
				);
				for (const [index, customer] of customers.entries()) {
					const texts = (await sentTo(customer, own)).filter(({ type }) => type === 'template');
					expect([index, new Set(texts.map(({ text }) => text)).size]).toEqual([
						...[index, texts.length],
					]);
					const at = taken.get(customer);
					if (at === undefined) expect([index, texts.length]).toEqual([index, index === 0 ? 0 : 3]);
					else
						expect(texts.filter(({ createdAt }) => Date.parse(createdAt) > at + 2_000)).toEqual([]);
				}
				expect(taken.size).toBe(30);
			} finally {
				await own.stop();
			}
		}, 900_000);
	}
});

describe('Report on the pipeline', () => {
	it('has names and reais, and a line for each stage', async () => {
		await n8n.runByHand(idOf('pipelineReport'), 'Every day at 08:00');
		const [execution] = await n8n.executionsOf(idOf('pipelineReport'), 1);
		const rows = (await n8n.outputOf(execution!.id, 'Rows for a sheet')) as Row[];
		expect(rows.length).toBeGreaterThan(10);
		for (const { pipeline, stage, value } of rows) {
			expect([pipeline, stage]).toEqual([expect.any(String), expect.any(String)]);
			expect(typeof value).toBe('number');
		}
		const [report] = (await n8n.outputOf(execution!.id, 'Report')) as [
			{ concatenated_line: string },
		];
		expect(report.concatenated_line).toMatch(/^Vendas › .+: \d+ deals, R\$ \d+\.\d\d$/m);
	});
});

describe('Deals that lie still', () => {
	interface SandboxDeal {
		id: string;
		title: string;
		updatedAt: string;
		ownerId: string | null;
	}
	/** All open deals, as the service lists them. */
	async function openDeals(): Promise<SandboxDeal[]> {
		const all: SandboxDeal[] = [];
		for (let cursor: string | null = ''; cursor !== null;) {
			const page: { data: SandboxDeal[]; nextCursor: string | null } = await n8n.sandbox.asTheApp(
				'GET',
				`/deals?status=open&limit=100${cursor && `&cursor=${cursor}`}`,
			);
			all.push(...page.data);
			cursor = page.nextCursor;
		}
		return all;
	}

	/** @param runs how many there are then */
	async function tellOwners(runs: number): Promise<Array<{ to: string; message: string }>> {
		await n8n.runByHand(idOf('dealsThatLieStill'), 'Every Monday at 08:00');
		const [execution] = await n8n.executionsOf(idOf('dealsThatLieStill'), runs);
		const told = await n8n.outputOf(execution!.id, 'Tell the owner (replace me)');
		return told as Array<{ to: string; message: string }>;
	}

	it('lists each open deal that nobody has changed for 14 days once, in its owner’s message', async () => {
		const { pipelines } = await n8n.sandbox.fixtures();
		const since = Date.now() - 14 * 86_400_000;
		const isStill = ({ updatedAt }: SandboxDeal) => Date.parse(updatedAt) < since;
		const [touched] = (await openDeals()).filter(isStill);
		const body = { title: 'Recém-criado', pipelineId: pipelines.default };
		await n8n.sandbox.asTheApp('POST', '/deals', body);
		await n8n.sandbox.asTheApp('PATCH', `/deals/${touched!.id}`, { title: 'Recém-mexido' });
		const still = (await openDeals()).filter(isStill);
		expect(still.length).toBeGreaterThan(3);

		const told = await tellOwners(1);
		expect(told.map(({ to }) => to)).toEqual(['sales@example.com']);
		const lines = told.flatMap(({ message }) => message.split('\n').slice(1));
		expect(lines).toHaveLength(still.length);
		for (const { title } of still) {
			expect(lines).toContainEqual(expect.stringContaining(`• ${title}`));
		}
		for (const { title, ownerId } of still) {
			const owner = ownerId ? `, owner ${ownerId}` : ', no owner';
			const line = lines.find((one) => one.startsWith(`• ${title}`) && one.endsWith(owner));
			expect([title, line]).toEqual([title, expect.stringMatching(/R\$\s\d{1,3}(\.\d{3})*,\d\d/)]);
		}
		expect(told[0]!.message).toContain('deals have not changed for 14 days');
		expect(told[0]!.message).not.toMatch(/Recém-/);
		for (const [, fault] of RIDDEN_OUT)
			await n8n.sandbox.addFault({ ...fault, method: 'GET', path: '/deals' });
		expect(await tellOwners(2)).toEqual(told);
	});
});

describe('Export to CSV', () => {
	it('has a line for each deal, with names, phone and reais, and no formula', async () => {
		const phone = '+5511977770501';
		const { id: contactId } = await createContact({ name: '=1+1 Cliente Exportado', phone });
		const { pipelines } = await n8n.sandbox.fixtures();
		await n8n.sandbox.asTheApp('POST', '/deals', {
			...{ title: 'Mesa; de jantar, 6 lugares', contactId, pipelineId: pipelines.default },
			...{ valueCents: 123_450, tags: ['a', 'b'] },
		});
		await n8n.runByHand(idOf('exportToCsv'), 'When you click Execute workflow');
		const [execution] = await n8n.executionsOf(idOf('exportToCsv'), 1);
		const rows = (await n8n.outputOf(execution!.id, 'Get the deals')) as Row[];
		expect(new Set(rows.map((row) => Object.keys(row).join())).size).toBe(1);
		const [head = '', newest = '', ...others] = (await n8n.fileOf(execution!.id, 'CSV file'))
			.replace('\uFEFF', '')
			.trim()
			.split(/\r?\n/);
		expect(others).toHaveLength(rows.length - 1);
		expect(head.split(',')).toEqual(Object.keys(rows[0]!));
		expect(newest).toContain('"Mesa; de jantar, 6 lugares"');
		expect(newest).toMatch(/,1234\.5,.*"a, b",.*Vendas.*,'=1\+1 Cliente Exportado,\+5511977770501/);
	});
});

interface Row {
	pipeline: string;
	stage: string;
	value: number;
}

describe('n8n’s Migration Report', () => {
	const REPORT = '/breaking-changes/report';
	const CONTROL = {
		name: 'Breaks in n8n 3.0',
		nodes: [
			{
				...{ id: 'control', name: 'For each item', type: 'n8n-nodes-base.executeWorkflow' },
				...{ typeVersion: 1.2, position: [0, 0], parameters: { mode: 'each' } },
			},
		],
		...{ connections: {}, settings: {} },
	};
	interface Results {
		report: { workflowResults: Array<{ ruleId: string }> };
	}
	interface RuleResult {
		affectedWorkflows: Array<{ id: string; name: string }>;
	}

	it('names no example among the workflows that n8n 3.0 breaks', async () => {
		// An older n8n has no such report.
		if (!(await n8n.rest.has(`${REPORT}?version=v3`))) return;
		const ids: string[] = [];
		for (const workflow of [...(await exampleWorkflows()), CONTROL])
			ids.push((await n8n.rest.createWorkflow({ ...workflow, id: undefined })).id);
		try {
			const { report } = await n8n.rest.send<Results>('POST', `${REPORT}/refresh?version=v3`, {});
			const affected: string[] = [];
			for (const { ruleId } of report.workflowResults) {
				const { affectedWorkflows } = await n8n.rest.get<RuleResult>(`${REPORT}/${ruleId}`);
				for (const { id, name } of affectedWorkflows)
					if (ids.includes(id)) affected.push(`${name}: ${ruleId}`);
			}
			expect(affected).toEqual([`${CONTROL.name}: execute-workflow-each-mode-v3`]);
		} finally {
			for (const id of ids) {
				await n8n.rest.send('POST', `/workflows/${id}/archive`, {});
				await n8n.rest.send('DELETE', `/workflows/${id}`, {});
			}
		}
	}, 60_000);
});
