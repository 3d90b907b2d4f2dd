/** The system's clock is set back by an hour: limits and waits go by a monotonic clock. */
import {
	RateLimiter,
	type TurnSlots,
} from '../../../nodes/CustomerRelationship/transport/rateLimiter';
import { FakeClock } from './fakeClock';

const { signal } = new AbortController();

test('a full window and a wait for it last no longer', async () => {
	const clock = new FakeClock();
	const rateLimiter = new RateLimiter(clock);
	const sendOne = async () => {
		const place = rateLimiter.enqueue(undefined, signal);
		const slots = await rateLimiter.waitForTurn(place, {
			giveUpAt: Infinity,
			longestClosedMs: Infinity,
		});
		(slots as TurnSlots).takeOwn().release({ result: undefined, sentAt: clock.elapsed() });
	};
	for (let count = 0; count < 120; count += 1) await sendOne();
	const fullSince = clock.elapsed();
	const next = sendOne();
	await clock.pass(1_000);
	clock.aheadMs = -3_600_000;
	await clock.finish(next);
	expect(clock.elapsed() - fullSince).toBe(60_000);
});
