import { request } from 'undici';
import type { Json } from './harness/client';
import { gives, useSandbox } from './harness/sandbox';

const under = useSandbox();
const fault = (more: object) => under.api.control('POST', '/faults', more);

describe('faults', () => {
	test('apply in order, `count` times, only to requests that match', async () => {
		await fault({
			method: 'get',
			path: '/pipelines',
			count: 2,
			kind: 'status',
			status: 503,
			code: 'api_tokens_disabled',
		});
		await fault({
			path: '/pipelines',
			kind: 'status',
			status: 429,
			code: 'rate_limited',
			retryAfter: 7,
		});
		await gives(under.api.get('/channels'), '200');
		await gives(under.api.post('/contacts', { name: 'x' }), '201');
		const replies = [];
		for (let at = 0; at < 4; at++)
			replies.push(await under.api.get('/pipelines?includeInactive=true'));
		expect(replies.map(({ status }) => status)).toEqual([503, 503, 429, 200]);
		expect(replies[2]?.headers['retry-after']).toBe('7');
		expect(replies[0]?.headers['retry-after']).toBeUndefined();
		expect(replies[0]?.headers['ratelimit-remaining']).toMatch(/^\d+$/);
	});

	test('are left to the next request by one that never reaches the operation', async () => {
		await fault({ kind: 'status', status: 500, code: 'internal_error' });
		await gives(under.api.get('/pipelines', 'nonexistent'), '401 invalid_api_token');
		await gives(under.api.get('/pipelines'), '500 internal_error');
	});

	test('dropBefore runs nothing; dropAfter runs the operation', async () => {
		await fault({ kind: 'dropBefore' });
		await expect(under.api.post('/contacts', { name: 'Antes' })).rejects.toThrow();
		expect(await under.api.all('/contacts?search=Antes')).toEqual([]);
		await fault({ kind: 'dropAfter' });
		await expect(under.api.post('/contacts', { name: 'Depois' })).rejects.toThrow();
		expect(await under.api.all('/contacts?search=Depois')).toHaveLength(1);
		const log: Json[] = await under.api.control('GET', '/requests');
		expect(log.filter(({ method }) => method === 'POST').map(({ status }) => status)).toEqual([
			0, 0,
		]);
	});

	test('slow waits and then runs; html answers a proxy’s page', async () => {
		await fault({ kind: 'slow', ms: 200 });
		const before = Date.now();
		await gives(under.api.get('/pipelines'), '200');
		expect(Date.now() - before).toBeGreaterThanOrEqual(195);
		await fault({ kind: 'html', status: 502 });
		const page = await under.api.get('/pipelines');
		expect([page.status, page.headers['content-type'], page.headers['request-id']]).toEqual([
			502,
			'text/html; charset=utf-8',
			undefined,
		]);
		expect(page.text).toContain('<html>');
	});

	test('unknown kinds and missing values give 400', async () => {
		for (const body of [
			{ kind: 'nope' },
			{},
			{ kind: 'status' },
			{ kind: 'slow' },
			{ kind: 'dropBefore', count: 0 },
			{ kind: 'dropBefore', url: '/x' },
		]) {
			await gives(under.api.tryControl('POST', '/faults', body), '400');
		}
		expect(await under.api.control('GET', '/faults')).toEqual([]);
	});
});

test('logs requests byte for byte, in order, without those to the control API', async () => {
	const raw = '{ "name":\t"João" }';
	const reply = await under.api.send('POST', '/contacts', {
		raw,
		key: 'k-1',
		headers: { 'x-test': 'y' },
	});
	await under.api.get('/contacts?limit=1&search=Jo%C3%A3o');
	const log: Json[] = await under.api.control('GET', '/requests');
	expect(log.map(({ method, path, status }) => [method, path, status])).toEqual([
		['POST', '/api/v1/contacts', 201],
		['GET', '/api/v1/contacts?limit=1&search=Jo%C3%A3o', 200],
	]);
	expect(log[0]).toMatchObject({
		rawBody: raw,
		requestId: reply.headers['request-id'],
		headers: { 'idempotency-key': 'k-1', 'x-test': 'y', authorization: 'Bearer sandbox-manager' },
	});
});

test('tells the time of its clock in the Date header', async () => {
	await under.api.control('POST', '/clock', { advanceMs: 86_400_000 });
	const { headers } = await under.api.get('/contacts');
	const { now } = await under.api.control('GET', '/clock');
	expect(Math.abs(Date.parse(String(headers.date)) - Date.parse(now))).toBeLessThan(5_000);
});

