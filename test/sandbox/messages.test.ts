import type { Json } from './harness/client';
import { Receiver } from './harness/receiver';
import { gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();
const HOUR_MS = 3_600_000;

async function conversation(
	more: object = {},
	as?: string,
): Promise<{ id: string; contactId: string; messageId: string }> {
	const { body } = await under.api.post(
		'/conversations',
		{ phone: '(11) 97777-0001', template: { name: 'sem_variaveis', language: 'pt_BR' }, ...more },
		{ as },
	);
	return { id: body.conversationId, contactId: body.contactId, messageId: body.message.id };
}
const say = (id: string, as?: string, text: unknown = 'Tudo bem?') =>
	under.api.post(`/conversations/${id}/messages`, { text }, { as });
const reply = (conversationId: string, text: string | null = 'Quero saber mais') =>
	under.api.control('POST', '/customer-messages', { conversationId, text });
const ids = (records: Json[]) => records.map(({ id }) => id);

rule(
	['GET /conversations/{id}/messages/{messageId}', 'Authentication 3', 'Visibility 3'],
	'follows the token owner’s access',
	async () => {
		const { id, messageId } = await conversation();
		const path = `/conversations/${id}/messages/${messageId}`;
		expect((await under.api.get(path)).body).toMatchObject({ id: messageId, conversationId: id });
		await gives(under.api.get(path, 'seller'), '200');
		await gives(under.api.get(path, 'otherSeller'), '404 resource_not_found');
		await gives(under.api.get(path, 'otherAccountManager'), '404 resource_not_found');
		const other = await conversation({ phone: '11 97777-0002' });
		await gives(
			under.api.get(`/conversations/${other.id}/messages/${messageId}`),
			'404 resource_not_found',
		);
		await gives(under.api.get(`/conversations/${id}/messages/nothing`), '404 resource_not_found');
	},
);

rule(
	['GET /conversations', 'Visibility 2'],
	'filtered by contact; sellers see own ones and those of their departments',
	async () => {
		const { users } = under.fixtures;
		const unowned = await conversation();
		const theirs = await conversation(
			{ phone: '11 97777-0002', assignToSelf: true },
			'otherSeller',
		);
		expect(ids(await under.api.all(`/conversations?contactId=${unowned.contactId}`))).toEqual([
			unowned.id,
		]);
		expect(await under.api.all('/conversations?contactId=nobody')).toEqual([]);
		const seen = await under.api.all('/conversations', 'seller');
		expect(ids(seen)).toContain(unowned.id);
		expect(ids(seen)).not.toContain(theirs.id);
		const expected = (await under.api.all('/conversations')).filter(
			({ ownerId, id }) =>
				ownerId === users.seller || [unowned.id, under.fixtures.conversations.group].includes(id),
		);
		expect(ids(seen)).toEqual(ids(expected));
		expect(ids(await under.api.all('/conversations', 'otherSeller'))).toContain(theirs.id);
		await gives(under.api.get('/conversations?status=open'), '400 unknown_parameter status');
	},
);

rule('GET /channels', 'connected channels that the token’s owner may use', async () => {
	const { channels } = under.fixtures;
	const listed = (await under.api.get('/channels')).body;
	expect(listed).toMatchObject({ nextCursor: null, hasMore: false });
	expect(ids(listed.data)).toEqual(
		expect.arrayContaining([
			channels.official,
			channels.secondOfficial,
			channels.qrCode,
			channels.managersOnly,
		]),
	);
	expect(ids(listed.data)).not.toContain(channels.disconnected);
	expect(ids((await under.api.get('/channels', 'seller')).body.data)).not.toContain(
		channels.managersOnly,
	);
	await gives(under.api.get('/channels?limit=1'), '400 unknown_parameter limit');
});

rule(
	['POST /conversations/{id}/messages', 'Limit free text', 'Event message.received'],
	'free text for 24 hours from the customer’s reply',
	async () => {
		const receiver = new Receiver();
		await under.api.control('POST', '/webhooks', {
			url: await receiver.start(),
			events: ['message.received'],
		});
		const { id } = await conversation();
		await gives(say(id), '422 conversation_window_closed');
		const received = await reply(id);
		expect(received).toMatchObject({
			conversationId: id,
			direction: 'inbound',
			type: 'text',
			text: 'Quero saber mais',
		});
		const [event] = await receiver.of('message.received');
		await receiver.stop();
		expect(event?.body.data).toEqual(received);
		const sent = await say(id);
		expect([sent.status, sent.body.status, sent.body.type, sent.body.text]).toEqual([
			202,
			'pending',
			'text',
			'Tudo bem?',
		]);
		expect((await under.api.get(`/conversations/${id}/messages/${received.id}`)).body).toEqual(
			received,
		);
		await under.api.control('POST', '/clock', { advanceMs: 23 * HOUR_MS });
		await gives(say(id), '202');
		await under.api.control('POST', '/clock', { advanceMs: HOUR_MS });
		await gives(say(id), '422 conversation_window_closed');
		await reply(id);
		await gives(say(id), '202');
	},
);

test('a reply without a text is a picture', async () => {
	const { id } = await conversation();
	const received = await reply(id, null);
	expect(received).toMatchObject({ direction: 'inbound', type: 'image', text: '' });
	expect(received.media).toEqual({ mimeType: 'image/jpeg' });
	await gives(say(id), '202');
});

describe('a user’s message in the app', () => {
	const write = (body: object) => under.api.tryControl('POST', '/team-messages', body);

	test('ends sent with their authorId, window or not, and then tells message.sent', async () => {
		const receiver = new Receiver();
		await under.api.control('POST', '/webhooks', {
			url: await receiver.start(),
			events: ['message.sent'],
		});
		const { seller } = under.fixtures.users;
		const { id } = await conversation();
		await receiver.of('message.sent');
		const { status, body } = await write({ conversationId: id, text: 'Eu sigo.', userId: seller });
		expect([status, body.status]).toEqual([200, 'pending']);
		const [, event] = await receiver.of('message.sent', 2);
		await receiver.stop();
		expect(event?.body.data).toMatchObject({
			...{ id: body.id, conversationId: id, direction: 'outbound', type: 'text' },
			...{ text: 'Eu sigo.', status: 'sent', internal: false, authorId: seller },
		});
		const shown = await under.api.get(`/conversations/${id}/messages/${body.id}`);
		expect(shown.body).toEqual(event?.body.data);
	});

	test('needs a text, a conversation and a user of the account', async () => {
		const { seller, ofAnotherAccount } = under.fixtures.users;
		const { id } = await conversation();
		const whole = { conversationId: id, text: 'Eu sigo.', userId: seller };
		for (const [change, status] of [
			[{ text: ' ' }, '400'],
			[{ text: null }, '400'],
			[{ userId: undefined }, '400'],
			[{ authorId: seller }, '400'],
			[{ conversationId: 'nothing' }, '404'],
			[{ userId: 'nobody' }, '404'],
			[{ userId: ofAnotherAccount }, '404'],
		] as const)
			await gives(write({ ...whole, ...change }), status, change);
		expect(await under.api.control('GET', `/conversations/${id}/messages`)).toHaveLength(1);
	});
});

rule(
	['POST /conversations/{id}/messages', 'Error channel_disconnected', 'Error queue_unavailable'],
	'sight, channel, queue and text are checked',
	async () => {
		const { official } = under.fixtures.channels;
		const { id } = await conversation();
		await reply(id);
		await gives(say(id, 'otherSeller'), '404 resource_not_found');
		await gives(say('nothing'), '404 resource_not_found');
		for (const text of ['', ' ', 5, null, 'x'.repeat(4097)])
			await gives(say(id, 'manager', text), '400 invalid_parameter text');
		await under.api.control('PATCH', `/channels/${official}`, { isQueueOn: false });
		await gives(say(id), '503 queue_unavailable');
		await under.api.control('PATCH', `/channels/${official}`, { isConnected: false });
		await gives(say(id), '409 channel_disconnected channelId');
		expect(await under.api.control('GET', `/conversations/${id}/messages`)).toHaveLength(2);
	},
);

rule(
	'POST /conversations/{id}/messages',
	'through a channel that is available to the token’s owner only',
	async () => {
		const { managersOnly } = under.fixtures.channels;
		const { id } = await conversation({ channelId: managersOnly });
		await reply(id);
		await gives(say(id, 'seller'), '404 resource_not_found');
		await gives(say(id), '202');
	},
);
