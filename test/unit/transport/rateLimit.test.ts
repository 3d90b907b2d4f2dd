import { getEventListeners, setMaxListeners } from 'events';
import {
	LimitReached,
	NothingHeard,
	RateLimiter,
	type Done,
	type Ending,
} from '../../../nodes/CustomerRelationship/transport/rateLimit';
import { Cancelled } from '../../../nodes/CustomerRelationship/transport/wait';
import { FakeClock } from './fakeClock';

const channel = { via: 'channel:main', opensConversation: true };
const never = new AbortController().signal;
setMaxListeners(0, never);

const lost: Ending = { reached: true, sent: false, rateLimited: false };
const ending = (
	limit: number | undefined,
	remaining: number | undefined,
	resetMs: number | undefined,
	more: Partial<Ending> & { retryAfterMs?: number } = {},
): Ending => ({
	reached: true,
	headers: { limit, remaining, resetMs, retryAfterMs: more.retryAfterMs },
	sent: more.sent ?? false,
	rateLimited: more.rateLimited ?? false,
});

type Wait = [limit: string, fromMs: number, toMs: number];

function setUp() {
	const clock = new FakeClock();
	const began = clock.now();
	const limiter = new RateLimiter(clock);
	const admit = (
		send?: typeof channel,
		leftMs = 1e9,
		more: { signal?: AbortSignal; waits?: Wait[]; budget?: { leftMs: number } } = {},
	) =>
		limiter.admit(send, {
			budget: more.budget ?? { leftMs },
			signal: more.signal ?? never,
			onWaited: (limit, from, to) => more.waits?.push([limit, from - began, to - began]),
		});
	/** Those let through, now and as time passes. */
	const admitted = async (count: number, send?: typeof channel) => {
		const through: Done[] = [];
		for (let n = 0; n < count; n += 1) void admit(send).then((done) => through.push(done));
		await clock.pass(0);
		return through;
	};
	/** `count` requests that all get through now and are answered at once, with `remaining` after the last. */
	const make = async (count: number, limit: number, remaining: number, resetMs: number) => {
		const through = await admitted(count);
		expect(through).toHaveLength(count);
		for (let n = 1; n <= count; n += 1) {
			through[n - 1]?.(ending(limit, remaining + count - n, resetMs));
		}
	};
	/** How many get through now. They are lost without having left. */
	const room = async () => {
		const cancel = new AbortController();
		setMaxListeners(0, cancel.signal);
		const through: Done[] = [];
		for (let n = 0; n < 130; n += 1) {
			void admit(undefined, 1e9, { signal: cancel.signal }).then(
				(done) => through.push(done),
				() => {},
			);
		}
		await clock.pass(0);
		cancel.abort();
		for (const done of through) done({ ...lost, reached: false });
		await clock.pass(0);
		return through.length;
	};
	return { clock, admit, admitted, make, room };
}

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