test('reset restores the state after the start and empties everything else', async () => {
	const before = await under.api.all('/contacts');
	const now = await under.api.control('GET', '/clock');
	const conversations = await under.api.control('GET', '/conversations');
	await under.api.post('/contacts', { name: 'Novo' }, { key: 'k' });
	await under.api.patch(`/contacts/${before[0].id}`, { name: 'Mudou' });
	await under.api.control('POST', '/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'] });
	await under.api.control('POST', '/clock', { advanceMs: 3_600_000 });
	await fault({ kind: 'dropBefore', path: '/never' });
	await under.api.control('PATCH', '/settings', { leadRoundRobin: true });
	await under.api.control('PATCH', `/channels/${under.fixtures.channels.official}`, {
		isConnected: false,
	});
	await under.api.control('POST', '/reset');
	for (const list of ['/requests', '/deliveries', '/webhooks', '/faults', '/side-effects']) {
		expect([list, await under.api.control('GET', list)]).toEqual([list, []]);
	}
	expect(await under.api.all('/contacts')).toEqual(before);
	expect(await under.api.control('GET', '/conversations')).toEqual(conversations);
	expect((await under.api.control('GET', '/settings')).leadRoundRobin).toBe(false);
	const { now: after } = await under.api.control('GET', '/clock');
	expect(Date.parse(after) - Date.parse(now.now)).toBeLessThan(60_000);
	expect(
		(await under.api.post('/contacts', { name: 'Novo' }, { key: 'k' })).headers[
			'idempotent-replayed'
		],
	).toBeUndefined();
});

test('tokens are made with a user and scopes, shown once, listed without their text, revoked', async () => {
	const { seller } = under.fixtures.users;
	const made = await under.api.control('POST', '/tokens', {
		name: 'n8n',
		userId: seller,
		scopes: ['crm:read'],
	});
	expect((await under.api.get('/contacts', made.token)).body).toEqual(
		(await under.api.get('/contacts', 'seller')).body,
	);
	const listed = await under.api.control('GET', '/tokens');
	expect(listed.find(({ id }: Json) => id === made.id)).toMatchObject({
		name: 'n8n',
		userId: seller,
		scopes: ['crm:read'],
	});
	expect(JSON.stringify(listed)).not.toContain(made.token);
	await gives(under.api.tryControl('POST', '/tokens', { userId: 'nobody', scopes: [] }), '404');
	await gives(under.api.tryControl('POST', '/tokens', { userId: seller, scopes: ['all'] }), '400');
	expect((await under.api.control('GET', '/users')).map(({ id }: Json) => id)).toContain(seller);
});

test('runs every operation for the app in the manager’s name, without key, limits or log', async () => {
	const created = await under.api.tryControl('POST', '/app/contacts', { name: 'Do app' });
	expect([created.status, created.body.name]).toEqual([201, 'Do app']);
	expect((await under.api.tryControl('GET', '/app/contacts?limit=1')).body.data).toEqual([
		created.body,
	]);
	await gives(under.api.tryControl('GET', '/app/contacts/nobody'), '404 resource_not_found');
	expect(await under.api.control('GET', '/requests')).toEqual([]);
});

test('an unknown address of the control API gives 404', async () => {
	for (const [method, path] of [
		['GET', '/nothing'],
		['POST', '/fixtures'],
		['DELETE', '/webhooks/x'],
	] as const) {
		await gives(under.api.tryControl(method, path), '404');
	}
});

test('accepts only JSON, so that no form on a web page can control the sandbox', async () => {
	const reply = await request(`${under.sandbox.controlUrl}/reset`, {
		method: 'POST',
		body: '{}',
		headers: { 'content-type': 'text/plain' },
	});
	await reply.body.dump();
	expect(reply.statusCode).toBe(415);
});

test('sends each change to the event stream', async () => {
	const stream = await request(`${under.sandbox.controlUrl}/events`);
	expect(stream.headers['content-type']).toBe('text/event-stream');
	let text = '';
	stream.body.on('data', (chunk: Buffer) => (text += chunk.toString()));
	const { id } = (await under.api.post('/contacts', { name: 'Cliente' })).body;
	while (!text.includes('"request"')) await new Promise((resolve) => setTimeout(resolve, 10));
	stream.body.destroy();
	const changes = text
		.split('\n')
		.filter((line) => line.startsWith('data: '))
		.map((line) => JSON.parse(line.slice(6)));
	expect(changes).toEqual([
		{ type: 'contact', id },
		{ type: 'request', id: expect.any(String) },
	]);
});

