/** Never twice, when n8n itself runs a step again: Retry On Fail, and a worker that died. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startSandbox, type RunningSandbox } from '../../../sandbox';
import { runWorkflow } from '../harness';
import { addFault, outboundMessages, tally } from './sandboxState';
import type { Job } from './sendInProcess';
import { customers, templateSends } from './workflows';

jest.setTimeout(120_000);

let sandbox: RunningSandbox;
let earlier: number;

beforeEach(async () => {
	sandbox = await startSandbox({ contacts: 0, rateWindowMs: 1_000, tokenLimit: 600 });
	earlier = (await outboundMessages(sandbox)).length;
});
afterEach(async () => await sandbox.stop());

async function expectOneMessageEach(items: number) {
	const messages = await outboundMessages(sandbox);
	const sent = tally(messages.map(({ text }) => /n\. (\d+)/.exec(text)?.[1] ?? ''));
	expect(messages).toHaveLength(earlier + items);
	for (let index = 0; index < items; index += 1) expect(sent.get(String(index))).toBe(1);
}

it('survives n8n’s Retry On Fail: answered items are replayed, lost answers are found again', async () => {
	await addFault(sandbox, { kind: 'dropAfter', path: '/conversations', count: 3 });
	const run = await runWorkflow(
		templateSends({ retryOnFail: true, maxTries: 5, waitBetweenTries: 50 }, undefined, {
			// Our own patience is taken away, so that n8n's is what counts.
			maxWaitSeconds: 0,
			includeResponse: true,
		}),
		{
			inputData: customers(12),
			credentials: {
				customerRelationshipApi: {
					baseUrl: sandbox.baseUrl,
					accessToken: sandbox.tokens.manager as string,
					signingSecret: '',
				},
			},
		},
	);

	expect(run.error).toBeUndefined();
	const replayed = run.json('Send').map((item) => (item._response as { replayed: boolean }).replayed);
	expect(replayed.filter(Boolean)).toHaveLength(3);
	await expectOneMessageEach(12);
});

it('survives kill -9 in the middle of an execution that is run again', async () => {
	const items = 90;
	const job: Job = {
		baseUrl: sandbox.baseUrl,
		accessToken: sandbox.tokens.manager as string,
		executionId: '4711',
		instanceId: 'the-same-installation',
		items,
	};
	const worker = () =>
		spawn(
			process.execPath,
			['--import', 'tsx', join(__dirname, 'sendInProcess.ts'), JSON.stringify(job)],
			{ stdio: ['ignore', 'ignore', 'inherit'] },
		);

	const first = worker();
	const gone = once(first, 'exit');
	while ((await outboundMessages(sandbox)).length < earlier + items / 3) {
		if (first.exitCode !== null) throw new Error('The worker ended before it could be killed');
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	first.kill('SIGKILL');
	await gone;
	const halfway = (await outboundMessages(sandbox)).length - earlier;
	expect(halfway).toBeLessThan(items);

	const [code] = (await once(worker(), 'exit')) as [number];
	expect(code).toBe(0);
	await expectOneMessageEach(items);
});
