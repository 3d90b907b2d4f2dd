import { send } from '../../../nodes/CustomerRelationship/transport/client';
import { Cancelled } from '../../../nodes/CustomerRelationship/transport/wait';
import { error, lost, ok, page, setUp, unreachable, type Reply } from './scriptedClient';
import { create, get, patch, start } from './setbacks';

describe('n8n’s Retry On Fail', () => {
	const started = error('internal_error');
	const queueless = error('queue_unavailable');

	const own = { key: 'key-1', isOwn: true };

	test.each([
		['a 500', started, create, {}],
		['a 500', started, start, {}],
		['a 500 of something in front', page(500), create, {}],
		['a message that could not be queued', queueless, start, {}],
		['a 500, with a key of the user’s own', started, create, own],
	])(
		'gets the same failure again after %s, and nothing is sent',
		async (_, reply, request, key) => {
			const { sent, failing } = setUp([reply, ok]);
			const first = await failing(request, key);
			expect(await failing(request, key)).toEqual(first);
			expect(sent).toHaveLength(1);
			await failing(request, { key: 'key-2', isOwn: false }).catch(() => {});
			expect(sent).toHaveLength(2);
		},
	);

	test.each([
		['after an end that the service has stored', error('channel_not_official'), start, {}],
		['after a connection that broke', lost, create, { maxWaitMs: 0 }],
		['of a read', page(404), get, { maxWaitMs: 0 }],
		['of a read that failed in the service', started, get, { maxWaitMs: 0 }],
	])('sends again %s', async (_, reply, request, sending) => {
		const { sent, failing, run } = setUp([reply, ok]);
		await failing(request, sending);
		await expect(run(request, sending)).resolves.toMatchObject({ statusCode: 200 });
		expect(sent).toHaveLength(2);
	});
});

test('no later answer tells how a write that failed inside has ended', async () => {
	const unknown = { ...error('idempotency_unavailable') };
	const inside = { ...unknown, body: { error: { type: 'x', code: 'brand_new', message: '' } } };
	const { failing } = setUp([
		inside,
		error('cnpj_already_in_use'),
		lost,
		error('cnpj_already_in_use'),
	]);
	expect(await failing(create)).toMatchObject({ attempts: 2, mayHaveRun: true });
	const other = { key: 'key-2', isOwn: false };
	expect(await failing(create, other)).toMatchObject({ attempts: 2, mayHaveRun: false });
});

test('what is known of the outcome is known when it is stopped', async () => {
	const { cancel, clock, surroundings, writeOf } = setUp([lost]);
	const write = writeOf(create, 'k', false);
	const end = send(create, surroundings, { maxWaitMs: 60_000, write }).catch((thrown) => thrown);
	await clock.finish(clock.wait(100).then(() => cancel.abort()));
	expect(await end).toEqual(new Cancelled());
	expect(write).toMatchObject({ state: 'unknown' });
});

describe('whether a write was carried out is told rightly', () => {
	test.each<[string, Reply[], boolean]>([
		['an internal error', [error('internal_error')], true],
		['a lost answer, then an internal error', [lost, error('internal_error')], true],
		['a lost answer, then a refusal of the token', [lost, error('invalid_api_token')], true],
		['a lost answer, then a refusal by its key', [lost, error('phone_already_in_use')], false],
		['a lost answer, then a wrong template', [lost, error('template_not_found')], false],
		['a page in between, then a refusal', [page(503), error('channel_disconnected')], false],
		['a page of a wrong address', [page(404)], false],
		['a page of a broken gateway', [page(502)], true],
		['no connection', [unreachable], false],
		['no connection after a lost answer', [lost, unreachable], true],
		['an answer that never gets ready', [error('idempotency_key_in_progress')], true],
		['a limit', [error('rate_limited', { 'retry-after': '500' })], false],
		['a limit after a lost answer', [lost, error('rate_limited', { 'retry-after': '500' })], true],
		['a queue that is down', [error('queue_unavailable')], false],
		[
			'a stored failure',
			[{ ...error('internal_error'), headers: { 'idempotent-replayed': 'true' } }],
			true,
		],
	])('after %s', async (_, replies, unknown) => {
		const { failing } = setUp(replies);
		expect((await failing(start, { maxWaitMs: 20_000 })).mayHaveRun).toBe(unknown);
	});

	test('an internal error of a write is never asked for again', async () => {
		const { sent, failing } = setUp([error('internal_error')]);
		await failing(patch);
		expect(sent).toHaveLength(1);
	});
});
