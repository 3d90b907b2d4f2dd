/** Opening a dropdown costs a few requests, says where it stopped, and leaves room for executions. */
import { setTimeout as pause } from 'node:timers/promises';
import { listSearch as everySearch } from '../../../nodes/CustomerRelationship/listSearch';
import { actionNode, fakeService, listSearch, type FakeService } from '../../support/engine';
import { credentialsFor, freshToken, runAgainst } from './setup';

/** The most requests that opening a dropdown may take. */
const FEW = 3;
const DEALS = 13_000;
/** Ms of the service's window, and the requests that fit. */
const WINDOW_MS = 60_000;
const limit = 120;
let service: FakeService;

beforeEach(async () => {
	service = await fakeService(({ url }, before) => {
		const { pathname, searchParams } = new URL(url, 'http://fake');
		const left = limit - before - 1;
		const headers = {
			'Request-Id': 'r',
			'RateLimit-Limit': String(limit),
			'RateLimit-Remaining': String(Math.max(0, left)),
			'RateLimit-Reset': String(WINDOW_MS / 1000),
		};
		if (left < 0) {
			const error = { type: 'rate_limit_error', code: 'rate_limited', message: 'No.' };
			return { status: 429, headers: { ...headers, 'Retry-After': '60' }, json: { error } };
		}
		if (/\/contacts\/./.test(pathname)) return { headers, json: { id: 'c1' } };
		const paged = /\/(deals|contacts|companies|conversations)$/.test(pathname);
		const all = paged ? DEALS : 40;
		const size = paged ? Number(searchParams.get('limit') ?? 50) : all;
		const from = Number(searchParams.get('cursor') ?? 0);
		const data = Array.from({ length: Math.min(size, all - from) }, (_, n) => ({
			id: `${pathname}/${from + n}`,
			...{ name: `Record ${from + n}`, title: `Record ${from + n}`, status: 'open' },
		}));
		const hasMore = from + size < all;
		return { headers, json: { data, hasMore, nextCursor: hasMore ? String(from + size) : null } };
	});
});
afterEach(async () => await service.close());

const open = async (method: string, filter?: string, token = freshToken()) =>
	await listSearch(actionNode, method, {
		credentials: credentialsFor(`${service.url}/api/v1`, token),
		parameters: { operation: 'create' },
		filter,
	});

describe.each(Object.keys(everySearch))('%s', (method) => {
	test.each([undefined, 'Record 12999', 'nobody'])(
		'takes few requests to search %j',
		async (filter) => {
			// Whether it lists what it found or says that nothing was, it stops.
			await open(method, filter).catch((error: unknown) => expect(error).toBeInstanceOf(Error));
			expect(service.requests.length).toBeLessThanOrEqual(FEW);
		},
	);
});

test.each(['searchDeals', 'searchConversations'])(
	'%s says that it stopped searching, with or without results',
	async (method) => {
		for (const filter of ['Record 1', 'Record 12999']) {
			const shown = await open(method, filter).then(
				({ results }) => results.map(({ name, description }) => `${name} ${description ?? ''}`),
				(error: { message: string; description?: string }) => [
					`${error.message} ${error.description ?? ''}`,
				],
			);
			expect(shown.join('\n')).toMatch(/narrow|type more/i);
		}
	},
);

test('dropdowns leave room for an execution, however often they are opened', async () => {
	const token = freshToken();
	const opened = Array.from({ length: limit / 2 }, (_, n) =>
		open('searchDeals', `Record ${n}`, token).catch(() => undefined),
	);
	// Until they ask for nothing more, or wait.
	for (let seen = -1; seen < service.requests.length; await pause(500)) {
		seen = service.requests.length;
	}
	const run = await runAgainst(
		service.url,
		{ resource: 'contact', operation: 'get', contactId: 'c1', options: { maxWaitSeconds: 0 } },
		{ credentials: credentialsFor(`${service.url}/api/v1`, token) },
	);
	expect(run.error?.message).toBeUndefined();
	await Promise.all(opened);
});