test('refuses values that no date or timer can hold, and changes nothing', async () => {
	const { now } = await under.api.control('GET', '/clock');
	for (const advanceMs of [1e16, 3e14])
		await gives(under.api.tryControl('POST', '/clock', { advanceMs }), '400');
	const years = 4_000 * 365 * 24 * 3_600_000;
	await gives(under.api.tryControl('POST', '/clock', { advanceMs: years }), '200');
	await gives(under.api.tryControl('POST', '/clock', { advanceMs: 2 * years }), '400');
	expect((await under.api.post('/contacts', { name: 'Ana' })).body.createdAt).toMatch(/^\d{4}-/);
	expect(now).toMatch(/^2/);
	for (const [method, path, body] of [
		['POST', '/faults', { kind: 'slow', ms: 2 ** 31 }],
		['PATCH', '/behaviour', { latencyMs: 2 ** 31 }],
		['PATCH', '/behaviour', { latencyJitterMs: 2 ** 31 }],
		['POST', '/short-day', { everyMs: 2 ** 31 }],
	] as const)
		expect([path, (await under.api.tryControl(method, path, body)).status]).toEqual([path, 400]);
});

test('refuses a webhook address that cannot be posted to', async () => {
	for (const url of ['localhost:5678/webhook', 'ftp://127.0.0.1/', 'javascript:1', 'http://'])
		await gives(under.api.tryControl('POST', '/webhooks', { url, events: ['*'] }), '400');
});

test('assigns conversations only to existing users and deals', async () => {
	const { group } = under.fixtures.conversations;
	const change = async (changes: object) =>
		(await under.api.tryControl('PATCH', `/conversations/${group}`, changes)).status;
	expect(await change({ ownerId: 'nobody' })).toBe(404);
	expect(await change({ dealId: 'nothing' })).toBe(404);
	const [deal] = (await under.api.get('/deals?limit=1')).body.data;
	expect(await change({ ownerId: under.fixtures.users.seller, dealId: deal.id })).toBe(200);
	expect(await change({ ownerId: null, dealId: null })).toBe(200);
});

test('changes nothing by a request that a reset has interrupted', async () => {
	await fault({ kind: 'slow', ms: 200 });
	const late = under.api.post('/contacts', { name: 'Tarde' });
	const broken = expect(late).rejects.toThrow();
	await new Promise((resolve) => setTimeout(resolve, 50));
	await under.api.control('POST', '/reset');
	await broken;
	expect(await under.api.all('/contacts?search=Tarde')).toEqual([]);
});

test('refuses requests of another web page, even without a body', async () => {
	for (const [site, status] of [
		['cross-site', 403],
		['same-site', 403],
		['same-origin', 200],
		['none', 200],
	] as const) {
		const reply = await request(`${under.sandbox.controlUrl}/reset`, {
			method: 'POST',
			headers: { 'sec-fetch-site': site },
		});
		await reply.body.dump();
		expect([site, reply.statusCode]).toEqual([site, status]);
	}
});

test('registers a webhook with a secret that its caller has, and refuses one of another length', async () => {
	const body = { url: 'http://127.0.0.1:9/', events: ['*'] };
	const secret = 'a'.repeat(64);
	const made = await under.api.control('POST', '/webhooks', { ...body, secret });
	expect(made.secret).toBe(secret);
	await gives(under.api.tryControl('POST', '/webhooks', { ...body, secret: 'short' }), '400');
});

test('keeps the list of workflows that it was told last, until a reset', async () => {
	const workflow = {
		...{ id: 'w', name: 'W', url: 'http://127.0.0.1:9/workflow/w', isPublished: true },
		...{ webhooks: ['http://127.0.0.1:9/webhook/w'], command: null, recipe: null },
	};
	expect(await under.api.control('GET', '/workflows')).toEqual([]);
	for (const list of [[workflow, { ...workflow, id: 'x' }], [workflow]]) {
		await under.api.control('PUT', '/workflows', list);
		expect(await under.api.control('GET', '/workflows')).toEqual(list);
	}
	for (const property of ['url', 'recipe']) {
		const unsafe = [{ ...workflow, [property]: 'javascript:alert(1)' }];
		await gives(under.api.tryControl('PUT', '/workflows', unsafe), '400');
	}
	await under.api.control('POST', '/reset');
	expect(await under.api.control('GET', '/workflows')).toEqual([]);
});
