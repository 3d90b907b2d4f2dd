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
