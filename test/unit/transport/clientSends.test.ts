import { send } from '../../../nodes/CustomerRelationship/transport/client';
import { error, lost, ok, setUp } from './scriptedClient';
import { get, reply, start } from './setbacks';

describe('sends that are only replays', () => {
	const replay = {
		...ok,
		headers: {
			'ratelimit-limit': '1000',
			'ratelimit-remaining': '900',
			'ratelimit-reset': '60',
			'idempotent-replayed': 'true',
		},
	};

	test('are not counted: a repeated run gets through what was done as fast as it can', async () => {
		const { clock, run } = setUp([replay]);
		const before = clock.now();
		for (let n = 0; n < 100; n += 1) await run(start);
		expect(clock.now() - before).toBe(0);
	});

	test('are counted when the first attempt was this run’s own', async () => {
		const { clock, run } = setUp(Array.from({ length: 62 }, (_, n) => (n % 2 ? replay : lost)));
		const before = clock.now();
		for (let n = 0; n < 30; n += 1) await run(start);
		expect(clock.now() - before).toBe(30 * 500);
		await run(start);
		expect(clock.now() - before).toBeGreaterThanOrEqual(60_000);
	});
});

test('sends into a conversation are its channel’s, once an answer has told which that is', async () => {
	const told = [{ conversation: 'conversation:9', channel: 'channel:' }];
	const { clock, run } = setUp([ok]);
	for (let n = 0; n < 30; n += 1) await run({ ...start, sendersIn: () => told });
	const before = clock.now();
	await run({ ...reply, send: { ...reply.send!, via: 'conversation:8' } });
	expect(clock.now()).toBe(before);
	await run(reply);
	expect(clock.now() - before).toBeGreaterThanOrEqual(60_000);
});

describe('a refusal of a send', () => {
	const headers = (remaining: number, reset: number) => ({
		'ratelimit-limit': '120',
		'ratelimit-remaining': String(remaining),
		'ratelimit-reset': String(reset),
		'retry-after': '50',
	});

	test('while requests still fit is the channel’s and holds no other request up', async () => {
		const { clock, surroundings, sent } = setUp([
			error('rate_limited', headers(80, 50)),
			{ ...ok, headers: headers(80, 50) },
		]);
		const sending = send(start, surroundings, { maxWaitMs: 300_000 });
		await clock.pass(0);
		await clock.finish(send(get, surroundings, { maxWaitMs: 300_000 }));
		expect(sent.map(({ url }) => url.split('/').at(-1))).toEqual(['conversations', 'contacts']);
		await clock.finish(sending);
		expect(sent.at(-1)?.at).toBe(50_000);
	});

	test('while none fits is everyone’s', async () => {
		const { clock, surroundings, sent } = setUp([error('rate_limited', headers(0, 50)), ok]);
		const sending = send(start, surroundings, { maxWaitMs: 300_000 });
		await clock.pass(0);
		const reading = send(get, surroundings, { maxWaitMs: 300_000 });
		await clock.pass(49_000);
		expect(sent).toHaveLength(1);
		await clock.finish(Promise.all([sending, reading]));
	});
});

describe('sends that may leave until a time', () => {
	const OVER = new Error('Over');
	const until = (ms: number) => ({
		refusedAt: (now: number) => (now < ms ? undefined : OVER),
	});

	test('do not leave after it, be it that they waited in line until then, and hold up nobody', async () => {
		const { clock, sent, run } = setUp([ok]);
		for (let n = 0; n < 30; n += 1) await run(start);
		const end = clock.now() + 30_000;
		await expect(run(start, { ...until(end), key: 'late' })).rejects.toBe(OVER);
		expect(clock.now()).toBeGreaterThan(end);
		await expect(run(start, { ...until(end), key: 'later' })).rejects.toBe(OVER);
		expect(sent).toHaveLength(30);
		// Neither has taken a slot.
		const before = clock.now();
		for (let n = 0; n < 30; n += 1) await run(start);
		expect(clock.now()).toBe(before);
	});

	test.each([
		['refused for a moment', error('rate_limited', { 'retry-after': '50' })],
		['cut off', lost],
	])('are repeated after it once they have left: %s', async (_, setback) => {
		const { clock, sent, run } = setUp([setback, ok]);
		const end = clock.now() + 100;
		expect(await run(start, until(end))).toMatchObject({ body: { id: '1' } });
		expect(clock.now()).toBeGreaterThan(end);
		expect(sent).toHaveLength(2);
	});
});
