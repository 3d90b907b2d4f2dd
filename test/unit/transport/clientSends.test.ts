import { Cancelled } from '../../../nodes/CustomerRelationship/transport/clock';
import type { Read } from '../../../nodes/CustomerRelationship/transport/pendingRequest';
import { error, lost, ok, setUp } from './scriptedClient';
import { reply, start } from './failedAttempts';

test('messages into a conversation count for its channel once an answer names it', async () => {
	const told = [{ conversation: 'conversation:9', channel: 'channel:' }];
	const { clock, run } = setUp([ok]);
	for (let n = 0; n < 30; n += 1) await run({ ...start, sendersIn: () => told });
	const before = clock.now();
	await run({ ...reply, send: { ...reply.send!, via: 'conversation:8' } });
	expect(clock.now()).toBe(before);
	await run(reply);
	expect(clock.now() - before).toBeGreaterThanOrEqual(60_000);
});

describe('a message that must not be sent after a time', () => {
	const OVER = new Error('Over');
	const notAfter = (ms: number) => ({
		reasonNotToSend: (now: number) => (now < ms ? undefined : OVER),
	});

	test('is not sent after it, even if it waited for its turn, and blocks no other', async () => {
		const { clock, sent, run } = setUp([ok]);
		for (let n = 0; n < 30; n += 1) await run(start);
		const end = clock.now() + 30_000;
		await expect(run(start, { ...notAfter(end), key: 'late' })).rejects.toBe(OVER);
		expect(clock.now()).toBeGreaterThan(end);
		await expect(run(start, { ...notAfter(end), key: 'later' })).rejects.toBe(OVER);
		expect(sent).toHaveLength(30);
		// Neither of them takes a slot.
		const before = clock.now();
		for (let n = 0; n < 30; n += 1) await run(start);
		expect(clock.now()).toBe(before);
	});

	test.each([
		['refused by a limit', error('rate_limited', { 'retry-after': '50' })],
		['cut off', lost],
	])('is retried after it once it was sent: %s', async (_, failed) => {
		const { clock, sent, run } = setUp([failed, ok]);
		const end = clock.now() + 100;
		expect(await run(start, notAfter(end))).toMatchObject({ body: { id: '1' } });
		expect(clock.now()).toBeGreaterThan(end);
		expect(sent).toHaveLength(2);
	});
});

describe('a message that is decided by what is read in its turn', () => {
	const contact = { method: 'GET', path: '/contacts' } as const;
	/** Answers that tell how many requests fit into a minute. */
	const within = (limit: number, remaining: number, more: object = {}) => ({
		...ok,
		headers: {
			...{
				'request-id': 'r',
				'ratelimit-limit': `${limit}`,
				'ratelimit-remaining': `${remaining}`,
			},
			...{ 'ratelimit-reset': '60', ...more },
		},
	});
	test('waits until there is room for both, then reads and leaves without another wait', async () => {
		const { sent, run } = setUp([within(3, 0), within(3, 2), within(3, 1)]);
		await run({ method: 'GET', path: '/deals' });
		const message = run(start, {
			readsInTurn: 1,
			reasonAfterReading: async (read) => void (await read(contact)) as undefined,
		});
		// Another request that came later does not get in between.
		await Promise.all([message, run({ method: 'GET', path: '/pipelines' })]);
		expect(sent.map(({ url }) => url.split('/v1')[1])).toEqual([
			...['/deals', '/contacts', '/conversations', '/pipelines'],
		]);
		const [first, read, sentMessage] = sent;
		expect(read!.at - first!.at).toBeGreaterThanOrEqual(60_000);
		expect(sentMessage!.at).toBe(read!.at);
	});

	test('waits for room for all of its reads, not for the message alone', async () => {
		const { sent, run } = setUp([within(3, 1), within(3, 2)]);
		await run({ method: 'GET', path: '/deals' });
		await run(start, {
			readsInTurn: 2,
			reasonAfterReading: async (read) => void (await read(contact)) as undefined,
		});
		expect(sent[1]!.at).toBeGreaterThan(0);
	});

	test('gives the room back that it did not need, and its own where it is not sent', async () => {
		const { clock, sent, run } = setUp([within(4, 3)]);
		await run({ method: 'GET', path: '/deals' });
		const over = new Error('Tagged');
		const stopped = run(start, { readsInTurn: 2, reasonAfterReading: () => Promise.resolve(over) });
		await expect(stopped).rejects.toBe(over);
		const before = clock.now();
		for (let n = 0; n < 3; n += 1) await run({ method: 'GET', path: '/deals' });
		expect(clock.now()).toBe(before);
		expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET']);
	});

	test('is not sent where a read fails, or the run has ended meanwhile', async () => {
		const refused = setUp([error('invalid_parameter')]);
		const read = {
			readsInTurn: 1,
			reasonAfterReading: async (ask: Read) => void (await ask(contact)) as undefined,
		};
		await expect(refused.run(start, read)).rejects.toMatchObject({ request: contact });
		expect(refused.sent).toHaveLength(1);
		const ended = setUp([() => (ended.cancel.abort(), ok)]);
		await expect(ended.run(start, read)).rejects.toThrow(Cancelled);
		expect(ended.sent).toHaveLength(1);
	});

	test('is repeated after a broken connection without reading again', async () => {
		const { sent, run } = setUp([ok, lost, ok]);
		await run(start, {
			readsInTurn: 1,
			reasonAfterReading: async (ask) => void (await ask(contact)) as undefined,
		});
		expect(sent.map(({ method }) => method)).toEqual(['GET', 'POST', 'POST']);
	});

	test('has a further read wait for a turn of its own', async () => {
		const { sent, run } = setUp([ok]);
		await run(start, {
			readsInTurn: 1,
			reasonAfterReading: async (ask) => {
				for (let n = 0; n < 3; n += 1) await ask(contact);
				return undefined;
			},
		});
		expect(sent.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'POST']);
	});
});
