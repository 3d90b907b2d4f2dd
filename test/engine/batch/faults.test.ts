/**
 * What becomes of a batch of writes under each fault: the requests that arrive, and what is told of each item, as data.
 * What is told in words is tested beside the words (test/unit/errors), random faults in random.test.ts.
 */
import type { IDataObject } from 'n8n-workflow';
import { setTimeout as pause } from 'node:timers/promises';
import { useService } from '../actionNode/service';
import {
	actionNode,
	breakConnection,
	line,
	runWorkflow,
	startNode,
	type FakeService,
	type Reply,
} from '../../support/engine';
import {
	answer,
	credentialsFor,
	freshToken,
	NODE,
	numbered,
	outcomeOf,
	refuse,
	reportOf,
	runAgainst,
	withService,
	type BatchSettings,
	type Report,
} from './setup';

const service = useService();
const range = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, n) => from + n);

const contact = { resource: 'contact', operation: 'upsert', name: '={{ "Row " + $json.n }}' };
const template = {
	...{ resource: 'conversation', operation: 'start', phone: '={{ "+551196000000" + $json.n }}' },
	...{ templateName: 'sem_variaveis', templateLanguage: 'pt_BR' },
};
const text = { resource: 'message', operation: 'send', conversationId: 'v1', text: 'Oi' };
const deletion = { resource: 'deal', operation: 'delete', dealId: 'd1' };
const update = {
	...{ resource: 'deal', operation: 'update', dealId: 'd1' },
	updateFields: { title: '={{ "Title " + $json.n }}' },
};

const html = (status: number): Reply => ({
	...{ status, headers: { 'content-type': 'text/html' }, body: '<h1>Oops</h1>' },
});
const failed = refuse(500, 'internal_error');
const missing = refuse(404, 'resource_not_found');
const unavailable = (code: string) => refuse(503, code, { retryAfter: 0 });
const down = unavailable('api_tokens_disabled');
const queue = unavailable('queue_unavailable');

/** What the one item, or the only one that is told apart, meets at each of its tries; the last again and again. */
type Meets = Record<number, Reply[]>;
interface Fault {
	items?: number;
	meets: Meets;
	parameters?: IDataObject;
	options?: IDataObject;
	node?: BatchSettings['node'];
	/** How often each item was tried; of those that are not named none. */
	tries: number[];
	/** What is told; of a run that goes well nothing. */
	told?: Partial<Report>;
}

/** The item that a request is of. */
const itemOf = ({ body }: FakeService['requests'][number]): number => {
	const { name, title, phone } = JSON.parse(body.toString() || '{}') as IDataObject;
	return Number(/\d$/.exec(String(name ?? title ?? phone))?.[0] ?? 0);
};
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
const own = { idempotencyKey: '={{ "evt-" + $itemIndex }}' };
const lost = { unknown: [0], carriedOut: [], notCarriedOut: [] };

