import type { Json } from './harness/client';
import { Receiver } from './harness/receiver';
import { eventually, useSandbox } from './harness/sandbox';

const under = useSandbox();
const play = (everyMs = 5) => under.api.control('POST', '/short-day', { everyMs });
const state = () => under.api.control('GET', '/short-day');
const isOver = ({ isPlaying }: Json) => !isPlaying;

test('a short day brings contacts, replies, a deal that is won and a message that fails', async () => {
	const receiver = new Receiver();
	const url = await receiver.start();
	await under.api.control('POST', '/webhooks', { url, events: ['*'] });
	expect(await play()).toMatchObject({ isPlaying: true, step: 1, of: 10 });
	const over = await eventually(state, isOver);
	expect(over).toMatchObject({ step: 10, text: expect.stringContaining('wrong number') });
	await receiver.of('message.failed');
	await receiver.of('message.sent', 2);
	await receiver.stop();
	const events = receiver.received.map(({ body }) => body.event).sort();
	expect(events).toEqual([
		'contact.created',
		'contact.created',
		'contact.created',
		'deal.created',
		'message.failed',
		'message.received',
		'message.received',
		'message.sent',
		'message.sent',
	]);
	const [deal] = (await under.api.get('/deals?limit=1')).body.data;
	expect(deal).toMatchObject({ status: 'won', stageId: under.fixtures.stages.won });
	expect(await under.api.control('GET', '/requests')).toHaveLength(1);
	const failed = (await under.api.control('GET', '/messages')).find(
		({ status }: Json) => status === 'failed',
	);
	const conversations = await under.api.control('GET', '/conversations');
	const { contactName } = conversations.find(({ id }: Json) => id === failed.conversationId);
	expect(contactName).not.toBe('');
});

test('uses other people each time, and ends with a reset or a stop', async () => {
	await play();
	await eventually(state, isOver);
	await play(60_000);
	const [second, ...others] = await under.api.all('/contacts');
	expect(others.map(({ name }) => name)).not.toContain(second.name);
	expect(await under.api.control('DELETE', '/short-day')).toMatchObject({ isPlaying: false });
	await play(60_000);
	await under.api.control('POST', '/reset');
	expect(await state()).toMatchObject({ isPlaying: false, text: '' });
});

test('says what prevents it', async () => {
	for (const channel of await under.api.control('GET', '/channels'))
		await under.api.control('PATCH', `/channels/${channel.id}`, { isConnected: false });
	await play();
	const { text, step, of } = await eventually(state, isOver);
	expect(text).toMatch(
		/^It stopped at ".* gets a template about the quotation": You may use no active official channel$/,
	);
	expect([step, of]).toEqual([3, 10]);
});
