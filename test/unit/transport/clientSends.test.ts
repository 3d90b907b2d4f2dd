import { error, lost, ok, setUp } from './scriptedClient';
import { reply, start } from './failedAttempts';

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

describe('sends that may leave until a time', () => {
	const OVER = new Error('Over');
	const until = (ms: number) => ({
		reasonNotToSend: (now: number) => (now < ms ? undefined : OVER),
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
	])('are repeated after it once they have left: %s', async (_, failed) => {
		const { clock, sent, run } = setUp([failed, ok]);
		const end = clock.now() + 100;
		expect(await run(start, until(end))).toMatchObject({ body: { id: '1' } });
		expect(clock.now()).toBeGreaterThan(end);
		expect(sent).toHaveLength(2);
	});
});
