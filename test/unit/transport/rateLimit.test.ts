import { LimitReached, type Ending } from '../../../nodes/CustomerRelationship/transport/rateLimit';
import { channel, ending, lost, setUp } from './rateLimiter';

describe('requests', () => {
	test('leave as the timeline in requestWindow.ts has it', async () => {
		const { clock, admitted, make, room } = setUp();
		await clock.pass(10_000);
		expect(await room()).toBe(5);
		await make(1, 120, 69, 50_000);
		expect(await room()).toBe(69);
		await clock.pass(10_000);
		await make(69, 120, 0, 40_000);
		const asking = await admitted(100);
		await clock.pass(39_999);
		expect(asking).toHaveLength(0);
		await clock.pass(1);
		expect(asking).toHaveLength(1);
		asking[0]?.(ending(120, 49, 10_000));
		await clock.pass(1_000);
		expect(asking).toHaveLength(50);
		for (let n = 1; n < 50; n += 1) asking[n]?.(ending(120, 49 - n, 9_000));
		await clock.pass(8_999);
		expect(asking).toHaveLength(50);
		await clock.pass(1);
		expect(asking).toHaveLength(51);
	});

	test('wait for a handful’s answers, then leave as many as fit beside others’', async () => {
		const { clock, admitted } = setUp();
		const through = await admitted(50);
		expect(through).toHaveLength(5);
		through[0]?.(ending(120, 9, 5_000));
		await clock.pass(4_999);
		// Of the four under way nobody knows whether they are among the used.
		expect(through).toHaveLength(1 + 9);
	});

	test('go on in handfuls while answers are lost', async () => {
		const { clock, admitted } = setUp();
		const through = await admitted(20);
		for (let n = 0; n < 10; n += 1) {
			expect(through).toHaveLength(n + 5);
			through[n]?.(lost);
			await clock.pass(0);
		}
	});

	test('keep to 120 a minute when a proxy strips the headers', async () => {
		const { clock, admitted } = setUp();
		const through = await admitted(200);
		through[0]?.(ending(undefined, undefined, undefined));
		await clock.pass(0);
		expect(through).toHaveLength(120);
		for (const done of through.slice(1)) done(ending(undefined, undefined, undefined));
		await clock.pass(59_999);
		expect(through).toHaveLength(120);
		await clock.pass(1);
		expect(through).toHaveLength(200);
	});

	test('keep to what was told when a proxy strips the headers of a later answer', async () => {
		const { make, admitted, room } = setUp();
		await make(1, 10, 9, 60_000);
		(await admitted(1))[0]?.(ending(undefined, undefined, undefined));
		expect(await room()).toBe(8);
		(await admitted(1))[0]?.(ending(20, undefined, 60_000));
		expect(await room()).toBe(7);
	});

	test('that may have reached the service count, those that did not leave do not', async () => {
		for (const [reached, left] of [
			[true, 8],
			[false, 9],
		] as const) {
			const { make, admitted, room } = setUp();
			await make(1, 10, 9, 60_000);
			(await admitted(1))[0]?.({ ...lost, reached });
			expect(await room()).toBe(left);
		}
	});

	test('that the service turns out not to count make room', async () => {
		const { make, admitted, room } = setUp();
		await make(2, 10, 8, 60_000);
		for (const done of await admitted(4)) done(lost);
		expect(await room()).toBe(4);
		await make(1, 10, 7, 60_000);
		expect(await room()).toBe(7);
	});

	test('answered while this one was under way are not taken for others’', async () => {
		const { clock, make, admitted, room } = setUp();
		await make(3, 10, 7, 60_000);
		await clock.pass(59_000);
		const [slow] = await admitted(1);
		await clock.pass(1_000);
		// The first three have left the window since the service looked.
		slow?.(ending(10, 6, 1_000));
		expect(await room()).toBe(9);
	});

	test('ask anew after a quiet window, in which others may have filled it', async () => {
		for (const [quietMs, through] of [
			[60_000, 120],
			[60_001, 5],
		] as const) {
			const { clock, make, room } = setUp();
			await make(1, 120, 119, 60_000);
			await clock.pass(quietMs);
			expect(await room()).toBe(through);
		}
	});

	test('that are under way are no quiet window', async () => {
		const { clock, make, admitted } = setUp();
		await make(1, 120, 119, 60_000);
		await admitted(6);
		await clock.pass(60_001);
		expect(await admitted(1)).toHaveLength(1);
	});

	test.each([
		['shorter, told by the only request in it', 9, 12_000, 12_000],
		['longer, whoever’s slot tells it', 8, 90_000, 90_000],
		['no shorter for a slot of somebody else’s', 8, 12_000, 60_000],
		['no shorter for want of a word', 9, 0, 60_000],
	])('learn a window %s', async (_, remaining, resetMs, learnedMs) => {
		const { clock, make, admitted } = setUp();
		await make(1, 10, remaining, resetMs);
		for (const done of await admitted(remaining)) done(lost);
		const next = await admitted(remaining);
		await clock.pass(learnedMs - 1);
		// One may ask when a slot of somebody else's opens, and then is under way.
		expect(next.length).toBeLessThanOrEqual(remaining === 8 ? 1 : 0);
		await clock.pass(1);
		expect(next).toHaveLength(remaining);
	});

	test('see others again after their own have left the window', async () => {
		const { clock, make, room } = setUp();
		await make(1, 10, 9, 60_000);
		await clock.pass(60_000);
		await make(1, 10, 4, 30_000);
		expect(await room()).toBe(4);
	});

	test('stop for as long as a refusal says, even when it says nothing of the limit', async () => {
		const { clock, admitted } = setUp();
		for (const [retryAfterMs, waitMs] of [
			[7_000, 7_000],
			[undefined, 1_000],
		] as const) {
			const [first] = await admitted(1);
			const refused = { rateLimited: true, retryAfterMs };
			expect(first?.(ending(undefined, undefined, undefined, refused))).toBe('request');
			const next = await admitted(6);
			await clock.pass(waitMs - 1);
			expect(next).toHaveLength(0);
			await clock.pass(1);
			// Not counted, and nothing is known of the limit yet.
			expect(next).toHaveLength(5);
			for (const done of next) done({ ...lost, reached: false });
			await clock.pass(0);
			next[5]?.({ ...lost, reached: false });
		}
	});
});

