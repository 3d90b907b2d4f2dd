import { setMaxListeners } from 'events';
import {
	RateLimiter,
	type Done,
	type Ending,
} from '../../../nodes/CustomerRelationship/transport/rateLimit';
import { FakeClock } from './fakeClock';

export const channel = { via: 'channel:main', opensConversation: true };
export const never = new AbortController().signal;
setMaxListeners(0, never);

export const lost: Ending = { reached: true, sent: false, rateLimited: false };
export const ending = (
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

export type Wait = [limit: string, fromMs: number, toMs: number];

/** A limiter with a clock of its own, and ways to fill it. */
export function setUp() {
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