const FAULTS: Record<string, Fault> = {
	'a refusal in the middle': {
		...{ items: 5, meets: { 2: [missing] }, tries: [1, 1, 1] },
		told: { carriedOut: [0, 1], unknown: [], notCarriedOut: [2, 3, 4] },
	},
	'a refusal of the first': {
		...{ items: 3, meets: { 0: [missing] }, tries: [1] },
		told: { carriedOut: [], unknown: [], notCarriedOut: [0, 1, 2], output: [] },
	},
	'an internal error, in the middle': {
		...{ items: 4, meets: { 2: [failed] }, tries: [1, 1, 1] },
		told: { carriedOut: [0, 1], unknown: [2], notCarriedOut: [3] },
	},
	'a connection that breaks and comes back': {
		...{ items: 3, meets: { 1: [breakConnection, breakConnection, answer({ id: 'c1' }, 201)] } },
		tries: [1, 3, 1],
	},
	'a gateway that comes back': {
		...{ items: 2, meets: { 0: [html(502), answer({ id: 'c0' }, 201)] }, tries: [2, 1] },
	},
	'a service that is suspended for a moment': {
		...{ items: 2, meets: { 0: [down, answer({ id: 'c0' }, 201)] }, tries: [2, 1] },
	},
	'a queue that is down for a text, which was not sent': {
		...{ parameters: text, meets: { 0: [queue, answer({ id: 'm1' }, 202)] }, tries: [2] },
	},
	'a queue that is down for a template, of which a message may be left each time': {
		...{ parameters: template, meets: { 0: [queue] }, tries: [1] },
		told: { ...lost, unknown: [], notCarriedOut: [0] },
	},
	'a template whose check is unavailable': {
		...{ parameters: template, tries: [2] },
		meets: { 0: [unavailable('template_check_unavailable'), answer({ id: 'm1' }, 202)] },
	},
	'keys that are unavailable': {
		...{ meets: { 0: [unavailable('idempotency_unavailable'), answer({ id: 'c0' }, 201)] } },
		tries: [2],
	},
	'a limit that others have used up': {
		...{
			meets: { 0: [refuse(429, 'rate_limited', { retryAfter: 1 }), answer({ id: 'c0' }, 201)] },
		},
		tries: [2],
	},
	'a template that met an internal error': {
		parameters: template,
		meets: { 0: [failed] },
		tries: [1],
		told: lost,
	},
	'a deletion that met an internal error': {
		parameters: deletion,
		meets: { 0: [failed] },
		tries: [1],
		told: lost,
	},
	'a text that failed behind a proxy': {
		...{ parameters: text, meets: { 0: [html(500)] }, tries: [1], told: lost },
	},
	'a request that a proxy finds too large': {
		...{
			meets: { 0: [html(413)] },
			tries: [1],
			told: { ...lost, unknown: [], notCarriedOut: [0] },
		},
	},
	'a captive portal’s success': {
		...{ meets: { 0: [{ json: { status: 'ok' } }] }, options: { maxWaitSeconds: 0 }, tries: [1] },
		told: lost,
	},
	'a success that is the service’s by its Request-Id': {
		...{ meets: { 0: [{ headers: { 'Request-Id': 'r' }, json: {} }] }, tries: [1] },
	},
	'a success that is the service’s by its record': {
		...{ meets: { 0: [{ json: { id: 'c0', name: 'Row 0' } }] }, tries: [1] },
	},
	'an internal error, and n8n’s Retry On Fail': {
		...{ items: 2, meets: { 1: [failed] }, node: retrying, tries: [1, 1] },
		told: { carriedOut: [0], unknown: [1], notCarriedOut: [] },
	},
	'an internal error behind a proxy, and Retry On Fail with a key of the user’s': {
		...{ meets: { 0: [html(500)] }, node: retrying, options: own, tries: [1], told: lost },
	},
	'a template that could not be queued, and Retry On Fail': {
		...{ parameters: template, meets: { 0: [queue] }, node: retrying, tries: [1] },
		told: { ...lost, unknown: [], notCarriedOut: [0] },
	},
	'a refusal that the service stores, and Retry On Fail': {
		...{ items: 3, meets: { 1: [missing] }, node: retrying, tries: [1, 1] },
		told: { carriedOut: [0], unknown: [], notCarriedOut: [1, 2] },
	},
	'a refusal that it does not store, and Retry On Fail': {
		...{ parameters: template, meets: { 0: [missing] }, node: retrying, tries: [3] },
		told: { ...lost, unknown: [], notCarriedOut: [0] },
	},
	'a lost answer, and Retry On Fail': {
		...{ items: 2, meets: { 1: [breakConnection, answer({ id: 'c1' }, 201)] }, node: retrying },
		...{ options: { maxWaitSeconds: 0 }, tries: [1, 2] },
	},
	'writes that queue behind a refusal for the same record': {
		...{ parameters: update, items: 5, meets: { 0: [missing] } },
		...{ options: { parallelRequests: 5 }, tries: [1], told: { notCarriedOut: range(0, 4) } },
	},
};

test.each(Object.entries(FAULTS))('%s', async (_, fault) => {
	const { items = 1, meets, parameters = contact, options, node, tries, told } = fault;
	const met: number[] = [];
	await withService(
		(request) => {
			const n = itemOf(request);
			met[n] = (met[n] ?? 0) + 1;
			const replies = meets[n];
			return replies?.[Math.min(met[n], replies.length) - 1] ?? answer({ id: `c${n}` }, 201);
		},
		async ({ url, requests }) => {
			const run = await runAgainst(
				url,
				{ ...parameters, options: { maxWaitSeconds: 20, ...options } },
				{ inputData: numbered(items), node },
			);
			expect(met).toEqual(tries);
			// All tries of an item are one write, by their key and to the byte.
			for (const n of met.keys()) {
				const sent = requests.filter((request) => itemOf(request) === n);
				const writes = sent.map(({ headers, body }) => [headers['idempotency-key'], `${body}`]);
				expect(new Set(writes.map(String)).size).toBe(1);
			}
			if (told) {
				const report = reportOf(run, items);
				expect(report).toMatchObject(told);
				expect(report.output).toEqual(report.carriedOut.map((n) => ({ id: `c${n}` })));
			} else {
				expect(run.error).toBeUndefined();
				expect(run.json(NODE)).toHaveLength(items);
			}
		},
	);
});

