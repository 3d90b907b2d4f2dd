import { errorOf, gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();
const withHeader = (authorization: string) =>
	under.api.send('GET', '/pipelines', { as: null, headers: { authorization } });

rule(
	['Common 1', 'Authentication 2', 'Authentication 4', 'Error missing_api_token'],
	'no Authorization header; a browser session is not valid',
	async () => {
		await gives(under.api.get('/pipelines', null as never), '401 missing_api_token');
		const cookie = await under.api.send('GET', '/pipelines', {
			as: null,
			headers: { cookie: 'session=x' },
		});
		expect(errorOf(cookie)).toBe('401 missing_api_token');
		expect(cookie.body.error.type).toBe('authentication_error');
	},
);

rule(
	['Authentication 4', 'Error invalid_bearer_token'],
	'not of the form Bearer <token>',
	async () => {
		for (const header of [
			'sandbox-manager',
			'Basic abc',
			'Bearer',
			'Bearer ',
			'Bearer a b',
			'Token sandbox-manager',
		]) {
			await gives(withHeader(header), '401 invalid_bearer_token', header);
		}
	},
);

rule(
	['Authentication 4', 'Error invalid_api_token'],
	'nonexistent, expired, revoked, or of a user without access',
	async () => {
		for (const as of ['nonexistent', 'expired', 'revoked', 'formerUser']) {
			await gives(under.api.get('/pipelines', as), '401 invalid_api_token', as);
		}
		const { users } = under.fixtures;
		const expiresAt = new Date(Date.now() + 60_000).toISOString();
		const made = await under.api.control('POST', '/tokens', {
			userId: users.manager,
			scopes: ['crm:read'],
			expiresAt,
		});
		await gives(under.api.get('/pipelines', made.token), '200');
		await under.api.control('POST', '/clock', { advanceMs: 60_000 });
		await gives(under.api.get('/pipelines', made.token), '401 invalid_api_token');
		const revoked = await under.api.control('POST', '/tokens', {
			userId: users.manager,
			scopes: ['crm:read'],
		});
		await under.api.control('DELETE', `/tokens/${revoked.id}`);
		await gives(under.api.get('/pipelines', revoked.token), '401 invalid_api_token');
	},
);

rule(
	['Authentication 4', 'Error subscription_inactive'],
	'the subscription of the company is not active',
	async () => {
		await gives(under.api.get('/pipelines', 'suspendedAccount'), '402 subscription_inactive');
		await under.api.control('PATCH', '/settings', { subscriptionActive: false });
		await gives(under.api.get('/pipelines'), '402 subscription_inactive');
	},
);

rule(
	[
		'Authentication 4',
		'Common 5',
		'Error insufficient_api_token_scope',
		'Authentication 1',
		'POST /conversations',
	],
	'each operation needs its scope',
	async () => {
		const scoped = async (scopes: string[]) =>
			(await under.api.control('POST', '/tokens', { userId: under.fixtures.users.manager, scopes }))
				.token;
		const only: Record<string, string> = {};
		for (const scope of ['crm:read', 'crm:write', 'inbox:read', 'inbox:send'])
			only[scope] = await scoped([scope]);
		const operations: Array<[string, string, string]> = [
			['GET', '/contacts', 'crm:read'],
			['POST', '/contacts', 'crm:write'],
			['GET', '/contacts/x', 'crm:read'],
			['PATCH', '/contacts/x', 'crm:write'],
			['GET', '/companies', 'crm:read'],
			['POST', '/companies', 'crm:write'],
			['GET', '/companies/x', 'crm:read'],
			['PATCH', '/companies/x', 'crm:write'],
			['DELETE', '/companies/x', 'crm:write'],
			['GET', '/pipelines', 'crm:read'],
			['GET', '/pipelines/x', 'crm:read'],
			['GET', '/pipelines/x/stages', 'crm:read'],
			['GET', '/deals', 'crm:read'],
			['POST', '/deals', 'crm:write'],
			['GET', '/deals/x', 'crm:read'],
			['PATCH', '/deals/x', 'crm:write'],
			['DELETE', '/deals/x', 'crm:write'],
			['POST', '/deals/x/move', 'crm:write'],
			['POST', '/deals/x/win', 'crm:write'],
			['POST', '/deals/x/lose', 'crm:write'],
			['GET', '/conversations', 'inbox:read'],
			['POST', '/conversations', 'inbox:send'],
			['GET', '/conversations/x/messages/x', 'inbox:read'],
			['POST', '/conversations/x/messages', 'inbox:send'],
			['GET', '/channels', 'inbox:read'],
		];
		for (const [method, path, needed] of operations) {
			for (const [scope, as] of Object.entries(only)) {
				const reply = await under.api.send(method, path, {
					as,
					raw: method === 'GET' ? undefined : '',
				});
				const isRefused = errorOf(reply) === '403 insufficient_api_token_scope';
				expect([method, path, scope, isRefused]).toEqual([method, path, scope, scope !== needed]);
			}
		}
	},
);

rule(
	['Authentication 4', 'Error api_tokens_disabled'],
	'token access temporarily suspended',
	async () => {
		const fault = { kind: 'status', status: 503, code: 'api_tokens_disabled' };
		await under.api.control('POST', '/faults', fault);
		await gives(under.api.get('/pipelines'), '503 api_tokens_disabled');
		await gives(under.api.get('/pipelines'), '200');
	},
);

rule(
	['Authentication 5', 'POST /contacts', 'Error permission_denied'],
	'manager-only operations refuse a seller, whatever the record',
	async () => {
		const as = 'seller';
		const refused = [
			await under.api.post('/contacts', {}, { as }),
			await under.api.patch('/contacts/x', {}, { as }),
			await under.api.delete('/companies/x', { as }),
			await under.api.delete('/deals/x', { as }),
		];
		expect(refused.map(errorOf)).toEqual(Array(4).fill('403 permission_denied'));
	},
);
