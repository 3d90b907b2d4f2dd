import { FakeClock } from './fakeClock';
import { run, dependenciesOf } from './randomLoad';
import { ReferenceService } from './referenceService';

const MINUTE = 60_000;
const LIMIT = { windowMs: MINUTE, tokenLimit: 120, companyLimit: 600, channelLimit: 30 };

interface Work {
	requests: number;
	parallel: number;
	/** Ms there and back, in turn. */
	latencies: number[];
}

/**
 * Makes requests while another program uses the token, which began `warmMs` earlier.
 * @param pauses ms that the other program waits after an accepted and after a refused request, in turn
 */
async function workBesideOther(
	work: Work,
	warmMs: number,
	[afterAccepted, afterRefused]: [accepted: number[], refused: number[]],
) {
	const clock = new FakeClock();
	const service = new ReferenceService(clock, LIMIT, work.latencies);
	let isOver = false;
	const other = async () => {
		for (let n = 0; !isOver; n += 1) {
			const pauses = service.otherClient('same') ? afterAccepted : afterRefused;
			await clock.wait(pauses[n % pauses.length] ?? 0);
		}
	};
	void other();
	await clock.pass(warmMs);
	const began = clock.now();
	await clock.finish(run(dependenciesOf(clock, service), { ...work, pauses: [0] }));
	isOver = true;
	const served = service.seen.filter(({ refused }) => !refused);
	const times = [began, ...served.map(({ handledAt }) => handledAt)];
	return {
		served: served.map(({ url }) => url),
		share: service.refusals / service.seen.length,
		longestGapMs: Math.max(...times.slice(1).map((at, n) => at - (times[n] ?? 0))),
		tookMs: clock.now() - began,
	};
}

/** One request at a time, and as many in parallel as reads are by default; a near service and distant ones. */
const WORK: Array<[parallel: number, latencies: number[]]> = [1, 5].flatMap((parallel) =>
	[[20], [40, 90, 150, 60], [300, 700, 500], [1_000, 20]].map((latencies): [number, number[]] => [
		parallel,
		latencies,
	]),
);
const all = (requests: number) => Array.from({ length: requests }, (_, n) => `/reads/${n}`).sort();

describe.each(WORK)('%d in parallel, with latencies of %p ms', (parallel, latencies) => {
	test.each([
		['that begins at the same time', 0, [1_000]],
		['that has filled its half', 61_234, [1_000]],
		['whose pauses vary a little', 100_234, [990, 1_010, 1_003]],
	])(
		'beside a program at half the limit %s: at most 2 %% are refused, all are served',
		async (_, warmMs, pauses) => {
			const work = { requests: 400, parallel, latencies };
			const { served, share, tookMs } = await workBesideOther(work, warmMs, [pauses, pauses]);
			expect(share).toBeLessThanOrEqual(0.02);
			expect(served.sort()).toEqual(all(400));
			// Half the limit is 60 a minute.
			expect(tookMs).toBeLessThanOrEqual((400 / 60 + 1) * MINUTE);
		},
	);

	test.each([
		['waits after a refusal', [1_000, 700, 900, 1_003]],
		['retries at once', [50, 70, 90, 103]],
	])(
		'beside a program that takes all it can get and %s: makes progress, all are served',
		async (_, afterRefused) => {
			const work = { requests: 30, parallel, latencies };
			const greedy: [number[], number[]] = [[30, 50, 110, 20], afterRefused];
			const { served, longestGapMs } = await workBesideOther(work, 61_234, greedy);
			expect(served.sort()).toEqual(all(30));
			expect(longestGapMs).toBeLessThanOrEqual(3 * MINUTE);
		},
	);
});
