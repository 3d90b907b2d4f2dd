import { errorOf, gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();
const tooLarge = JSON.stringify({ name: 'x'.repeat(2 ** 20) });

rule(
	['Common 2 DELETE', 'Error invalid_json'],
	'a DELETE with a body that is not JSON deletes nothing',
	async () => {
		const { pipelines } = under.fixtures;
		const { id } = (await under.api.post('/deals', { title: 'D', pipelineId: pipelines.default }))
			.body;
		const { id: companyId } = (await under.api.post('/companies', { tradeName: 'Loja' })).body;
		for (const path of [`/deals/${id}`, `/companies/${companyId}`])
			await gives(under.api.delete(path, { raw: '{"force":' }), '400 invalid_json');
		expect((await under.api.get(`/companies/${companyId}`)).body.isActive).toBe(true);
		await gives(under.api.delete(`/deals/${id}`, { raw: '{}' }), '200');
		await gives(under.api.delete(`/companies/${companyId}`, { raw: '' }), '200');
	},
);

rule(
	['Common 7 unreadable', 'Limit headers'],
	'an address that cannot be decoded: the token, then its limits, then 400',
	async () => {
		const ask = (as: string | null) => under.api.send('GET', '/contacts/%zz', { as });
		await gives(ask(null), '401 missing_api_token');
		await gives(ask('expired'), '401 invalid_api_token');
		await gives(ask('suspendedAccount'), '402 subscription_inactive');
		const before = Number((await under.api.get('/pipelines')).headers['ratelimit-remaining']);
		const reply = await ask('manager');
		expect(errorOf(reply)).toBe('400 invalid_parameter');
		expect(reply.headers['ratelimit-remaining']).toBe(String(before - 1));
		expect(reply.body.error.requestId).toBe(reply.headers['request-id']);
		expect(await under.api.control('GET', '/requests?newest=1')).toMatchObject([
			{ path: '/api/v1/contacts/%zz', status: 400 },
		]);
	},
);

rule(
	['Common 7 unreadable', 'Limit headers'],
	'a body over one megabyte: the token, its limits, scope and role, then 400',
	async () => {
		const send = (as: string | null) => under.api.send('POST', '/contacts', { as, raw: tooLarge });
		await gives(send(null), '401 missing_api_token');
		await gives(send('readOnly'), '403 insufficient_api_token_scope');
		await gives(send('seller'), '403 permission_denied');
		const reply = await send('manager');
		expect(errorOf(reply)).toBe('400 invalid_parameter');
		expect(reply.headers['ratelimit-remaining']).toMatch(/^\d+$/);
		const fits = JSON.stringify({ name: 'Ana', unknown: 'x'.repeat(1_000_000) });
		await gives(under.api.send('POST', '/contacts', { raw: fits }), '201');
	},
);

rule(
	'Error unknown_custom_field',
	'names that mean something to JavaScript are slugs like any other',
	async () => {
		for (const slug of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
			for (const value of ['1', 'null', '{}']) {
				const raw = `{"name":"Ana","tradeName":"Loja","title":"D","pipelineId":"${under.fixtures.pipelines.default}","customFields":{"${slug}":${value}}}`;
				for (const path of ['/contacts', '/companies', '/deals']) {
					const isIgnored = value === 'null';
					const found = errorOf(await under.api.send('POST', path, { raw }));
					expect([slug, value, path, found]).toEqual([
						slug,
						value,
						path,
						isIgnored ? '201' : `400 unknown_custom_field customFields.${slug}`,
					]);
				}
			}
		const { id } = (await under.api.post('/companies', { tradeName: 'Loja' })).body;
		const raw = '{"customFields":{"__proto__":null}}';
		await gives(
			under.api.send('PATCH', `/companies/${id}`, { raw }),
			'400 unknown_custom_field customFields.__proto__',
		);
	},
);

rule('Common 2', 'JSON however deep is a body like any other', async () => {
	const deep = '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000);
	for (const readings of ['chosen', 'other']) {
		await under.api.control('PATCH', '/behaviour', { readings });
		const sent: Array<[string, string, string]> = [
			['/contacts', `{"name":"Ana","customFields":${deep}}`, 'unknown_custom_field customFields.a'],
			['/companies', `{"address":${deep}}`, 'unknown_parameter address.a'],
			['/conversations', deep, 'invalid_parameter phone'],
		];
		for (const [path, raw, refusal] of sent)
			await gives(under.api.send('POST', path, { raw }), `400 ${refusal}`);
	}
});

rule(
	['Common 2', 'Common 7 unreadable'],
	'a content type that cannot be read: the token, then 400 invalid_json',
	async () => {
		for (const type of ['', 'json', 'application/json,application/json', ';'])
			for (const [method, path] of [
				['POST', '/contacts'],
				['DELETE', '/contacts'],
				['QUERY', '/contacts'],
			] as const) {
				const send = (as: string | null) =>
					under.api.send(method, path, {
						as,
						raw: '{"name":"Ana"}',
						headers: { 'content-type': type },
					});
				await gives(send(null), '401 missing_api_token');
				const reply = await send('manager');
				expect([type, errorOf(reply)]).toEqual([
					type,
					method === 'POST' ? '400 invalid_json' : '404 resource_not_found',
				]);
				expect(reply.body.error.requestId).toBe(reply.headers['request-id']);
				expect(reply.headers['ratelimit-remaining']).toMatch(/^\d+$/);
			}
		const [logged] = await under.api.control('GET', '/requests?newest=1');
		expect(logged.headers['content-type']).toBe(';');
	},
);

rule('Common 7 unreadable', 'a query that cannot be decoded names its parameter', async () => {
	for (const value of ['%zz', '%', '%ff', '%C3%28'])
		await gives(under.api.get(`/contacts?limit=1&search=${value}`), '400 invalid_parameter search');
	expect(errorOf(await under.api.get('/contacts?%ff=1'))).toMatch('400 unknown_parameter');
	await gives(under.api.get('/contacts?search=100%25+Ana%20%C3%A9'), '200');
});

rule('Versioning 1', 'an address beside it that cannot be decoded is none of its own', async () => {
	const { origin } = new URL(under.sandbox.baseUrl);
	const { status, headers } = await fetch(`${origin}/api/v1x/%zz`);
	expect([status, headers.get('request-id')]).toEqual([400, null]);
});