describe('headers that can’t be meant', () => {
	test.each([0, 0.5])(
		'a limit of %p is none: the service says itself when it is reached',
		async (limit) => {
			const { clock, admit, admitted, room } = setUp();
			const [first] = await admitted(1);
			first?.(ending(limit, 0, 0));
			const since = clock.now();
			const next = await clock.finish(admit(undefined, 300_000));
			expect(clock.now()).toBe(since);
			next({ ...lost, reached: false });
			expect(await room()).toBe(119);
		},
	);

	test('more room than the limit has is no endless work', async () => {
		const { admitted, room } = setUp();
		const [first] = await admitted(1);
		first?.(ending(2, 1e15, 0));
		expect(await room()).toBe(2);
	});

	test.each<[string, Ending]>([
		['a slot that opens in years', ending(1, 0, 1.8e12)],
		['a refusal for years', ending(1, 0, 0, { rateLimited: true, retryAfterMs: 1.8e12 })],
	])('%s, as of an epoch in the place of seconds, is over in minutes', async (_, told) => {
		const { clock, admit, admitted } = setUp();
		const [first] = await admitted(1);
		first?.(told);
		await clock.pass(600_000);
		const since = clock.now();
		await clock.finish(admit(undefined, 0));
		expect(clock.now()).toBe(since);
	});
});

describe('sends', () => {
	test('that do not leave for want of requests keep no place in the channel', async () => {
		const { clock, admit, admitted, make } = setUp();
		await make(1, 100, 0, 60_000);
		for (let n = 0; n < 40; n += 1) {
			await expect(admit(channel, 1_000)).rejects.toThrow(LimitReached);
		}
		await clock.pass(60_000);
		const through = await admitted(40, channel);
		through[0]?.(ending(100, 99, 60_000, { sent: true }));
		await clock.pass(0);
		expect(through).toHaveLength(30);
	});

	test('of one channel do not wait for another’s, nor does anything else', async () => {
		const { admitted, make } = setUp();
		await make(1, 100, 99, 60_000);
		expect(await admitted(31, channel)).toHaveLength(30);
		expect(await admitted(31, { ...channel, via: 'channel:other' })).toHaveLength(30);
		expect(await admitted(1)).toHaveLength(1);
	});

	test('that were none make room at once, those that were after a window of the service’s length', async () => {
		const { clock, make, admitted } = setUp();
		await make(1, 100, 99, 12_000);
		const through = await admitted(32, channel);
		through[0]?.(ending(100, 98, 12_000));
		through[1]?.(ending(100, 97, 12_000, { sent: true }));
		await clock.pass(11_999);
		expect(through).toHaveLength(31);
		await clock.pass(1);
		expect(through).toHaveLength(32);
	});

	const refused = { rateLimited: true, retryAfterMs: 9_000 };

	test.each([
		['while requests still fit', ending(100, 1, 9_000, refused), 'send'],
		['for longer than until a request fits', ending(100, 0, 8_000, refused), 'send'],
		['for as long as until a request fits', ending(100, 0, 9_000, refused), 'request'],
		['without a word on requests', ending(undefined, undefined, 1_000, refused), 'request'],
		['without a word on when', ending(100, 0, undefined, refused), 'request'],
		['for an untold time', ending(100, 0, 0, { rateLimited: true }), 'request'],
	] as const)('refused %s', async (_, told, limit) => {
		const { clock, make, admitted } = setUp();
		await make(1, 100, 99, 60_000);
		const [send] = await admitted(1, channel);
		expect(send?.(told)).toBe(limit);
		const next = await admitted(1, channel);
		await clock.pass((told.headers?.retryAfterMs ?? 1_000) - 1);
		expect(next).toHaveLength(0);
		await clock.pass(1);
		expect(next).toHaveLength(1);
	});

	test('refused by their channel count as requests and leave them room', async () => {
		const { make, admitted, room } = setUp();
		await make(1, 100, 99, 60_000);
		(await admitted(1, channel))[0]?.(ending(100, 98, 60_000, refused));
		expect(await room()).toBe(98);
	});
});
