import type { Reply } from './harness/client';
import { errorOf, gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox();
const post = (key: string, as = 'manager', path = '/contacts') =>
	under.api.post(path, { name: 'Ana' }, { key, as });
const isReplay = ({ headers }: Reply) => headers['idempotent-replayed'] === 'true';

/** Refused for that reason, then carried out under the same key once the cause is gone. */
async function refusedThenDone(
	expected: string,
	ask: () => Promise<Reply>,
	remedy: () => Promise<unknown>,
): Promise<void> {
	await gives(ask(), expected);
	expect(isReplay(await ask())).toBe(false);
	await remedy();
	const done = await ask();
	expect([done.status, isReplay(done)]).toEqual([201, false]);
}

rule('Idempotency 5 before the operation', '401: no token, so nobody whose key it is', async () => {
	const { manager } = under.fixtures.users;
	const expiresAt = '2025-01-01T00:00:00.000Z';
	const scopes = ['crm:write'];
	const ended = await under.api.control('POST', '/tokens', { userId: manager, scopes, expiresAt });
	await gives(post('key', ended.token), '401 invalid_api_token');
	await gives(post('key', 'nobody'), '401 invalid_api_token');
	expect(isReplay(await post('key', ended.token))).toBe(false);
	await gives(post('key'), '201');
});

rule('Idempotency 5 before the operation', '402: paid again, the same key works', async () => {
	const pay = (subscriptionActive: boolean) =>
		under.api.control('PATCH', '/settings', { subscriptionActive });
	await pay(false);
	await refusedThenDone(
		'402 subscription_inactive',
		() => post('key'),
		() => pay(true),
	);
});

rule(
	'Idempotency 5 before the operation',
	'403 insufficient_api_token_scope: the operation was not reached, its role refusal is',
	async () => {
		const ask = () => post('key', 'readOnly');
		await gives(ask(), '403 insufficient_api_token_scope');
		expect(isReplay(await ask())).toBe(false);
		await gives(post('key', 'seller'), '403 permission_denied');
		expect(isReplay(await post('key', 'seller'))).toBe(true);
	},
);

rule(
	'Idempotency 5 before the operation',
	'404 of an unknown address: no operation, but that of an unknown record is one’s answer',
	async () => {
		const unknown = () => post('address', 'manager', '/contact');
		await gives(unknown(), '404 resource_not_found');
		expect(isReplay(await unknown())).toBe(false);
		await gives(post('address'), '201');
		const record = () => under.api.patch('/contacts/nobody', { name: 'x' }, { key: 'record' });
		await gives(record(), '404 resource_not_found');
		expect(isReplay(await record())).toBe(true);
	},
);

rule(
	['Idempotency 5 before the operation', 'Idempotency 3', 'Idempotency 6'],
	'the key’s own errors change nothing about what is stored under it',
	async () => {
		const first = await post('key');
		const other = await under.api.post('/contacts', { name: 'Bia' }, { key: 'key' });
		expect(errorOf(other)).toBe('409 idempotency_key_reused');
		expect(isReplay(other)).toBe(false);
		const again = await post('key');
		expect([again.text, isReplay(again)]).toEqual([first.text, true]);
		expect(isReplay(await post('not valid'))).toBe(false);
	},
);
