import type { Json } from './harness/client';
import { errorOf, gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();

rule(
	['Common 2', 'Error invalid_json'],
	'not JSON, not UTF-8, not sent as JSON, or nothing at all',
	async () => {
		const raws: Array<string | Buffer> = [
			'{',
			'name=x',
			'',
			'{"a":1}}',
			Buffer.from([0x22, 0xff, 0x22]),
		];
		for (const raw of raws) {
			await gives(under.api.send('POST', '/contacts', { raw }), '400 invalid_json');
		}
		const form = { raw: '{"name":"x"}', headers: { 'content-type': 'text/plain' } };
		await gives(under.api.send('POST', '/contacts', form), '400 invalid_json');
		for (const raw of ['[]', 'null', '"x"']) {
			await gives(under.api.send('POST', '/contacts', { raw }), '400 invalid_parameter');
		}
		const utf8 = {
			raw: '{"name":"João"}',
			headers: { 'content-type': 'application/json; charset=utf-8' },
		};
		expect((await under.api.send('POST', '/contacts', utf8)).body.name).toBe('João');
	},
);

rule(
	['Common 3', 'Error unknown_parameter', 'Error invalid_parameter'],
	'each operation takes its own query parameters only',
	async () => {
		const { pipelines } = under.fixtures;
		const unknown = [
			['GET', '/contacts?includeInactive=true', 'includeInactive'],
			['GET', '/contacts?Search=x', 'Search'],
			['GET', '/contacts/x?expand=1', 'expand'],
			['GET', '/companies?ownerId=x', 'ownerId'],
			['GET', '/pipelines?cursor=x', 'cursor'],
			['GET', `/pipelines/${pipelines.default}?includeInactive=true`, 'includeInactive'],
			['GET', '/deals?search=x', 'search'],
			['GET', '/conversations?search=x', 'search'],
			['POST', '/contacts?limit=1', 'limit'],
			['DELETE', '/deals/x?force=true', 'force'],
		] as const;
		for (const [method, path, param] of unknown) {
			const reply = await under.api.send(method, path, {
				body: method === 'POST' ? { name: 'x' } : undefined,
			});
			expect([path, errorOf(reply)]).toEqual([path, `400 unknown_parameter ${param}`]);
		}
		await gives(under.api.get('/contacts?search=a&search=b'), '400 invalid_parameter search');
		await gives(
			under.api.get('/pipelines?includeInactive=1'),
			'400 invalid_parameter includeInactive',
		);
	},
);

rule(['Common 4', 'Limit path id'], 'an id has 1 to 64 characters', async () => {
	const [fits, tooLong, far] = [64, 65, 5_000].map((length) => 'x'.repeat(length));
	for (const path of ['/contacts', '/companies', '/pipelines', '/deals']) {
		await gives(under.api.get(`${path}/${fits}`), '404 resource_not_found');
		for (const id of [tooLong, far])
			await gives(under.api.get(`${path}/${id}`), '400 invalid_parameter id');
	}
	await gives(
		under.api.get(`/conversations/x/messages/${tooLong}`),
		'400 invalid_parameter messageId',
	);
	await gives(under.api.get(`/contacts/${encodeURIComponent('ç/ ?')}`), '404 resource_not_found');
	await gives(under.api.get('/contacts/%zz'), '400 invalid_parameter');
});

rule(
	['Error envelope', 'Common 7'],
	'requestId is the header’s; param only when the error concerns one',
	async () => {
		const one = await under.api.get('/contacts?limit=x');
		expect(one.body).toEqual({
			error: {
				type: 'invalid_request_error',
				code: 'invalid_parameter',
				message: expect.any(String),
				param: 'limit',
				requestId: one.headers['request-id'],
			},
		});
		const none = await under.api.get('/contacts/nobody');
		expect(Object.keys(none.body.error)).toEqual(['type', 'code', 'message', 'requestId']);
		const unauthenticated = await under.api.get('/contacts', null as never);
		expect(unauthenticated.body.error.requestId).toBe(unauthenticated.headers['request-id']);
		const [a, b] = [await under.api.get('/pipelines'), await under.api.get('/pipelines')];
		expect(a.headers['request-id']).not.toBe(b.headers['request-id']);
	},
);

rule(
	['Common 8', 'Format 5'],
	'faults give every error to every operation, unknown codes and properties too',
	async () => {
		const { api } = under;
		const fault = (more: object) => api.control('POST', '/faults', more);
		const cases: Array<[number, string, string]> = [
			[401, 'invalid_api_token', 'authentication_error'],
			[403, 'permission_denied', 'permission_error'],
			[429, 'rate_limited', 'rate_limit_error'],
			[503, 'api_tokens_disabled', 'api_error'],
			[418, 'kettle_is_cold', 'invalid_request_error'],
			[507, 'no_room', 'api_error'],
		];
		for (const [status, code, type] of cases) {
			await fault({ kind: 'status', status, code });
			const reply = await api.get('/channels');
			expect([reply.status, reply.body.error.code, reply.body.error.type]).toEqual([
				status,
				code,
				type,
			]);
		}
		await fault({ kind: 'unknownProperties', properties: { novelty: { deep: [1] } } });
		expect((await api.get('/pipelines')).body).toMatchObject({
			data: expect.any(Array),
			novelty: { deep: [1] },
		});
	},
);

rule(
	['Versioning 1', 'Error resource_not_found'],
	'addresses lie below /api/v1; others do not exist',
	async () => {
		expect(under.sandbox.baseUrl).toMatch(/\/api\/v1$/);
		for (const [method, path] of [
			['GET', ''],
			['GET', '/'],
			['GET', '/nothing'],
			['PUT', '/contacts/x'],
			['POST', '/contacts/x'],
			['DELETE', '/contacts/x'],
			['POST', '/channels'],
		] as const) {
			await gives(under.api.send(method, path), '404 resource_not_found', path);
		}
		await gives(under.api.send('GET', '/nothing', { as: null }), '401 missing_api_token');
	},
);

test('properties that an operation does not know are ignored and shown in the request log', async () => {
	const reply = await under.api.post('/contacts', { name: 'Cliente', nickname: 'C', phon: '1' });
	expect([reply.status, 'nickname' in reply.body]).toEqual([201, false]);
	const log: Json[] = await under.api.control('GET', '/requests');
	expect(log.at(-1).ignored).toEqual(['nickname', 'phon']);
});
