/** Random loads and limits for the property tests of the rate limiter, and how one is sent by the client. */
import { setMaxListeners } from 'events';
import fc from 'fast-check';
import { send } from '../../../nodes/CustomerRelationship/transport/client';
import type { ClientDependencies } from '../../../nodes/CustomerRelationship/transport/clientDependencies';
import { LearnedLinks } from '../../../nodes/CustomerRelationship/transport/links';
import { RateLimiter } from '../../../nodes/CustomerRelationship/transport/rateLimiter';
import { Outage } from '../../../nodes/CustomerRelationship/transport/outage';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import type { FakeClock } from './fakeClock';
import type { Limits, ReferenceService } from './referenceService';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 100);

export interface Load {
	requests: number;
	parallel: number;
	/** Ms that a caller pauses before each request, in turn. */
	pauses: number[];
	/** Ms of each way, there and back, in turn. */
	latencies: number[];
}

const milliseconds = (max: number) =>
	fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max })), { minLength: 1, maxLength: 12 });

export const load = (most: number): fc.Arbitrary<Load> =>
	fc.record({
		requests: fc.integer({ min: 1, max: most }),
		parallel: fc.integer({ min: 1, max: 20 }),
		pauses: milliseconds(1_500),
		latencies: milliseconds(2_000),
	});

/** @param least at least the number of requests in parallel, which are sent before a header tells the limit */
export const limits = (channelLimit: fc.Arbitrary<number>, least = 20): fc.Arbitrary<Limits> =>
	fc.record({
		windowMs: fc.oneof(fc.constant(60_000), fc.integer({ min: 500, max: 60_000 })),
		tokenLimit: fc.integer({ min: least, max: 120 }),
		companyLimit: fc.integer({ min: least, max: 200 }),
		channelLimit,
	});

export const read = (n: number): ApiRequest => ({ method: 'GET', path: `/reads/${n}` });
export const message = (n: number): ApiRequest => ({
	method: 'POST',
	path: `/sends/main/${n}`,
	messageSend: { via: 'channel:main', opensConversation: true },
});

export function dependenciesOf(clock: FakeClock, service: ReferenceService): ClientDependencies {
	const { signal } = new AbortController();
	setMaxListeners(0, signal);
	return {
		baseUrl: '',
		tokenId: 'one',
		exchange: service.exchange,
		rateLimiter: new RateLimiter(clock),
		links: new LearnedLinks(),
		linksBefore: new LearnedLinks(),
		outage: new Outage(),
		clock,
		random: () => 0.5,
		signal,
	};
}

/** Sends a load. @returns when each request began to wait, by its path */
export async function run(
	dependencies: ClientDependencies,
	{ requests, parallel, pauses }: Load,
	requestOf: (n: number) => ApiRequest = read,
): Promise<Map<string, number>> {
	const { clock } = dependencies;
	const began = new Map<string, number>();
	let next = 0;
	const lane = async () => {
		while (next < requests) {
			const n = next++;
			await clock.wait(pauses[n % pauses.length] ?? 0, dependencies.signal);
			const request = requestOf(n);
			began.set(request.path, clock.now());
			await send(request, dependencies, { maxWaitMs: 1e9 });
		}
	};
	await Promise.all(Array.from({ length: parallel }, lane));
	return began;
}

/** Longest time in ms that a request may be in flight, there and back. */
export const roundTrip = ({ latencies }: Load) => 2 * Math.max(...latencies);

/** Checks a property with PROPERTY_RUNS samples. */
export async function check<A, B>(
	a: fc.Arbitrary<A>,
	b: fc.Arbitrary<B>,
	property: (a: A, b: B) => Promise<void>,
): Promise<void> {
	await fc.assert(fc.asyncProperty(a, b, property), {
		numRuns: RUNS,
		...(process.env.FC_SEED && { seed: Number(process.env.FC_SEED) }),
	});
}
