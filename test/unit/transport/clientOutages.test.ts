import { error, lost, ok, setUp, type Reply } from './scriptedClient';
import { create, get } from './setbacks';

describe('an outage', () => {
	test('is waited out once: then each request gets one try until one is answered', async () => {
		const replies: Reply[] = Array(9).fill(lost);
		const { clock, sent, failing, run } = setUp([...replies, ok, lost, lost, ok]);
		const began = clock.now();
		const sending = { maxWaitMs: 20_000 };
		const first = await failing(create, sending);
		const tries = sent.length;
		expect(first).toMatchObject({ outcomeUnknown: true, attempts: tries });
		expect(clock.now() - began).toBeLessThanOrEqual(20_000);
		while (sent.length < 9) {
			const at = clock.now();
			expect(await failing(create, sending)).toMatchObject({ attempts: 1 });
			expect(clock.now()).toBe(at);
		}
		await run(create, sending);
		// It is answered again, so the next one is waited for as usual.
		await run(create, sending);
		expect(sent).toHaveLength(13);
	});

	test('that hangs on costs the items behind it a minute together, and then sends nothing more', async () => {
		const { clock, sent, failing } = setUp([lost], 10_000);
		await failing(create, { maxWaitMs: 20_000 });
		const waitedOut = { at: clock.now(), sent: sent.length };
		const left: number[] = [];
		for (let n = 0; n < 1_000; n += 1) {
			const key = `key-${n}`;
			const { attempts, outcomeUnknown } = await failing(create, { maxWaitMs: 20_000, key });
			// What was not sent is known not to have been carried out.
			expect(outcomeUnknown).toBe(attempts > 0);
			if (attempts > 0) left.push(n);
		}
		expect(left).toEqual([0, 1, 2, 3, 4, 5, 6]);
		expect(sent).toHaveLength(waitedOut.sent + left.length);
		expect(clock.now() - waitedOut.at).toBe(7 * 10_000);
		// Of one that was sent before that is not known.
		const before = { maxWaitMs: 20_000, key: 'key-0', isOwn: false };
		expect(await failing(create, before)).toMatchObject({ attempts: 0, outcomeUnknown: true });
	});

	test('whose tries are answered promptly, if badly, gets one for each item', async () => {
		const { sent, failing } = setUp([error('api_tokens_disabled')], 1_000);
		await failing(create, { maxWaitMs: 0 });
		for (let n = 0; n < 200; n += 1) await failing(create, { maxWaitMs: 0 });
		expect(sent).toHaveLength(201);
	});

	test('is over with an answer: the time of its tries counts anew', async () => {
		const hung: Reply[] = Array(6).fill(lost);
		const { sent, failing, run } = setUp([lost, ...hung, ok, lost, ...hung, ok], 10_000);
		const sending = { maxWaitMs: 0 };
		for (let round = 0; round < 2; round += 1) {
			for (let n = 0; n < 7; n += 1) {
				expect(await failing(create, sending)).toMatchObject({ attempts: 1 });
			}
			await run(create, sending);
		}
		expect(sent).toHaveLength(16);
	});

	test('is over with a refusal, too: that is an answer', async () => {
		const { sent, failing, run } = setUp([lost, error('resource_not_found'), lost, ok]);
		await failing(create, { maxWaitMs: 0 });
		await failing(create, { maxWaitMs: 20_000 });
		await run(create, { maxWaitMs: 20_000 });
		expect(sent).toHaveLength(4);
	});

	test('is no matter of limits', async () => {
		const busy = error('rate_limited', { 'retry-after': '1' });
		const { sent, failing, run } = setUp([lost, busy, ok]);
		await failing(create, { maxWaitMs: 0 });
		await run(create, { maxWaitMs: 5_000 });
		expect(sent).toHaveLength(3);
	});

	test('lets answers come late once, and then only a little', async () => {
		const { timeouts, failing } = setUp([lost]);
		await failing(create, { maxWaitMs: 30_000 });
		await failing(create, { maxWaitMs: 30_000 });
		expect(timeouts[0]).toBe(30_000);
		expect(timeouts.at(-1)).toBe(10_000);
		await failing(get, { maxWaitMs: 20_000 });
		expect(timeouts.at(-1)).toBe(10_000);
	});

	test('is waited for by a request that may wait longer than any that it has used up', async () => {
		const { failing } = setUp([lost]);
		await failing(create, { maxWaitMs: 1_000 });
		const { attempts } = await failing(get, { maxWaitMs: 20_000 });
		expect(attempts).toBeGreaterThan(3);
		expect(await failing(get, { maxWaitMs: 20_000 })).toMatchObject({ attempts: 1 });
		expect(await failing(get, { maxWaitMs: 0 })).toMatchObject({ attempts: 1 });
	});

	test('whose tries hung for those that may wait less is no reason to send it nothing', async () => {
		const hung: Reply[] = Array(10).fill(lost);
		const { failing, run } = setUp([...hung, ok], 10_000);
		const briefly = { maxWaitMs: 0 };
		let attempts = 1;
		while (attempts > 0) ({ attempts } = await failing(get, briefly));
		await run(create, { maxWaitMs: 300_000 });
	});
});
