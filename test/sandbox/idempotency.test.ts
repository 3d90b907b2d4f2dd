import type { Json } from './harness/client';
import { errorOf, eventually, gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();
const HOUR_MS = 3_600_000;
const body = { name: 'Cliente', email: 'a@loja.example' };
const post = (key: string, sent: unknown = body, as?: string) =>
	under.api.post('/contacts', sent, { key, as });
const fault = (more: object) => under.api.control('POST', '/faults', more);
const start = (key: string, more: object = {}) =>
	under.api.post(
		'/conversations',
		{ phone: '(11) 97777-0001', template: { name: 'sem_variaveis', language: 'pt_BR' }, ...more },
		{ key },
	);
const messageCount = async () => (await under.api.control('GET', '/messages')).length;

rule(['Idempotency 1', 'Common 6'], 'valid only for its token; ignored on GET', async () => {
	const first = await post('key');
	const other = await post('key', body, 'crmOnly');
	expect([first.status, other.status, other.headers['idempotent-replayed']]).toEqual([
		201,
		200,
		undefined,
	]);
	for (const path of ['/contacts?limit=1', '/pipelines']) {
		const reply = await under.api.send('GET', path, { key: 'key' });
		expect([reply.status, reply.headers['idempotent-replayed']]).toEqual([200, undefined]);
	}
	await gives(under.api.send('GET', '/pipelines', { key: 'not valid' }), '200');
});

rule(
	['Idempotency 2', 'Common 6', 'Common 7'],
	'not run again; the stored response byte for byte, for POST, PATCH and DELETE',
	async () => {
		const company = (await under.api.post('/companies', { tradeName: 'Loja' })).body;
		const writes: Array<[string, string, unknown]> = [
			['POST', '/contacts', body],
			['PATCH', `/companies/${company.id}`, { tradeName: 'Nova' }],
			['DELETE', `/companies/${company.id}`, undefined],
		];
		for (const [method, path, sent] of writes) {
			const first = await under.api.send(method, path, { body: sent, key: method });
			const again = await under.api.send(method, path, { body: sent, key: method });
			expect(first.headers['idempotent-replayed']).toBeUndefined();
			expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([
				first.status,
				first.text,
				'true',
			]);
			expect(again.headers['request-id']).toBe(first.headers['request-id']);
		}
		await under.api.patch(`/companies/${company.id}`, { tradeName: 'Mais nova' });
		await under.api.send('PATCH', `/companies/${company.id}`, {
			body: { tradeName: 'Nova' },
			key: 'PATCH',
		});
		expect((await under.api.get(`/companies/${company.id}`)).body.tradeName).toBe('Mais nova');
	},
);

rule(
	['Idempotency 3', 'Error idempotency_key_reused'],
	'another method, path, query or a single byte of the body',
	async () => {
		await under.api.send('POST', '/contacts', { raw: '{"name":"Cliente"}', key: 'key' });
		const others: Array<[string, string, string]> = [
			['POST', '/contacts', '{"name":"Cliente" }'],
			['POST', '/contacts', '{"name":"cliente"}'],
			['POST', '/contacts?x=1', '{"name":"Cliente"}'],
			['POST', '/companies', '{"name":"Cliente"}'],
			['PATCH', '/contacts/x', '{"name":"Cliente"}'],
		];
		for (const [method, path, raw] of others) {
			await gives(under.api.send(method, path, { raw, key: 'key' }), '409 idempotency_key_reused');
		}
		expect(
			(await under.api.send('POST', '/contacts', { raw: '{"name":"Cliente"}', key: 'key' }))
				.headers['idempotent-replayed'],
		).toBe('true');
	},
);

rule(
	['Idempotency 4', 'Error idempotency_key_in_progress'],
	'while the first request is running',
	async () => {
		await fault({ kind: 'slow', ms: 300 });
		const first = post('key');
		await eventually(
			() => under.api.control('GET', '/requests'),
			(log: Json[]) => log.length === 1,
		);
		await gives(post('key'), '409 idempotency_key_in_progress');
		await gives(post('key', { name: 'Outro' }), '409 idempotency_key_reused');
		await gives(first, '201');
		const again = await post('key');
		expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
	},
);

rule('Idempotency 5', 'ordinary operations: 4xx is stored, 429 and 5xx are not', async () => {
	const phone = '11 98888-0001';
	const holder = (await under.api.post('/contacts', { phone })).body;
	const { id } = (await under.api.post('/contacts', { phone: '11 98888-0002' })).body;
	const patch = (key: string) => under.api.patch(`/contacts/${id}`, { phone }, { key });
	await gives(patch('conflict'), '409 phone_already_in_use phone');
	await under.api.patch(`/contacts/${holder.id}`, { phone: null });
	const replayed = await patch('conflict');
	expect([errorOf(replayed), replayed.headers['idempotent-replayed']]).toEqual([
		'409 phone_already_in_use phone',
		'true',
	]);
	expect(replayed.body.error.requestId).toBe(replayed.headers['request-id']);
	await gives(patch('another'), '200');
	for (const [status, code] of [
		[429, 'rate_limited'],
		[500, 'internal_error'],
		[503, 'queue_unavailable'],
	]) {
		await fault({ kind: 'status', status, code });
		await gives(post(String(code)), `${status} ${code}`);
		const again = await post(String(code));
		expect([again.headers['idempotent-replayed'], again.status < 300]).toEqual([undefined, true]);
	}
	const denied = await post('denied', body, 'seller');
	expect((await post('denied', body, 'seller')).text).toBe(denied.text);
});

rule('Idempotency 5', 'POST /conversations: refusals are not stored, 500 is', async () => {
	const { official } = under.fixtures.channels;
	await under.api.control('PATCH', `/channels/${official}`, { isConnected: false });
	await gives(start('409', { channelId: official }), '409 channel_disconnected channelId');
	await under.api.control('PATCH', `/channels/${official}`, { isConnected: true });
	await gives(start('409', { channelId: official }), '202');
	for (const [status, code] of [
		[400, 'invalid_parameter'],
		[404, 'resource_not_found'],
		[422, 'template_not_found'],
		[429, 'rate_limited'],
		[503, 'queue_unavailable'],
	]) {
		await fault({ kind: 'status', status, code });
		await gives(start(String(status)), `${status} ${code}`);
		expect([status, (await start(String(status))).status]).toEqual([status, 202]);
	}
	await fault({ kind: 'status', status: 500, code: 'internal_error' });
	const before = await messageCount();
	const first = await start('500');
	expect(errorOf(first)).toBe('500 internal_error');
	const again = await start('500');
	expect([errorOf(again), again.headers['idempotent-replayed']]).toEqual([
		'500 internal_error',
		'true',
	]);
	expect(await messageCount()).toBe(before);
	await start('202');
	const replayed = await start('202');
	expect([replayed.status, replayed.headers['idempotent-replayed'], await messageCount()]).toEqual([
		202,
		'true',
		before + 1,
	]);
});

rule(
	['Idempotency 6', 'Error invalid_idempotency_key', 'Limit idempotency'],
	'1 to 255 visible ASCII characters',
	async () => {
		for (const key of ['', 'with space', 'é', 'x'.repeat(256)]) {
			await gives(post(key), '400 invalid_idempotency_key Idempotency-Key', key);
		}
		for (const key of ['!', '~', 'x'.repeat(255)])
			expect((await post(key)).status).toBeLessThan(300);
	},
);

rule('Limit idempotency', 'kept for 24 hours', async () => {
	await gives(post('key'), '201');
	await under.api.control('POST', '/clock', { advanceMs: 24 * HOUR_MS - 60_000 });
	expect((await post('key')).headers['idempotent-replayed']).toBe('true');
	await under.api.control('POST', '/clock', { advanceMs: 60_000 });
	const again = await post('key');
	expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, undefined]);
});

rule(
	['Errors guidance', 'Error internal_error'],
	'an answer lost on the way is had again with the same key, without a second message',
	async () => {
		await fault({ kind: 'dropAfter', path: '/conversations', method: 'POST' });
		await expect(start('lost')).rejects.toThrow();
		const again = await start('lost');
		expect([again.status, again.headers['idempotent-replayed']]).toEqual([202, 'true']);
		const messages = await under.api.control(
			'GET',
			`/conversations/${again.body.conversationId}/messages`,
		);
		expect(messages).toHaveLength(1);
		await fault({ kind: 'status', status: 500, code: 'internal_error' });
		await gives(under.api.get('/pipelines'), '500 internal_error');
	},
);

rule('Idempotency 4', 'however long the first request is running', async () => {
	await fault({ kind: 'slow', ms: 300 });
	const first = post('key');
	await eventually(
		() => under.api.control('GET', '/requests'),
		(log: Json[]) => log.length === 1,
	);
	await under.api.control('POST', '/clock', { advanceMs: 25 * 3_600_000 });
	const replies = [await post('key'), await first];
	expect(replies.map(errorOf)).toEqual(['409 idempotency_key_in_progress', '201']);
});