test.each([1, 3])(
	'an outage costs its time once, not once for each item, with %d under way',
	async (parallelRequests) => {
		const MAX_WAIT_SECONDS = 1;
		let endsAt: number | undefined;
		const [tries, later]: [number[], number[]] = [Array(10).fill(0), Array(10).fill(0)];
		await withService(
			(request) => {
				endsAt ??= Date.now() + MAX_WAIT_SECONDS * 1_000;
				const counts = Date.now() > endsAt ? [tries, later] : [tries];
				for (const count of counts) count[itemOf(request)]! += 1;
				return breakConnection;
			},
			async ({ url }) => {
				const since = Date.now();
				const run = await runAgainst(
					url,
					{ ...contact, options: { maxWaitSeconds: MAX_WAIT_SECONDS, parallelRequests } },
					{ inputData: numbered(10), node: { onError: 'continueErrorOutput' } },
				);
				expect(run.items(NODE, 1).map(outcomeOf)).toEqual(Array(10).fill('unknown'));
				expect(Date.now() - since).toBeLessThan(2.5 * MAX_WAIT_SECONDS * 1_000);
				expect(tries[0]).toBeGreaterThan(1);
				expect(Math.min(...tries)).toBe(1);
				expect(Math.max(...later)).toBeLessThanOrEqual(1);
			},
		);
	},
);

test('a wait for a message’s outcome takes no time from the next message', async () => {
	let posts = 0;
	await withService(
		({ method }) => {
			if (method === 'GET') return refuse(503, 'api_tokens_disabled');
			posts += 1;
			if (posts === 2) return refuse(503, 'template_check_unavailable');
			return answer({ conversationId: 'v', message: { id: 'm', status: 'pending' } }, 202);
		},
		async ({ url }) => {
			const given = { ...template, options: { waitForOutcome: 1 } };
			const run = await runAgainst(url, given, { inputData: numbered(2) });
			expect(run.error).toBeUndefined();
			expect(posts).toBe(3);
		},
	);
});

describe('after an item’s final failure nothing more is sent', () => {
	test('not what waits for the rate limiter', async () => {
		const LIMIT = 6;
		let sentUntilRefused = Infinity;
		let sent: FakeService['requests'] = [];
		await withService(
			async (request, before) => {
				const headers = {
					'Request-Id': 'r',
					'RateLimit-Limit': String(LIMIT),
					'RateLimit-Remaining': String(Math.max(0, LIMIT - before - 1)),
					'RateLimit-Reset': '1',
				};
				// The first few tell of the limit; the others wait for room under it.
				if (itemOf(request) === 0) return { status: 201, headers, json: { id: 'first' } };
				if (itemOf(request) > 1) {
					await pause(600);
					return { status: 201, headers, json: { id: 'later' } };
				}
				// Until then all that fit have arrived.
				await pause(400);
				sentUntilRefused = sent.length;
				return { ...(missing as object), headers };
			},
			async ({ url, requests }) => {
				sent = requests;
				const options = { parallelRequests: LIMIT };
				await runAgainst(url, { ...contact, options }, { inputData: numbered(10) });
				// Time enough for those that waited to leave, if they do.
				await pause(1_500);
				expect(sentUntilRefused).toBeLessThanOrEqual(LIMIT);
				expect(requests.length).toBe(sentUntilRefused);
			},
		);
	});

	test('not what would be retried', async () => {
		await withService(
			async (request, before) => {
				if (before === 0) return answer({ id: 'c0' }, 201);
				if (itemOf(request) !== 1) return refuse(503, 'api_tokens_disabled', { retryAfter: 1 });
				await pause(400);
				return missing;
			},
			async ({ url, requests }) => {
				const options = { parallelRequests: 5, maxWaitSeconds: 5 };
				const run = await runAgainst(url, { ...contact, options }, { inputData: numbered(5) });
				const tries = requests.map(itemOf);
				expect(tries).toHaveLength(new Set(tries).size);
				expect(reportOf(run, 5)).toMatchObject({ carriedOut: [0] });
			},
		);
	});
});

describe('n8n’s Retry On Fail', () => {
	test('leaves the retry to a later execution with the user’s own key', async () => {
		let failing = true;
		await withService(
			() => (failing ? failed : answer({ id: 'c1' }, 201)),
			async ({ url, requests }) => {
				const given = { ...contact, options: own };
				await runAgainst(url, given, { inputData: numbered(1), node: retrying });
				failing = false;
				const run = await runAgainst(url, given, { inputData: numbered(1), node: retrying });
				expect(run.error).toBeUndefined();
				expect(requests.length).toBe(2);
			},
		);
	});

	test('reports failures of 1,100 items like those of one', async () => {
		const ITEMS = 1_100;
		await withService(
			() => failed,
			async ({ url, requests }) => {
				const run = await runAgainst(
					url,
					{ ...contact, options: { parallelRequests: 20 } },
					{
						inputData: numbered(ITEMS),
						node: { ...retrying, maxTries: 2, onError: 'continueRegularOutput' },
					},
				);
				expect(run.json(NODE)).toHaveLength(ITEMS);
				const keys = requests.map(({ headers }) => headers['idempotency-key']);
				expect([keys.length, new Set(keys).size]).toEqual([ITEMS, ITEMS]);
			},
		);
	}, 120_000);

	test('does not take an earlier node’s write with the same key for its own', async () => {
		const upsert = (name: string) => ({
			...{ type: actionNode, name, ...retrying },
			parameters: { ...contact, name, options: { idempotencyKey: 'evt_2' } },
		});
		const run = await runWorkflow(
			line([{ type: startNode, name: 'Start' }, upsert('Ana'), upsert('Bia')]),
			{ inputData: [{}], credentials: service.credentials() },
		);
		expect(run.nodeError('Bia')?.context.data).toEqual({
			...{ carriedOut: [], unknown: [0], notCarriedOut: [], output: [] },
		});
	});
});