describe('a wait', () => {
	const full = ending(1, 0, 60_000);

	test('is paid for by the first in the queue, from its turn on, and told whole', async () => {
		const { clock, admit, make } = setUp();
		await make(1, 1, 0, 60_000);
		await clock.pass(1_000);
		const budgets = [{ leftMs: 59_000 }, { leftMs: 60_000 }];
		const waits: Wait[] = [];
		const all = budgets.map(async (budget) => (await admit(undefined, 0, { budget, waits }))(full));
		await clock.finish(Promise.all(all));
		expect(budgets).toEqual([{ leftMs: 0 }, { leftMs: 0 }]);
		expect(waits).toEqual([
			['request', 1_000, 60_000],
			['request', 1_000, 120_000],
		]);
	});

	test('that would be too long is refused at once, also behind others, and costs nothing', async () => {
		const { clock, admit, make } = setUp();
		await make(1, 1, 0, 60_000);
		void admit();
		const budget = { leftMs: 59_999 };
		const error: unknown = await admit(undefined, 0, { budget }).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(LimitReached);
		expect(error).toMatchObject({ limit: 'request', waitMs: 60_000, message: /60 s/ });
		expect(budget).toEqual({ leftMs: 59_999 });
		expect(clock.waiting).toBe(1);
	});

	test('of no time is not told, nor is anything left behind', async () => {
		const { clock, admit } = setUp();
		const waits: Wait[] = [];
		const { signal } = new AbortController();
		(await admit(undefined, 0, { waits, signal }))(full);
		expect(waits).toEqual([]);
		expect(clock.waiting).toBe(0);
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});

	test('is not charged twice when an answer is lost meanwhile', async () => {
		const { clock, admit, admitted, make } = setUp();
		await make(1, 2, 1, 60_000);
		await clock.pass(1_000);
		const [slow] = await admitted(1);
		const budgets = [{ leftMs: 59_000 }, { leftMs: 59_000 }];
		for (const budget of budgets) void admit(undefined, 0, { budget });
		await clock.pass(10_000);
		slow?.(lost);
		expect(budgets).toEqual([{ leftMs: 49_000 }, { leftMs: 59_000 }]);
	});

	test('is told for each limit by itself', async () => {
		const { clock, admit, admitted, make } = setUp();
		await make(1, 100, 99, 60_000);
		for (const done of await admitted(30, channel)) done(ending(100, 69, 60_000, { sent: true }));
		const waits: Wait[] = [];
		const sending = admit(channel, 1e9, { waits });
		await clock.pass(20_000);
		const refused = { rateLimited: true, retryAfterMs: 55_000 };
		(await admitted(1))[0]?.(ending(100, 0, 55_000, refused));
		await clock.finish(sending);
		expect(waits).toEqual([
			['send', 0, 60_000],
			['request', 60_000, 75_000],
		]);
	});
});

describe('waiting for an answer', () => {
	/** A token that others use up: one asks, the rest wait for its answer. */
	const occupied = async () => {
		const all = setUp();
		await all.make(1, 120, 0, 1_000);
		await all.clock.pass(1_000);
		const [asking] = await all.admitted(1);
		return { ...all, asking: asking as Done };
	};

	test('costs nothing when it comes, whoever’s it is', async () => {
		const { clock, admit, asking } = await occupied();
		const budgets = [{ leftMs: 5_000 }, { leftMs: 6_000 }];
		const all = budgets.map((budget) => admit(undefined, 0, { budget }));
		await clock.pass(4_999);
		asking(ending(120, 0, 0));
		const next = await clock.finish(all[0] as Promise<Done>);
		await clock.pass(4_999);
		next(ending(120, 100, 0));
		await clock.finish(all[1] as Promise<Done>);
		expect(budgets).toEqual([{ leftMs: 5_000 }, { leftMs: 6_000 }]);
	});

	test('that comes at once is no wait to be told', async () => {
		const { clock, admit, asking } = await occupied();
		const waits: Wait[] = [];
		const next = admit(undefined, 0, { waits });
		asking(ending(120, 100, 0));
		await clock.finish(next);
		expect(waits).toEqual([]);
	});

	test('is paid for by all that waited, from when they came, when it never comes', async () => {
		const { clock, admit, asking } = await occupied();
		const budgets = [{ leftMs: 5_000 }, { leftMs: 5_000 }];
		void admit(undefined, 0, { budget: budgets[0] });
		await clock.pass(1_000);
		void admit(undefined, 0, { budget: budgets[1] });
		await clock.pass(3_000);
		asking(lost);
		await clock.pass(0);
		expect(budgets).toEqual([{ leftMs: 1_000 }, { leftMs: 2_000 }]);
	});

	test('ends for each when its own time is over, by the clock, but never at once', async () => {
		const { clock, admit } = await occupied();
		const ends: unknown[] = [];
		const enter = (leftMs: number) => {
			const budget = { leftMs };
			void admit(undefined, 0, { budget }).catch((error: unknown) => {
				expect(error).toBeInstanceOf(NothingHeard);
				ends.push([leftMs, budget.leftMs]);
			});
		};
		enter(300_000);
		enter(8_000);
		enter(0);
		await clock.pass(4_999);
		expect(ends).toEqual([]);
		await clock.pass(1);
		expect(ends).toEqual([[0, -5_000]]);
		await clock.pass(2_999);
		expect(ends).toHaveLength(1);
		await clock.pass(1);
		expect(ends.slice(1)).toEqual([[8_000, 0]]);
		await clock.pass(292_000);
		expect(ends.slice(2)).toEqual([[300_000, 0]]);
		expect(clock.waiting).toBe(0);
	});

	test('that did not come yet leaves less for the limit', async () => {
		const { clock, admit, asking, admitted } = await occupied();
		asking(ending(5, 1, 60_000));
		const [first, second] = await admitted(2);
		first?.(ending(5, 0, 60_000));
		const ends: unknown[] = [];
		for (const leftMs of [63_999, 64_000]) {
			void admit(undefined, leftMs).catch((error: unknown) => ends.push([leftMs, error]));
		}
		await clock.pass(4_000);
		second?.({ ...lost, reached: false });
		await clock.pass(0);
		expect(ends).toEqual([]);
	});
});

