/**
 * Executions of every fate in one process: heap and handles stay flat. SOAK_EXECUTIONS makes it
 * longer (`npm run test:soak`).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IDataObject } from 'n8n-workflow';
import {
	breakConnection,
	fakeService,
	hang,
	type FakeService,
	type Reply,
} from '../../support/engine';
import { answer, credentialsFor, numbered, refuse, runAgainst } from '../batch/setup';

const EXECUTIONS = Number(process.env.SOAK_EXECUTIONS ?? 45);
/** Executions after which caches are full and code is compiled. */
const WARM_UP = Math.min(1_500, EXECUTIONS);
/** Tokens that the executions take turns with. */
const TOKENS = 50;
/** What the heap may grow by in all, in bytes, and for each execution: noise, and far below an item's record. */
const [NOISE, EACH] = [4 * 2 ** 20, 300];

jest.setTimeout(60_000 + EXECUTIONS * 200);

let service: FakeService;
beforeAll(async () => {
	service = await fakeService(({ url, body }): Reply => {
		const { pathname, searchParams } = new URL(url, 'http://fake');
		const named = body.length > 0 ? String((JSON.parse(body.toString()) as IDataObject).name) : '';
		if (/hangs/.test(named + pathname)) return hang;
		if (/breaks/.test(named + pathname)) return breakConnection;
		if (/fails/.test(named + pathname)) return refuse(500, 'internal_error');
		if (/refused/.test(named + pathname)) return refuse(404, 'resource_not_found');
		if (!pathname.endsWith('/contacts') || body.length > 0)
			return answer({ id: pathname.split('/').at(-1), name: named });
		const from = Number(searchParams.get('cursor') ?? 0);
		const data = Array.from({ length: 20 }, (_, n) => ({ id: `c${from + n}`, name: 'Ana' }));
		const hasMore = from < 40;
		return answer({ data, hasMore, nextCursor: hasMore ? String(from + 20) : null });
	});
});
afterAll(async () => await service.close());

const upsert = (name: string, options: IDataObject = { maxWaitSeconds: 0 }) => ({
	...{ resource: 'contact', operation: 'upsert', name, options },
});
const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
/** Executions of every fate, and what each comes to. */
const FATES: Array<[status: string, parameters: IDataObject, settings?: object]> = [
	['success', upsert('={{ "Ana " + $json.n }}')],
	['success', { resource: 'contact', operation: 'getAll', returnAll: true }],
	['success', { resource: 'contact', operation: 'get', contactId: '={{ "c" + $json.n }}' }],
	['error', upsert('={{ $json.n === 1 ? "refused" : "Ana" }}')],
	['error', upsert('fails'), { node: retrying }],
	['success', upsert('fails'), { node: { ...retrying, onError: 'continueRegularOutput' } }],
	['success', upsert('breaks'), { node: { onError: 'continueErrorOutput' } }],
	['error', upsert('')],
	['canceled', upsert('hangs', { parallelRequests: 2, maxWaitSeconds: 30 })],
];

async function execute(n: number): Promise<void> {
	const [status, parameters, settings] = FATES[n % FATES.length]!;
	const cancelling = new AbortController();
	const credentials = credentialsFor(`${service.url}/api/v1`, `token-${n % TOKENS}`);
	const ended = runAgainst('', parameters, {
		...{ inputData: numbered(3), credentials, signal: cancelling.signal, ...settings },
	});
	if (status === 'canceled') {
		while (service.requests.length === 0) await pause(1);
		cancelling.abort();
	}
	expect((await ended).status).toBe(status);
	service.requests.length = 0;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What is in use once what is idle has gone. */
async function inUse(): Promise<{ heap: number; handles: string[] }> {
	await pause(100);
	for (let time = 0; time < 3; time += 1) {
		collectGarbage();
		await pause(20);
	}
	const handles = process
		.getActiveResourcesInfo()
		.filter((name) => name !== 'Timeout')
		.sort();
	return { heap: process.memoryUsage().heapUsed, handles };
}

test(`after ${EXECUTIONS} executions the process holds what it held before them`, async () => {
	for (let n = 0; n < WARM_UP; n += 1) await execute(n);
	const before = await inUse();
	for (let n = 0; n < EXECUTIONS; n += 1) await execute(n);
	const after = await inUse();
	const grown = after.heap - before.heap;
	if (process.env.SOAK_EXECUTIONS !== undefined) {
		console.log(
			`${EXECUTIONS} executions: heap ${grown >= 0 ? '+' : ''}${Math.round(grown / 1024)} KiB`,
		);
	}
	expect(grown).toBeLessThan(NOISE + EACH * EXECUTIONS);
	expect(after.handles).toEqual(before.handles);
});
