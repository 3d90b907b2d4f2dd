/** What the client keeps of a write that failed; execution/ledgerWrite.test.ts has the states. */
import { send } from '../../../nodes/CustomerRelationship/transport/client';
import { Cancelled } from '../../../nodes/CustomerRelationship/transport/cancelled';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { error, lost, ok, page, setUp } from './scriptedClient';
import { create, get, start } from './failedAttempts';

describe('n8n’s Retry On Fail', () => {
	const serverError = error('internal_error');
	const own = { key: 'key-1' };

	test.each([
		['a 500', serverError, start, {}],
		['a 500 of a proxy', page(500), create, {}],
		['a message that could not be queued', error('queue_unavailable'), start, {}],
		['a 500, with a key of the user’s own', serverError, create, own],
	])('gets the same failure again after %s, without sending', async (_, reply, request, key) => {
		const { sent, failing } = setUp([reply, ok]);
		const first = await failing(request, key);
		expect(await failing(request, key)).toEqual(first);
		expect(sent).toHaveLength(1);
		await failing(request, { key: 'key-2' }).catch(() => {});
		expect(sent).toHaveLength(2);
	});

	test.each([
		[
			'after a refusal that the service has stored for no key',
			error('channel_not_official'),
			start,
			{},
		],
		['after a connection that broke', lost, create, { maxWaitMs: 0 }],
		['a read after a server error', serverError, get, { maxWaitMs: 0 }],
	])('sends again %s', async (_, reply, request, options) => {
		const { sent, failing, run } = setUp([reply, ok]);
		await failing(request, options);
		await expect(run(request, options)).resolves.toMatchObject({ statusCode: 200 });
		expect(sent).toHaveLength(2);
	});
});

test('a request that waits to be repeated is not sent once another one has closed its key', async () => {
	const inProgress = error('idempotency_key_in_progress');
	const { begin, clock, sent } = setUp([error('internal_error'), inProgress, ok], 2_000);
	const both = await clock.finish(Promise.allSettled([begin(create), begin(create)]));
	const [first, second] = both as PromiseRejectedResult[];
	expect(first?.reason).toBeInstanceOf(RequestFailed);
	expect(second?.reason).toBe(first?.reason);
	expect(sent).toHaveLength(2);
});

test('a cancelled request leaves its write with the state that is known', async () => {
	const { cancel, clock, dependencies, writeOf } = setUp([lost]);
	const write = writeOf(create, 'k');
	const end = send(create, dependencies, { maxWaitMs: 60_000, write }).catch((thrown) => thrown);
	await clock.finish(clock.wait(100).then(() => cancel.abort()));
	expect(await end).toEqual(new Cancelled());
	expect(write).toMatchObject({ state: 'unknown' });
});
