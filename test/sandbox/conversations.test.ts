import type { Json, Reply } from './harness/client';
import { Receiver } from './harness/receiver';
import { errorOf, eventually, gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();
const NEW_PHONE = '(11) 97777-0001';
const template = (name = 'boas_vindas', params: unknown[] = ['Cliente'], language = 'pt_BR') => ({
	name,
	language,
	params,
});
const start = (more: object = {}, as?: string, key?: string) =>
	under.api.post(
		'/conversations',
		{ phone: NEW_PHONE, template: template(), ...more },
		{ as, key },
	);
const channel = (id: string, switches: object) =>
	under.api.control('PATCH', `/channels/${id}`, switches);
const message = (reply: Reply) =>
	`/conversations/${reply.body.conversationId}/messages/${reply.body.message.id}`;

/** What there is of contacts, conversations and messages: a refusal must leave it alone. */
async function everything(): Promise<number[]> {
	const contacts = await under.api.all('/contacts');
	const conversations = await under.api.control('GET', '/conversations');
	const messages = await under.api.control('GET', '/messages');
	return [contacts.length, conversations.length, messages.length];
}

async function refused(error: string, more: object, as?: string): Promise<void> {
	const before = await everything();
	await gives(start(more, as), error);
	expect(await everything()).toEqual(before);
}

rule(
	[
		'POST /conversations',
		'Start response',
		'State message pending',
		'Fields Message',
		'Fields Conversation',
		'Start body assignToSelf',
	],
	'202 with a pending message in a new conversation of the default department',
	async () => {
		const { fixtures, api } = under;
		const reply = await start({ name: 'Cliente', channelId: fixtures.channels.official });
		expect(reply.status).toBe(202);
		expect(reply.body).toEqual({
			conversationId: expect.any(String),
			conversationCreated: true,
			contactId: expect.any(String),
			contactCreated: true,
			message: {
				id: expect.any(String),
				conversationId: reply.body.conversationId,
				direction: 'outbound',
				type: 'template',
				text: 'Olá, Cliente! Que bom ter você com a gente. Como podemos ajudar?',
				media: null,
				status: 'pending',
				error: null,
				internal: false,
				authorId: fixtures.users.manager,
				scheduledFor: null,
				sentAt: expect.stringMatching(/Z$/),
				createdAt: expect.stringMatching(/Z$/),
				updatedAt: expect.stringMatching(/Z$/),
			},
		});
		const [conversation] = (await api.get(`/conversations?contactId=${reply.body.contactId}`)).body
			.data;
		expect(conversation).toMatchObject({
			id: reply.body.conversationId,
			contactId: reply.body.contactId,
			channelId: fixtures.channels.official,
			ownerId: null,
			departmentId: expect.any(String),
		});
		const assigned = await start({ phone: '11 97777-0002', assignToSelf: true }, 'seller');
		const [owned] = (await api.get(`/conversations?contactId=${assigned.body.contactId}`)).body
			.data;
		expect(owned.ownerId).toBe(fixtures.users.seller);
	},
);

rule(
	[
		'Start 1',
		'Start 2',
		'Start 4',
		'Start 5',
		'Start 8',
		'Start 9',
		'Start error invalid_parameter',
		'Start error resource_not_found',
		'Start error channel_disconnected',
		'Error channel_disconnected',
		'Start error channel_not_official',
		'Error channel_not_official',
		'Start error template_not_found',
		'Error template_not_found',
		'Start error template_params_mismatch',
		'Error template_params_mismatch',
		'Start error template_not_supported',
		'Error template_not_supported',
		'Start error recipient_opted_out',
		'Error recipient_opted_out',
	],
	'what is refused creates nothing',
	async () => {
		const { channels, phones } = under.fixtures;
		const [foreign] = (await under.api.get('/channels', 'otherAccountManager')).body.data;
		const refusals: Array<[error: string, more: object, as?: string]> = [
			...['97777-0001', '12', 'abc', 5, null].map((phone): [string, object] => [
				'400 invalid_parameter phone',
				{ phone },
			]),
			['400 invalid_parameter template.name', { template: { language: 'pt_BR' } }],
			['400 invalid_parameter template', { template: undefined }],
			['400 invalid_parameter assignToSelf', { assignToSelf: 'yes' }],
			['400 unknown_parameter text', { text: 'x' }],
			['400 unknown_parameter media', { media: 'x' }],
			['400 unknown_parameter scheduledFor', { scheduledFor: 'x' }],
			['404 resource_not_found channelId', { channelId: 'nothing' }],
			['404 resource_not_found channelId', { channelId: foreign.id }],
			['404 resource_not_found channelId', { channelId: channels.managersOnly }, 'seller'],
			['409 channel_disconnected channelId', { channelId: channels.disconnected }],
			['422 channel_not_official channelId', { channelId: channels.qrCode }],
			['422 template_not_found template.name', { template: template('nunca_criado') }],
			['422 template_not_found template.name', { template: template('em_analise') }],
			[
				'422 template_not_found template.name',
				{ template: template('boas_vindas', ['x'], 'en_US') },
			],
			['422 template_params_mismatch template.params', { template: template('boas_vindas', []) }],
			[
				'422 template_params_mismatch template.params',
				{ template: template('boas_vindas', ['a', 'b']) },
			],
			['422 template_not_supported template.name', { template: template('oferta_com_imagem') }],
			['422 template_not_supported template.name', { template: template('link_rastreio') }],
			['422 recipient_opted_out phone', { phone: phones.optedOut }],
		];
		for (const refusal of refusals) await refused(...refusal);
	},
);

rule(
	['Start body phone', 'Start body template', 'Start 5'],
	'a phone of another country, parameters in order, a channel that is the owner’s alone',
	async () => {
		const { managersOnly } = under.fixtures.channels;
		await gives(start({ phone: '+351 912 345 678' }), '202');
		const two = await start({ template: template('lembrete_pagamento', ['Cliente', '$1']) });
		expect(two.body.message.text).toBe(
			'Olá, Cliente! Seu boleto vence em $1. Precisa de uma segunda via?',
		);
		await gives(start({ template: { name: 'sem_variaveis', language: 'pt_BR' } }), '202');
		await gives(start({ channelId: managersOnly }), '202');
	},
);

rule(
	['Start body name', 'Start 6'],
	'the name is for new and nameless contacts; one number is one contact',
	async () => {
		const first = await start();
		const contact = `/contacts/${first.body.contactId}`;
		expect((await under.api.get(contact)).body).toMatchObject({
			name: '',
			phone: '+5511977770001',
		});
		const again = await start({ phone: '5511977770001', name: 'Primeiro nome' });
		expect(again.body).toMatchObject({
			contactCreated: false,
			conversationCreated: false,
			contactId: first.body.contactId,
			conversationId: first.body.conversationId,
		});
		await start({ phone: '11977770001', name: 'Segundo nome' });
		expect((await under.api.get(contact)).body.name).toBe('Primeiro nome');
	},
);

rule(
	['Start body channelId', 'Start error no_official_channel', 'Error no_official_channel'],
	'without it the first active official channel that the owner may use',
	async () => {
		const { official, secondOfficial } = under.fixtures.channels;
		const channelOf = async (reply: Reply) =>
			(await under.api.get(`/conversations?contactId=${reply.body.contactId}`)).body.data[0]
				.channelId;
		expect(await channelOf(await start())).toBe(official);
		await channel(official, { isConnected: false });
		expect(await channelOf(await start({ phone: '11 97777-0002' }))).toBe(secondOfficial);
		await channel(secondOfficial, { isConnected: false });
		await gives(start({ phone: '11 97777-0003' }), '202');
		await refused('422 no_official_channel', { phone: '11 97777-0004' }, 'seller');
		await gives(start({}, 'otherAccountManager'), '422 no_official_channel');
	},
);

rule(
	['Start 3', 'Limit templates'],
	'a just-approved template is found after five minutes at the latest',
	async () => {
		await start();
		const found = (await under.api.control('GET', '/templates')).find(
			({ name }: Json) => name === 'em_analise',
		);
		await under.api.control('PATCH', `/templates/${found.id}`, { isApproved: true });
		const send = async () => errorOf(await start({ template: template('em_analise') }));
		expect(await send()).toBe('422 template_not_found template.name');
		await under.api.control('POST', '/clock', { advanceMs: 4 * 60_000 });
		expect(await send()).toBe('422 template_not_found template.name');
		await under.api.control('POST', '/clock', { advanceMs: 60_000 });
		expect(await send()).toBe('202');
	},
);

rule(
	['Start 5', 'Start error contact_in_other_wallet', 'Error contact_in_other_wallet'],
	'a seller writes to own contacts and those without owner',
	async () => {
		const { phones } = under.fixtures;
		await refused(
			'409 contact_in_other_wallet phone',
			{ phone: phones.inOtherSellersWallet },
			'seller',
		);
		const own = await start({ phone: phones.inSellersWallet }, 'seller');
		expect([own.status, own.body.message.authorId]).toEqual([202, under.fixtures.users.seller]);
		await gives(start({}, 'seller'), '202');
		await gives(start({ phone: phones.inOtherSellersWallet }), '202');
		await under.api.control('PATCH', `/users/${under.fixtures.users.seller}`, {
			seesAllConversations: true,
		});
		await gives(start({ phone: phones.inOtherSellersWallet }, 'seller'), '202');
	},
);

rule(
	['Start error conversation_with_other_user', 'Error conversation_with_other_user'],
	'a conversation of this number on this channel with another seller',
	async () => {
		await start({ assignToSelf: true }, 'otherSeller');
		await refused('409 conversation_with_other_user phone', {}, 'seller');
		const otherChannel = { channelId: under.fixtures.channels.secondOfficial };
		expect((await start(otherChannel, 'seller')).body.conversationCreated).toBe(true);
		await gives(start({}, 'otherSeller'), '202');
	},
);

rule(
	['Start 7', 'Event contact.created'],
	'contact.created, no deal and no automation',
	async () => {
		const receiver = new Receiver();
		await under.api.control('POST', '/webhooks', {
			url: await receiver.start(),
			events: ['contact.created', 'deal.created'],
		});
		const deals = await under.api.all('/deals');
		const { body } = await start({ name: 'Cliente' });
		await start();
		const [created] = await receiver.of('contact.created');
		await under.api.post('/deals', {
			title: 'Depois',
			pipelineId: under.fixtures.pipelines.default,
		});
		await receiver.of('deal.created');
		await receiver.stop();
		expect(created?.body.data).toEqual({
			contactId: body.contactId,
			name: 'Cliente',
			phoneNumber: '+5511977770001',
			email: '',
		});
		expect(receiver.received).toHaveLength(2);
		expect(await under.api.all('/deals')).toHaveLength(deals.length + 1);
		expect(await under.api.control('GET', '/side-effects')).toHaveLength(1);
	},
);

rule(
	'State conversation reused',
	'open, closed or deleted, it is reused and reopened',
	async () => {
		const { seller, otherSeller } = under.fixtures.users;
		const first = await start({ assignToSelf: true }, 'seller');
		const id = first.body.conversationId;
		const read = async () =>
			(await under.api.control('GET', '/conversations')).find((one: Json) => one.id === id);
		await start();
		expect(await read()).toMatchObject({ status: 'open', ownerId: seller });
		for (const status of ['closed', 'deleted']) {
			await under.api.control('PATCH', `/conversations/${id}`, { status });
			const again = await start();
			expect(again.body).toMatchObject({ conversationId: id, conversationCreated: false });
			expect(await read()).toMatchObject({ status: 'open', ownerId: seller });
		}
		await under.api.control('PATCH', `/conversations/${id}`, { ownerId: null, status: 'closed' });
		await start({ assignToSelf: true }, 'otherSeller');
		expect(await read()).toMatchObject({ status: 'open', ownerId: otherSeller });
	},
);

rule(
	['Start error queue_unavailable', 'Error queue_unavailable'],
	'the queue is down: nothing is created',
	async () => {
		await channel(under.fixtures.channels.official, { isQueueOn: false });
		await refused('503 queue_unavailable', {});
	},
);

rule(
	['State message refused', 'Start error queue_unavailable', 'Errors guidance'],
	'refused after recording: the message stays, each attempt leaves another',
	async () => {
		await under.api.control('POST', '/faults', { kind: 'queueRefuses', count: 2 });
		const before = await everything();
		for (let at = 0; at < 2; at++)
			await gives(start({}, 'manager', 'same'), '503 queue_unavailable');
		expect((await everything()).map((count, at) => count - (before[at] ?? 0))).toEqual([1, 1, 2]);
		const [contact] = await under.api.all('/contacts?search=977770001');
		const [{ id }] = (await under.api.get(`/conversations?contactId=${contact.id}`)).body.data;
		const messages = await under.api.control('GET', `/conversations/${id}/messages`);
		expect(messages.map(({ status, error }: Json) => [status, error.code])).toEqual(
			Array(2).fill(['failed', 'queue_unavailable']),
		);
		await gives(start({}, 'manager', 'same'), '202');
	},
);

rule(
	['Start error template_check_unavailable', 'Error template_check_unavailable', 'Start 8'],
	'templates could not be consulted: nothing is created',
	async () => {
		await under.api.control('POST', '/faults', {
			kind: 'status',
			status: 503,
			code: 'template_check_unavailable',
			path: '/conversations',
			method: 'POST',
		});
		await refused('503 template_check_unavailable', {});
	},
);

rule(
	['Start error idempotency_unavailable', 'Error idempotency_unavailable'],
	'idempotency control is down: nothing is done',
	async () => {
		await under.api.control('POST', '/faults', {
			kind: 'status',
			status: 503,
			code: 'idempotency_unavailable',
			path: '/conversations',
			method: 'POST',
		});
		const before = await everything();
		await gives(start({}, 'manager', 'key'), '503 idempotency_unavailable');
		expect(await everything()).toEqual(before);
		await gives(start({}, 'manager', 'key'), '202');
	},
);

rule(
	['State message sent', 'Event message.sent'],
	'pending becomes sent within a second, then delivered and read',
	async () => {
		const receiver = new Receiver();
		await under.api.control('POST', '/webhooks', {
			url: await receiver.start(),
			events: ['message.sent'],
		});
		const reply = await start();
		const sent = await eventually(
			() => under.api.get(message(reply)),
			({ body }) => body.status === 'sent',
		);
		const [event] = await receiver.of('message.sent');
		await receiver.stop();
		expect(event?.body.data).toEqual(sent.body);
		expect(Date.parse(sent.body.sentAt) - Date.parse(sent.body.createdAt)).toBeLessThan(1000);
	},
);

rule(
	['State message failed', 'Event message.failed'],
	'failed with its code, and not sent again',
	async () => {
		const receiver = new Receiver();
		await under.api.control('POST', '/webhooks', { url: await receiver.start(), events: ['*'] });
		const invalid = await start({ phone: under.fixtures.phones.undeliverable });
		await under.api.control('POST', '/faults', { kind: 'messageFails', code: 'template_rejected' });
		const rejected = await start();
		const events = await receiver.of('message.failed', 2);
		await receiver.stop();
		expect(
			events.map(({ body }) => [body.data.id, body.data.status, body.data.error.code]),
		).toEqual([
			[invalid.body.message.id, 'failed', 'recipient_invalid'],
			[rejected.body.message.id, 'failed', 'template_rejected'],
		]);
		expect(receiver.received.filter(({ body }) => body.event === 'message.sent')).toEqual([]);
		expect((await under.api.get(message(rejected))).body).toEqual(events[1]?.body.data);
	},
);
