/** Never twice, when n8n itself runs a step again: Retry On Fail, and a worker that died. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox, type RunningSandbox } from '../../../sandbox';
import { runWorkflow } from '../harness';
import {
	boardOf,
	expectEveryMixedWrite,
	expectEverySend,
	openConversations,
	timesRun,
} from './sandboxState';
import { curable, startUnrulyNetwork, type Trouble, type UnrulyNetwork } from './unrulyNetwork';
import { customers, MIXED, mixedWrites, templateSends } from './workflows';
import type { Job } from './workerProcess';

jest.setTimeout(120_000);

let sandbox: RunningSandbox;
let network: UnrulyNetwork;

beforeEach(async () => {
	sandbox = await startSandbox({ contacts: 0, rateWindowMs: 1_000, tokenLimit: 600 });
});
afterEach(async () => {
	await network.stop();
	await sandbox.stop();
});

/** A network that does so much wrong, and how to run so many items over it, with the same keys every time. */
async function over(items: number, share: number, troubles?: readonly Trouble[]) {
	network = await startUnrulyNetwork(sandbox.baseUrl, { seed: 1, share, troubles });
	const accessToken = sandbox.tokens.manager as string;
	return {
		inputData: customers(items, await openConversations(sandbox, 5)),
		credentials: { customerRelationshipApi: { baseUrl: network.baseUrl, accessToken } },
		executionId: '4711',
		instanceId: 'the-same-installation',
	};
}

describe('n8n’s Retry On Fail', () => {
	const retrying = {
		node: { retryOnFail: true, maxTries: 5, waitBetweenTries: 50 },
		// Our own patience is taken away, so that n8n's is what counts.
		options: { maxWaitSeconds: 0, parallelRequests: 1, includeResponse: true },
	};
	/** Without the limits, which five quick tries can't wait for. */
	const quick = ([...curable, 'queueUnavailable'] as const).filter(
		(trouble) => trouble !== 'rateLimited' && trouble !== 'slow',
	);

	it('carries out mixed writes once each on an unruly network', async () => {
		const run = await runWorkflow(
			mixedWrites(await boardOf(sandbox), retrying),
			await over(12, 0.05, quick),
		);

		expect(run.error).toBeUndefined();
		expect(network.struck.size).toBeGreaterThan(2);
		for (const node of MIXED) expect(run.json(node)).toHaveLength(12);
		await expectEveryMixedWrite(sandbox, 12);
	});
});

describe('kill -9 in the middle of an execution that is run again', () => {
	const worker = (job: Job) =>
		spawn(
			process.execPath,
			['--import', 'tsx', join(__dirname, 'workerProcess.ts'), JSON.stringify(job)],
			{ stdio: ['ignore', 'ignore', 'inherit'] },
		);

	/** @param writes how many the whole execution makes */
	async function killedAndRunAgain(writes: number, job: Job): Promise<void> {
		const first = worker(job);
		const gone = once(first, 'exit');
		while ((await timesRun(sandbox)).size < writes / 3) {
			if (first.exitCode !== null) throw new Error('The worker ended before it could be killed');
			await pause(20);
		}
		first.kill('SIGKILL');
		await gone;
		expect((await timesRun(sandbox)).size).toBeLessThan(writes);

		const [code] = (await once(worker(job), 'exit')) as [number];
		expect(code).toBe(0);
	}

	it('sends each template message once', async () => {
		const options = await over(30, 0.2);
		await killedAndRunAgain(30, { workflow: templateSends(), options });
		await expectEverySend(sandbox, 30);
	});
});
