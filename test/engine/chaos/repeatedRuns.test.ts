/** Never twice, when n8n itself runs a step again because the worker that ran it died. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandbox } from '../../../sandbox';
import { expectEverySend, timesRun } from './sandboxState';
import { startUnrulyNetwork } from './unrulyNetwork';
import { customers, templateSends } from './workflows';
import type { Job } from './workerProcess';

jest.setTimeout(120_000);

const MESSAGES = 30;
const worker = (job: Job) =>
	spawn(
		process.execPath,
		['--import', 'tsx', join(__dirname, 'workerProcess.ts'), JSON.stringify(job)],
		{ stdio: ['ignore', 'ignore', 'inherit'] },
	);

test('sends each message once when an execution is killed and run again', async () => {
	const sandbox = await startSandbox({ contacts: 0, rateWindowMs: 1_000, tokenLimit: 600 });
	const network = await startUnrulyNetwork(sandbox.baseUrl, { seed: 1, share: 0.2 });
	try {
		const accessToken = sandbox.tokens.manager as string;
		const options = {
			inputData: customers(MESSAGES),
			credentials: { customerRelationshipApi: { baseUrl: network.baseUrl, accessToken } },
			// The same keys every time.
			...{ executionId: '4711', instanceId: 'the-same-installation' },
		};
		const job = { workflow: templateSends(), options };
		const first = worker(job);
		const gone = once(first, 'exit');
		while ((await timesRun(sandbox)).size < MESSAGES / 3) {
			if (first.exitCode !== null) throw new Error('The worker ended before it could be killed');
			await pause(20);
		}
		first.kill('SIGKILL');
		await gone;
		expect((await timesRun(sandbox)).size).toBeLessThan(MESSAGES);

		const [code] = (await once(worker(job), 'exit')) as [number];
		expect(code).toBe(0);
		await expectEverySend(sandbox, MESSAGES);
	} finally {
		await network.stop();
		await sandbox.stop();
	}
});
