/** A write that the service failed in may have been made: it is never made again by itself. */
import type { IDataObject } from 'n8n-workflow';
import { useService } from '../actionNode/service';
import { setTimeout as pause } from 'node:timers/promises';
import { actionNode, line, runWorkflow, startNode, type Reply, type WorkflowRun } from '../harness';
import {
	answer,
	credentialsFor,
	freshToken,
	NODE,
	NOTHING_DONE,
	numbered,
	outcomeOf,
	PERHAPS_DONE,
	refuse,
	runAgainst,
	told,
	withService,
} from './setup';

const service = useService();
const WRITES: Array<[string, IDataObject]> = [
	['a contact', { resource: 'contact', operation: 'upsert', name: 'Ana' }],
	[
		'a template message',
		{
			...{ resource: 'conversation', operation: 'start', phone: '(11) 91111-0001' },
			...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
		},
	],
	['a text', { resource: 'message', operation: 'send', conversationId: 'c1', text: 'Oi' }],
	['a deletion', { resource: 'deal', operation: 'delete', dealId: 'd1' }],
];
const FAILURES: Array<[string, Reply]> = [
	['HTML', { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>Oops</h1>' }],
	['nothing', { status: 500 }],
	[
		'a framework’s JSON',
		{ status: 500, json: { statusCode: 500, message: 'Internal server error' } },
	],
	['a list', { status: 500, json: [] }],
	['another envelope', { status: 500, json: { error: 'Internal' } }],
	['a text', { status: 500, headers: { 'Request-Id': 'r' }, body: 'Internal Server Error' }],
];

const [HTML] = FAILURES as [[string, Reply]];
const [CONTACT, START] = WRITES as [[string, IDataObject], [string, IDataObject]];

test.each([
	...FAILURES.map(([what, reply]) => [CONTACT[0], what, CONTACT[1], reply] as const),
	...WRITES.slice(1).map(([what, parameters]) => [what, HTML[0], parameters, HTML[1]] as const),
])('%s is not made again after a 500 with %s', async (_, _what, parameters, reply) => {
	await withService(
		() => reply,
		async ({ url, requests }) => {
			const run = await runAgainst(url, { ...parameters, options: { maxWaitSeconds: 3 } });
			expect(requests.length).toBe(1);
			expect(told(run)).toMatch(PERHAPS_DONE);
			expect(told(run)).not.toMatch(NOTHING_DONE);
		},
	);
});

describe('n8n’s Retry On Fail gets the first failure again, whatever key the write carried', () => {
	const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
	const own = { options: { idempotencyKey: 'evt_1', maxWaitSeconds: 1 } };

	test.each(WRITES)('%s, enveloped', async (_, parameters) => {
		await withService(
			() => refuse(500, 'internal_error'),
			async ({ url, requests }) => {
				const run = await runAgainst(url, { ...parameters, ...own }, { node });
				expect(requests.length).toBe(1);
				expect(told(run)).toMatch(PERHAPS_DONE);
			},
		);
	});

	test.each(FAILURES)('a 500 with %s, with an automatic key', async (_, reply) => {
		await withService(
			() => reply,
			async ({ url, requests }) => {
				await runAgainst(url, { ...CONTACT[1], options: { maxWaitSeconds: 1 } }, { node });
				expect(requests.length).toBe(1);
			},
		);
	});

	test('a start that the queue refused leaves one failed message, not three', async () => {
		await service.control('POST', '/faults', {
			...{ kind: 'queueRefuses', method: 'POST', path: '/conversations', count: 3 },
		});
		const before = (await service.control<unknown[]>('GET', '/messages')).length;
		const run = await service.run({ ...START[1], ...own }, { node });
		expect(run.error).toBeDefined();
		expect((await service.requests()).length).toBe(1);
		expect(await service.control<unknown[]>('GET', '/messages')).toHaveLength(before + 1);
	});

	test('a later execution with the same key of the user’s own may try', async () => {
		let failing = true;
		await withService(
			() => (failing ? refuse(500, 'internal_error') : answer({ id: 'c1' }, 201)),
			async ({ url, requests }) => {
				await runAgainst(url, { ...CONTACT[1], ...own }, { node });
				failing = false;
				const run = await runAgainst(url, { ...CONTACT[1], ...own }, { node });
				expect(run.error).toBeUndefined();
				expect(requests.length).toBe(2);
			},
		);
	});

	test('for 1,100 items as for one', async () => {
		const ITEMS = 1_100;
		await withService(
			() => refuse(500, 'internal_error'),
			async ({ url, requests }) => {
				const run = await runAgainst(
					url,
					{
						...{ resource: 'contact', operation: 'upsert', name: '={{ "Row " + $json.n }}' },
						options: { parallelRequests: 20 },
					},
					{
						inputData: numbered(ITEMS),
						node: { ...node, maxTries: 2, onError: 'continueRegularOutput' },
					},
				);
				expect(run.json(NODE)).toHaveLength(ITEMS);
				const keys = requests.map(({ headers }) => headers['idempotency-key']);
				expect(new Set(keys).size).toBe(ITEMS);
				expect(keys.length).toBe(ITEMS);
			},
		);
	}, 120_000);
});

describe('with one key of the user’s for several', () => {
	const contact = {
		...{ ...CONTACT[1], name: 'Ana' },
		options: { idempotencyKey: 'k', parallelRequests: 3, maxWaitSeconds: 1 },
	};
	const failing = async (test: (url: string) => Promise<WorkflowRun>) =>
		await withService(
			async () => {
				await pause(100);
				return refuse(500, 'internal_error');
			},
			async ({ url, requests }) => {
				const run = await test(url);
				expect(requests.length).toBe(1);
				return run;
			},
		);

	test('rows, none sends it again', async () => {
		const run = await failing(
			async (url) =>
				await runAgainst(url, contact, {
					inputData: numbered(3),
					node: { onError: 'continueRegularOutput' },
				}),
		);
		expect(run.items(NODE).map(outcomeOf)).toEqual(['unknown', 'unknown', 'unknown']);
	});

	test('nodes and rounds, none sends it again', async () => {
		const node = (name: string) => ({
			...{ type: actionNode, name, onError: 'continueRegularOutput' as const },
			parameters: contact as never,
		});
		const run = await failing(async (url) => {
			const workflow = line(
				[{ type: startNode, name: 'Start' }, node('One'), node('Two')],
				[
					{ from: 'Start', to: 'One' },
					{ from: 'Start', to: 'Two' },
				],
			);
			return await runWorkflow(workflow, {
				credentials: credentialsFor(`${url}/api/v1`, freshToken()),
				inputData: [{}],
			});
		});
		const outcomes = [...run.items('One'), ...run.items('Two')].map(outcomeOf);
		expect(outcomes.length).toBeGreaterThan(2);
		expect(new Set(outcomes)).toEqual(new Set(['unknown']));
	});
});

test.each(WRITES)(
	'%s with a key of the user’s own: nobody is told to give one',
	async (_, parameters) => {
		await withService(
			() => refuse(500, 'internal_error'),
			async ({ url }) => {
				const given = { ...parameters, options: { idempotencyKey: 'order-1' } };
				const text = told(await runAgainst(url, given));
				expect(text).toMatch(PERHAPS_DONE);
				expect(text).not.toMatch(/without an? (idempotency )?key of your own/i);
				// What cannot be known is said with where to look.
				expect(text).toMatch(/\blook\b/i);
			},
		);
	},
);
