/**
 * Never twice, never lost: whole workflows over a network that ill-treats a fifth of the requests.
 * CHAOS_ITEMS and CHAOS_SEEDS make it longer (`npm run test:chaos`).
 */
import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';
import { startSandbox, type RunningSandbox } from '../../../sandbox';
import { runWorkflow, type WorkflowJson, type WorkflowRun } from '../../support/engine';
import {
	boardOf,
	expectEveryMixedWrite,
	expectEverySend,
	openConversations,
	written,
} from './sandboxState';
import { curable, startUnrulyNetwork, type Trouble } from './unrulyNetwork';
import {
	customers,
	MIXED,
	mixedWrites,
	SEPARATE,
	separateWrites,
	templateSends,
} from './workflows';

const ITEMS = Number(process.env.CHAOS_ITEMS ?? 120);
const SEEDS = (process.env.CHAOS_SEEDS ?? '7').split(',').map(Number);
const SHARE = 0.2;
const CLOSES_EVERY = 80;

jest.setTimeout(30 * 60_000);

type Run = (
	workflow: WorkflowJson,
	items: number,
	troubles: readonly Trouble[],
) => Promise<WorkflowRun>;

/** Gives each test a sandbox and a network of its own: they mostly wait, and can do so beside each other. */
const unruly =
	(seed: number, test: (sandbox: RunningSandbox, run: Run) => Promise<void>) => async () => {
		const sandbox = await startSandbox({
			contacts: 0,
			rateWindowMs: 1_000,
			tokenLimit: 60,
			accountLimit: 600,
			channelLimit: 30,
		});
		/** With keys that are the same for the same seed; sees that the network was bad enough. */
		const run: Run = async (workflow, items, troubles) => {
			const manner = { seed, share: SHARE, troubles, closesEvery: CLOSES_EVERY };
			const network = await startUnrulyNetwork(sandbox.baseUrl, manner);
			const accessToken = sandbox.tokens.manager as string;
			try {
				const result = await runWorkflow(workflow, {
					inputData: customers(items, await openConversations(sandbox, 10)),
					credentials: { customerRelationshipApi: { baseUrl: network.baseUrl, accessToken } },
					executionId: `${seed}`,
					instanceId: 'chaos',
				});
				expect(result.error).toBeUndefined();
				expect([...network.struck.keys()].sort()).toEqual([...troubles].sort());
				const all = [...network.struck.values()].reduce((sum, count) => sum + count, 0);
				expect(all).toBeGreaterThan(items * SHARE * 0.6);
				expect(network.closings).toBeGreaterThan(0);
				return result;
			} finally {
				await network.stop();
			}
		};
		try {
			await test(sandbox, run);
		} finally {
			await sandbox.stop();
		}
	};

describe.each(SEEDS)('with faults in a fifth of the requests (seed %d)', (seed) => {
	it.concurrent(
		'sends each template message exactly once',
		unruly(seed, async (sandbox, run) => {
			const result = await run(templateSends(), ITEMS, curable);
			expect(result.json('Sends')).toHaveLength(ITEMS);
			await expectEverySend(sandbox, ITEMS);
		}),
	);

	it.concurrent(
		'carries out each write exactly once',
		unruly(seed, async (sandbox, run) => {
			const each = Math.ceil(ITEMS / MIXED.length);
			const workflow = mixedWrites(await boardOf(sandbox));
			const result = await run(workflow, each, [...curable, 'queueUnavailable']);
			for (const node of MIXED) expect(result.json(node)).toHaveLength(each);
			await expectEveryMixedWrite(sandbox, each);
		}),
	);

	it.concurrent(
		'reports each failed item, and repeats none that may have side effects',
		unruly(seed, async (sandbox, run) => {
			const each = Math.ceil(ITEMS / SEPARATE.length);
			const workflow = separateWrites(await boardOf(sandbox), {
				node: { onError: 'continueErrorOutput' },
			});
			const result = await run(workflow, each, [
				'dropAfter',
				'inProgress',
				'queueUnavailable',
				'internalError',
			]);
			const counts = await written(sandbox);
			const mostLeft = SEPARATE.map((node) => {
				const [done, failed] = [0, 1].map((output) => result.items(node, output).map(indexOf));
				expect([...done!, ...failed!].sort((a, b) => a - b)).toEqual([...Array(each).keys()]);
				const times = (index: number) => counts.get(`${TEXTS[node]} ${index}`) ?? 0;
				for (const index of done!) expect(times(index)).toBe(1);
				const left = Math.max(0, ...failed!.map(times));
				expect(left).toBeLessThanOrEqual(1);
				const details = result.json(node, 1).map((json) => json.details as IDataObject);
				const outcomesOf = (wanted: string) =>
					details.filter(({ code }) => code === wanted).map(({ outcome }) => outcome);
				expect(new Set(outcomesOf('internal_error'))).toEqual(new Set(['unknown']));
				// The specification says of a queue that is down that nothing was sent, but not of a lost answer before it.
				const ofQueue = outcomesOf('queue_unavailable');
				expect(['unknown', 'notCarriedOut']).toEqual(expect.arrayContaining(ofQueue));
				if (node === 'Sends') expect(ofQueue).toContain('notCarriedOut');
				const codes = details.map(({ code }) => code);
				const expected =
					node === 'Sends' ? ['internal_error', 'queue_unavailable'] : ['internal_error'];
				expect(expected).toEqual(expect.arrayContaining(codes));
				return left;
			});
			// Something was left behind, which a repeat would have doubled.
			expect(Math.max(...mostLeft)).toBe(1);
		}),
	);
});

/** What each node's writes are found by. */
const TEXTS = { Sends: 'n.', Companies: 'Company', Texts: 'text' };

const indexOf = ({ pairedItem }: INodeExecutionData) => (pairedItem as IPairedItemData).item;