describe('a queue', () => {
	test('is left at once by who is cancelled, and by no one else', async () => {
		const { clock, admit, make } = setUp();
		await make(1, 1, 0, 60_000);
		const ends: string[] = [];
		const enter = (name: string, signal = never) =>
			void admit(undefined, 1e9, { signal }).then(
				(done) => {
					ends.push(name);
					done(ending(1, 0, 60_000));
				},
				(error: unknown) => ends.push(error instanceof Cancelled ? `${name} cancelled` : 'odd'),
			);
		const second = new AbortController();
		enter('first');
		enter('second', second.signal);
		enter('third');
		await clock.pass(1_000);
		second.abort();
		await clock.pass(0);
		expect(ends).toEqual(['second cancelled']);
		await clock.pass(59_000);
		expect(ends).toEqual(['second cancelled', 'first']);
		await clock.pass(60_000);
		expect(ends).toEqual(['second cancelled', 'first', 'third']);
	});

	test('that is left by its head goes on, and the next one pays from then on', async () => {
		const { clock, admit, make } = setUp();
		await make(1, 1, 0, 60_000);
		const head = new AbortController();
		const cancelled = admit(undefined, 1e9, { signal: head.signal }).catch(
			(error: unknown) => error,
		);
		const budget = { leftMs: 60_000 };
		const next = admit(undefined, 0, { budget });
		await clock.pass(20_000);
		head.abort();
		expect(await cancelled).toBeInstanceOf(Cancelled);
		expect(getEventListeners(head.signal, 'abort')).toHaveLength(0);
		await clock.finish(next);
		expect(budget).toEqual({ leftMs: 20_000 });
	});

	test('is left by who is cancelled by what made room, who takes none of it', async () => {
		const { clock, admit, admitted, make, room } = setUp();
		await make(1, 100, 99, 60_000);
		const sends = await admitted(30, channel);
		const cancel = new AbortController();
		const late = admit(channel, 1e9, { signal: cancel.signal }).catch((error: unknown) => error);
		sends[0]?.(ending(100, 98, 60_000));
		cancel.abort();
		await clock.pass(0);
		expect(await late).toBeInstanceOf(Cancelled);
		// 29 are under way.
		expect(await room()).toBe(98 - 29);
		expect(await admitted(2, channel)).toHaveLength(1);
	});

	test('is not entered by who was cancelled before', async () => {
		const { admit, room } = setUp();
		const signal = AbortSignal.abort();
		await expect(admit(undefined, 1e9, { signal })).rejects.toBeInstanceOf(Cancelled);
		expect(await room()).toBe(5);
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
