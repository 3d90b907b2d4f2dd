/** Options that an expression gives. */
import { NODE, useService } from './actionNode/service';

const service = useService();
const list = (more: object) => ({ resource: 'contact', operation: 'getAll', ...more });

test.each([
	['Return All', 'neither true nor false', { returnAll: '={{ "some" }}' }],
	[
		'Include Response Details',
		'neither true nor false',
		{ options: { includeResponse: '={{ "some" }}' } },
	],
	[
		'Max Wait (Seconds)',
		'not a number of seconds',
		{ options: { maxWaitSeconds: '={{ "long" }}' } },
	],
	['Max Wait (Seconds)', 'not a number of seconds', { options: { maxWaitSeconds: -1 } }],
])('“%s” that is %s is refused before anything is sent', async (label, mistake, given) => {
	const item = await service.refusal(list(given));
	expect(item.error).toBe(`“${label}” is ${mistake}`);
	expect(await service.requests()).toEqual([]);
});

test('Parallel Requests that are no number fail their item, none in between', async () => {
	const options = { parallelRequests: '={{ $json.parallel }}' };
	const run = await service.run(list({ limit: 1, options }), {
		inputData: [{ parallel: 'lots' }, { parallel: 2 }],
		node: { onError: 'continueErrorOutput' },
	});
	expect(run.items(NODE)).toMatchObject([{ pairedItem: { item: 1 } }]);
	expect(run.json(NODE, 1)).toMatchObject([
		{ error: '“Parallel Requests” is not a whole number of at least 1' },
	]);
});

test('an expression that fails is the item’s own failure', async () => {
	const additionalQuery = '={{ $("No such node").item.json.query }}';
	const run = await service.run(list({ limit: 1, options: { additionalQuery } }), {
		inputData: [{}, {}],
		node: { onError: 'continueErrorOutput' },
	});
	expect(run.items(NODE)).toEqual([]);
	const failed = { error: expect.any(String), details: { code: null } };
	expect(run.items(NODE, 1)).toMatchObject(
		[0, 1].map((item) => ({ json: failed, pairedItem: { item } })),
	);
});

test('with a key of the user’s a second execution is a replay', async () => {
	const options = { idempotencyKey: '={{ "order-1" }}', includeResponse: true };
	const upsert = { resource: 'contact', operation: 'upsert', name: 'Ana', options };
	const [first, second] = [await service.record(upsert), await service.record(upsert)];
	expect(second).toMatchObject({ id: first.id, _response: { replayed: true, created: true } });
});
