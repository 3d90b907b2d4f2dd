/**
 * Outages that begin and end at random, the last one for good: exactly once or reported, and waited
 * out once each. CHAOS_ITEMS and CHAOS_SEEDS make it longer (`npm run test:chaos`).
 */
import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { startSandbox } from '../../../sandbox';
import { runWorkflow } from '../harness';
import { written } from './sandboxState';
import { startUnrulyNetwork, type Outage } from './unrulyNetwork';
import { customers, templateSends } from './workflows';

const ITEMS = Number(process.env.CHAOS_ITEMS ?? 40);
const SEEDS = (process.env.CHAOS_SEEDS ?? '1').split(',').map(Number);
const MAX_WAIT_MS = 2_000;
/** The sandbox's window, in ms, and the requests that fit into it. */
const [WINDOW_MS, FIT] = [1_000, 60];
/** What an item may take besides, in ms, on a machine that has much else to do. */
const WORK_MS = 100;

jest.setTimeout(10 * 60_000);

/** A number from 0 to 1 that hangs on what it is for. */
const chance = (...of: unknown[]): number =>
	createHash('sha256').update(JSON.stringify(of)).digest().readUInt32BE(0) / 2 ** 32;

function outagesOf(seed: number): Outage[] {
	const after = (from: number, to: number) =>
		Math.floor(ITEMS * (from + (to - from) * chance(seed, from)));
	return [
		{ after: after(0, 0.2), ms: 200 + 600 * chance(seed, 'first') },
		{ after: after(0.2, 0.35), ms: 1.5 * MAX_WAIT_MS * chance(seed, 'second') },
		{ after: after(0.35, 0.45), ms: Infinity },
	];
}

const itemOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as IPairedItemData).item;

describe.each(SEEDS)('with outages (seed %d)', (seed) => {
	it.concurrent.each([1, 5])(
		'each message is sent once or reported, %d at once',
		async (parallelRequests) => {
			const sandbox = await startSandbox({
				...{ contacts: 0, rateWindowMs: WINDOW_MS, tokenLimit: FIT },
				...{ accountLimit: 10 * FIT, channelLimit: 10 * ITEMS },
			});
			const outages = outagesOf(seed);
			const network = await startUnrulyNetwork(sandbox.baseUrl, { seed, share: 0, outages });
			try {
				const since = Date.now();
				const run = await runWorkflow(
					templateSends({
						node: { onError: 'continueErrorOutput' },
						options: { parallelRequests, maxWaitSeconds: MAX_WAIT_MS / 1000 },
					}),
					{
						inputData: customers(ITEMS),
						credentials: {
							customerRelationshipApi: {
								baseUrl: network.baseUrl,
								// Of its own: what a process learns of a token counts for all executions.
								accessToken: sandbox.tokens.manager as string,
							},
						},
					},
				);
				const tookMs = Date.now() - since;

				const [done, failed] = [0, 1].map((output) => run.items('Sends', output).map(itemOf));
				const outcomes = run
					.json('Sends', 1)
					.map(({ details }) => (details as IDataObject).outcome);
				expect([...done!, ...failed!].sort((a, b) => a - b)).toEqual([...Array(ITEMS).keys()]);
				const counts = await written(sandbox);
				const times = (n: number) => counts.get(`n. ${n}`) ?? 0;
				expect(done!.filter((n) => times(n) !== 1)).toEqual([]);
				expect(failed!.filter((n) => times(n) > 1)).toEqual([]);
				for (const [at, n] of failed!.entries()) {
					if (outcomes[at] !== 'unknown')
						expect(times(n)).toBe(outcomes[at] === 'carriedOut' ? 1 : 0);
				}
				// The first outage is shorter than Max Wait: nobody is lost by it.
				expect(done!.length).toBeGreaterThanOrEqual(outages[0]!.after);
				expect(failed!.length).toBeGreaterThan(0);

				const work = ITEMS * WORK_MS + Math.ceil(ITEMS / FIT) * WINDOW_MS;
				expect(tookMs).toBeLessThan(work + outages.length * MAX_WAIT_MS);
			} finally {
				await network.stop();
				await sandbox.stop();
			}
		},
	);
});
