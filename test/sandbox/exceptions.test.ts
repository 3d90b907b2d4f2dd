import { errorOf, gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();
const template = { name: 'sem_variaveis', language: 'pt_BR' };
const start = (more: object = {}) =>
	under.api.post('/conversations', { phone: '11 97777-0001', template, ...more });
const change = (channelId: string, changes: object) =>
	under.api.control('PATCH', `/channels/${channelId}`, changes);

rule(
	['GET /channels', 'Start error channel_disconnected', 'Error channel_disconnected'],
	'a channel that needs reconnecting is listed, and nothing goes out through it',
	async () => {
		const { needsReconnecting, official, disconnected } = under.fixtures.channels;
		const { data } = (await under.api.get('/channels')).body;
		const isConnected = (id: string) =>
			data.find((channel: { id: string }) => channel.id === id)?.isConnected;
		expect([needsReconnecting, official, disconnected].map(isConnected)).toEqual([
			false,
			true,
			undefined,
		]);
		const refused = '409 channel_disconnected channelId';
		await gives(start({ channelId: needsReconnecting }), refused);

		const { conversationId } = (await start({ channelId: official })).body;
		await under.api.control('POST', '/customer-messages', { conversationId, text: 'Oi' });
		await change(official, { needsReconnecting: true });
		const say = () => under.api.post(`/conversations/${conversationId}/messages`, { text: 'Oi' });
		await gives(say(), refused);
		const byAnother = (await start()).body;
		const [found] = (await under.api.get(`/conversations?contactId=${byAnother.contactId}`)).body
			.data;
		expect(found.channelId).toBe(under.fixtures.channels.secondOfficial);
		await change(official, { needsReconnecting: false });
		await gives(say(), '202');
	},
);

rule(
	['GET /conversations', 'POST /conversations/{id}/messages'],
	'a conversation with a group is listed, without a contact, and takes no message',
	async () => {
		const { group } = under.fixtures.conversations;
		const { data } = (await under.api.get('/conversations?limit=100')).body;
		expect(data).toContainEqual(
			expect.objectContaining({ id: group, contactId: null, groupName: expect.any(String) }),
		);
		const { id } = await under.api.control('POST', '/customer-messages', {
			conversationId: group,
			text: 'Bom dia a todos',
		});
		const read = (await under.api.get(`/conversations/${group}/messages/${id}`)).body;
		expect(read).toMatchObject({ conversationId: group, direction: 'inbound' });
		const reply = await under.api.post(`/conversations/${group}/messages`, { text: 'Oi' });
		expect(errorOf(reply)).toBe('422 conversation_is_group');
		expect(await under.api.control('GET', `/conversations/${group}/messages`)).toHaveLength(1);
	},
);
