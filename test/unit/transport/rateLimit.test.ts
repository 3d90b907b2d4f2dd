import { setMaxListeners } from 'events';
import {
	RateLimiter,
	type Admission,
	type Ending,
} from '../../../nodes/CustomerRelationship/transport/rateLimit';
import { Cancelled } from '../../../nodes/CustomerRelationship/transport/wait';
import { LimitReached } from '../../../nodes/CustomerRelationship/transport/window';
import { FakeClock } from './fakeClock';

const channel = { via: 'channel:main', opensConversation: true };
const never = new AbortController().signal;
setMaxListeners(0, never);

const ending = (
	limit: number,
	remaining: number,
	resetMs: number,
	more: Partial<Ending> & { retryAfterMs?: number } = {},
): Ending => ({
	headers: { limit, remaining, resetMs, retryAfterMs: more.retryAfterMs },
	sent: more.sent ?? false,
	rateLimited: more.rateLimited ?? false,
});

function setUp() {
	const clock = new FakeClock();
	const limiter = new RateLimiter(clock);
	const admit = (send?: typeof channel, leftMs = 1e9, signal = never) =>
		limiter.admit(send, { leftMs }, signal);
	/** Those let through without any time passing. */
	const admitted = async (count: number, send?: typeof channel, leftMs?: number) => {
		const through: Admission[] = [];
		for (let n = 0; n < count; n += 1) {
			void admit(send, leftMs).then((admission) => through.push(admission));
		}
		await clock.pass(0);
		return through;
	};
	return { clock, admit, admitted };
}

describe('requests', () => {
	test('wait for the first one’s answer, then leave as many as fit beside others’', async () => {
		const { clock, admitted } = setUp();
		const through = await admitted(50);
		expect(through).toHaveLength(1);
		through[0]?.done(ending(120, 9, 5_000));
		await clock.pass(4_999);
		expect(through).toHaveLength(10);
	});

	test('go one by one while answers are lost, even with little time to wait', async () => {
		const { clock, admitted } = setUp();
		const through = await admitted(5, undefined, 1_000);
		for (let n = 0; n < 5; n += 1) {
			expect(through).toHaveLength(n + 1);
			through[n]?.done();
			await clock.pass(0);
		}
	});

	test('go freely when the first answer tells no limit', async () => {
		const { clock, admitted } = setUp();
		const through = await admitted(200);
		expect(through).toHaveLength(1);
		through[0]?.done({ ...ending(0, 0, 0), headers: {} as Ending['headers'] });
		await clock.pass(0);
		expect(through).toHaveLength(200);
	});

	test('ask anew after a quiet window, in which others may have filled it', async () => {
		for (const [quietMs, through] of [
			[60_000, 3],
			[60_001, 1],
		] as const) {
			const { clock, admitted } = setUp();
			(await admitted(1))[0]?.done(ending(120, 119, 60_000));
			await clock.pass(quietMs);
			expect(await admitted(3)).toHaveLength(through);
		}
	});

	test('stop for as long as a refusal says, even when it says nothing of the limit', async () => {
		const { clock, admitted } = setUp();
		const headers = { limit: undefined, remaining: undefined, resetMs: undefined };
		for (const [retryAfterMs, waitMs] of [
			[7_000, 7_000],
			[undefined, 1_000],
		] as const) {
			const [first] = await admitted(1);
			first?.done({ headers: { ...headers, retryAfterMs }, sent: false, rateLimited: true });
			const next = await admitted(1);
			await clock.pass(waitMs - 1);
			expect(next).toHaveLength(0);
			await clock.pass(1);
			expect(next).toHaveLength(1);
			next[0]?.done();
		}
	});
});

describe('a queue', () => {
	test('is left at once by who is cancelled, and by no one else', async () => {
		const { clock, admit, admitted } = setUp();
		(await admitted(1))[0]?.done(ending(1, 0, 60_000));
		const ends: string[] = [];
		const enter = (name: string, signal = never) =>
			void admit(undefined, 1e9, signal).then(
				(admission) => {
					ends.push(name);
					admission.done(ending(1, 0, 60_000));
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

	test('that is left by its head goes on', async () => {
		const { clock, admit, admitted } = setUp();
		(await admitted(1))[0]?.done(ending(1, 0, 60_000));
		const head = new AbortController();
		const cancelled = admit(undefined, 1e9, head.signal).catch((error: unknown) => error);
		const next = await admitted(1);
		head.abort();
		expect(await cancelled).toBeInstanceOf(Cancelled);
		await clock.pass(60_000);
		expect(next).toHaveLength(1);
	});
});

describe('sends', () => {
	test('that do not leave for want of requests keep no place in the channel', async () => {
		const { clock, admit, admitted } = setUp();
		(await admitted(1))[0]?.done(ending(100, 0, 60_000));
		for (let n = 0; n < 40; n += 1) {
			await expect(admit(channel, 1_000)).rejects.toThrow(LimitReached);
		}
		await clock.pass(60_000);
		const through = await admitted(30, channel);
		through[0]?.done(ending(100, 99, 60_000, { sent: true }));
		await clock.pass(0);
		expect(through).toHaveLength(30);
	});

	test('learn no lower limit than what was accepted, in whatever order the answers come', async () => {
		const { clock, admitted } = setUp();
		(await admitted(1))[0]?.done(ending(100, 99, 60_000));
		const [first, second, third] = await admitted(3, channel);
		const refused = { rateLimited: true, retryAfterMs: 60_000 };
		first?.done(ending(100, 96, 60_000, { sent: true }));
		second?.done(ending(100, 96, 60_000, refused));
		third?.done(ending(100, 96, 60_000, { sent: true }));
		await clock.pass(60_001);
		(await admitted(1))[0]?.done(ending(100, 99, 60_000));
		expect(await admitted(5, channel)).toHaveLength(2);
	});

	test('of one channel do not wait for another’s', async () => {
		const { admitted } = setUp();
		(await admitted(1))[0]?.done(ending(100, 99, 60_000));
		expect(await admitted(31, channel)).toHaveLength(30);
		expect(await admitted(31, { ...channel, via: 'channel:other' })).toHaveLength(30);
	});
});
