/** What of a write's end the client keeps; the states themselves are those of write.test.ts. */
import { send } from '../../../nodes/CustomerRelationship/transport/client';
import { Cancelled } from '../../../nodes/CustomerRelationship/transport/clock';
import { error, lost, ok, page, setUp } from './scriptedClient';
import { create, get, start } from './failedAttempts';

describe('n8n’s Retry On Fail', () => {
	const internalError = error('internal_error');
	const own = { key: 'key-1' };

	test.each([
		['a 500', internalError, start, {}],
		['a 500 of something in front', page(500), create, {}],
		['a message that could not be queued', error('queue_unavailable'), start, {}],
		['a 500, with a key of the user’s own', internalError, create, own],
	])(
		'gets the same failure again after %s, and nothing is sent',
		async (_, reply, request, key) => {
			const { sent, failing } = setUp([reply, ok]);
			const first = await failing(request, key);
			expect(await failing(request, key)).toEqual(first);
			expect(sent).toHaveLength(1);
			await failing(request, { key: 'key-2' }).catch(() => {});
			expect(sent).toHaveLength(2);
		},
	);

	test.each([
		['after an end that the service has stored', error('channel_not_official'), start, {}],
		['after a connection that broke', lost, create, { maxWaitMs: 0 }],
		['of a read that failed in the service', internalError, get, { maxWaitMs: 0 }],
	])('sends again %s', async (_, reply, request, sending) => {
		const { sent, failing, run } = setUp([reply, ok]);
		await failing(request, sending);
		await expect(run(request, sending)).resolves.toMatchObject({ statusCode: 200 });
		expect(sent).toHaveLength(2);
	});
});

test('what is known of the outcome is known when it is stopped', async () => {
	const { cancel, clock, dependencies, writeOf } = setUp([lost]);
	const write = writeOf(create, 'k');
	const end = send(create, dependencies, { maxWaitMs: 60_000, write }).catch((thrown) => thrown);
	await clock.finish(clock.wait(100).then(() => cancel.abort()));
	expect(await end).toEqual(new Cancelled());
	expect(write).toMatchObject({ state: 'unknown' });
});
