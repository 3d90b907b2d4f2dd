import { setMaxListeners } from 'events';
import fc from 'fast-check';
import { send } from '../../../nodes/CustomerRelationship/transport/client';
import type { ClientDependencies } from '../../../nodes/CustomerRelationship/transport/clientDependencies';
import type { NetworkFailure } from '../../../nodes/CustomerRelationship/transport/networkErrors';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { Cancelled } from '../../../nodes/CustomerRelationship/transport/cancelled';
import { FakeClock } from './fakeClock';
import { check, limits, load, message, read, run, dependenciesOf, roundTrip } from './randomLoad';
import { ReferenceService } from './referenceService';
import { lost, setUp } from './scriptedClient';
import { get } from './failedAttempts';

describe('a wait', () => {
	test('ends as soon as the execution is cancelled, and leaves nothing behind', async () => {
		const after = fc.integer({ min: 0, max: 100_000 });
		await check(limits(fc.constant(5)), fc.tuple(load(100), after), async (limit, [work, ms]) => {
			const clock = new FakeClock();
			const service = new ReferenceService(clock, limit, work.latencies);
			const cancel = new AbortController();
			setMaxListeners(0, cancel.signal);
			const dependencies = { ...dependenciesOf(clock, service), signal: cancel.signal };
			let endedAt: number | undefined;
			const lanes = run(
				{ ...dependencies, exchange: cancellable(service, cancel.signal) },
				work,
				message,
			)
				.then(
					() => 'done',
					(error: unknown) => error,
				)
				.finally(() => (endedAt = clock.now()));
			await clock.pass(ms);
			const cancelledAt = clock.now();
			const early = endedAt !== undefined;
			cancel.abort();
			const end = await clock.finish(lanes);
			if (early) return;
			expect(end).toBeInstanceOf(Cancelled);
			expect(endedAt).toBe(cancelledAt);

			// Cancelled requests do not block others with the same token.
			const next = run(dependenciesLike(dependencies), { ...work, requests: 3, parallel: 1 }, (n) =>
				read(1_000 + n),
			);
			await clock.finish(next);
		});
	});

	test('stays within the time limit, and a longer one is not begun', async () => {
		const timeLimits = fc.integer({ min: 0, max: 120_000 });
		await check(
			limits(fc.integer({ min: 1, max: 10 })),
			fc.tuple(load(60), timeLimits),
			async (limit, [work, maxWaitMs]) => {
				const clock = new FakeClock();
				const service = new ReferenceService(clock, limit, work.latencies);
				const dependencies = dependenciesOf(clock, service);
				let next = 0;
				const lane = async () => {
					while (next < work.requests) {
						const n = next++;
						await send(message(n), dependencies, { maxWaitMs }).catch((error: unknown) => {
							if (!(error instanceof RequestFailed)) throw error;
							const { tookMs, waitTooLong } = error.circumstances;
							// The last refusal takes a round trip of its own.
							expect(tookMs).toBeLessThanOrEqual(maxWaitMs + roundTrip(work));
							expect(tookMs + (waitTooLong?.ms ?? NaN)).toBeGreaterThan(maxWaitMs);
						});
					}
				};
				await clock.finish(Promise.all(Array.from({ length: work.parallel }, lane)));
			},
		);
	});
});

describe('a service that does not answer', () => {
	test('delays each request for no longer than its own Max Wait, or ten seconds', async () => {
		const { clock, dependencies } = setUp([lost], 600_000);
		const began = clock.now();
		const ends = [300, 90, 60, 30, 20, 10, 6, 0].map(async (seconds) => {
			const error: unknown = await send(get, dependencies, { maxWaitMs: seconds * 1_000 }).catch(
				(thrown: unknown) => thrown,
			);
			if (!(error instanceof RequestFailed)) throw error;
			const tookMs = clock.now() - began;
			expect(tookMs).toBeGreaterThan(seconds * 900);
			expect(tookMs).toBeLessThanOrEqual(Math.max(10, seconds) * 1_000);
		});
		await clock.finish(Promise.all(ends));
	});
});

/** As n8n's helper does, ends a request when its execution is cancelled. */
const cancellable =
	(service: ReferenceService, signal: AbortSignal): ClientDependencies['exchange'] =>
	async (request) =>
		await Promise.race([
			service.exchange(request),
			new Promise<NetworkFailure>((resolve) =>
				signal.addEventListener('abort', () => resolve({ reached: 'maybe', code: 'ERR_CANCELED' })),
			),
		]);

/** The dependencies of another execution in the same process. */
const dependenciesLike = (dependencies: ClientDependencies): ClientDependencies => ({
	...dependencies,
	signal: new AbortController().signal,
});
