import { getEventListeners } from 'events';
import {
	LimitReached,
	NothingHeard,
	type Done,
} from '../../../nodes/CustomerRelationship/transport/rateLimit';
import { Cancelled } from '../../../nodes/CustomerRelationship/transport/wait';
import { channel, ending, lost, never, setUp, type Wait } from './rateLimiter';

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