test('never sends again what met an internal error, over rows, nodes and rounds with one own key', async () => {
	const node = (name: string) => ({
		...{ type: actionNode, name, onError: 'continueRegularOutput' as const },
		parameters: {
			...{ ...contact, name: 'Ana' },
			options: { idempotencyKey: 'k', parallelRequests: 3, maxWaitSeconds: 1 },
		} as never,
	});
	await withService(
		async () => {
			await pause(100);
			return failed;
		},
		async ({ url, requests }) => {
			const arrows = ['One', 'Two'].map((to) => ({ from: 'Start', to }));
			const workflow = line([{ type: startNode, name: 'Start' }, node('One'), node('Two')], arrows);
			const run = await runWorkflow(workflow, {
				credentials: credentialsFor(`${url}/api/v1`, freshToken()),
				inputData: numbered(3),
			});
			const outcomes = [...run.items('One'), ...run.items('Two')].map(outcomeOf);
			expect(outcomes.length).toBeGreaterThan(5);
			expect(new Set(outcomes)).toEqual(new Set(['unknown']));
			expect(requests.length).toBe(1);
		},
	);
});

describe('before anything is sent', () => {
	test('finds every bad row; with Continue the others pass', async () => {
		const rows = numbered(12).map(({ n }) => ({
			phone: n === 3 ? 'a combinar' : n === 8 ? '123' : `+55119700000${10 + Number(n)}`,
		}));
		const upsert = { resource: 'contact', operation: 'upsert', phone: '={{ $json.phone }}' };
		const ended = await service.run(upsert, { inputData: rows });
		expect(reportOf(ended, 12)).toMatchObject({ notCarriedOut: range(0, 11) });
		expect(await service.requests()).toEqual([]);

		const node = { onError: 'continueErrorOutput' } as const;
		const run = await service.run(upsert, { inputData: rows, node });
		expect(run.items(NODE)).toHaveLength(10);
		expect(run.items(NODE, 1).map(outcomeOf)).toEqual(['notCarriedOut', 'notCarriedOut']);
	});

	test('judges all rows by a read, too', async () => {
		const slug = service.fixtures.customFields?.contactNumber ?? '';
		await service.app('POST', '/contacts', { name: 'Ana', customFields: { [slug]: 3 } });
		const customFields = { field: [{ slug, value: '={{ $json.visits }}' }] };
		const run = await service.run(
			{ ...contact, phone: '={{ $json.phone }}', additionalFields: { customFields } },
			{ inputData: [{ visits: 'many' }, { visits: '2', phone: 'none' }, { visits: '3' }] },
		);
		expect(reportOf(run, 3)).toMatchObject({ notCarriedOut: [0, 1, 2] });
		expect((await service.requests()).map(({ method }) => method)).toEqual(['GET']);
	});
});

describe('a first attempt that is a replay', () => {
	/** The same workflow each time, as a restored database has it. @returns how many hints it gave of replays */
	const hintsOf = async (executionId: string, more: object = {}): Promise<number> => {
		const parameters = { ...contact, ...more } as never;
		const workflow = line([
			{ type: startNode, name: 'Start' },
			{ type: actionNode, name: NODE, parameters },
		]);
		const run = await runWorkflow(
			{ ...workflow, id: 'restored' },
			{
				...{ credentials: service.credentials(), inputData: numbered(5) },
				...{ executionId, instanceId: 'n8n' },
			},
		);
		expect(run.error).toBeUndefined();
		return run.hints(NODE).filter(({ message }) => message.startsWith('Nothing new')).length;
	};

	test('is told in one hint for any key, unless an answer was lost before', async () => {
		expect([await hintsOf('77'), await hintsOf('77')]).toEqual([0, 1]);
		const meant = { options: own };
		expect([await hintsOf('79', meant), await hintsOf('80', meant)]).toEqual([0, 1]);
		await service.fault({ kind: 'dropAfter', method: 'POST', path: '/contacts' });
		expect(await hintsOf('81')).toBe(0);
	});
});
