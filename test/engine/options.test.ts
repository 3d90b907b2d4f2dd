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
])('refuses “%s” of %s before anything is sent', async (label, mistake, given) => {
	const item = await service.refusal(list(given));
	expect(item.error).toBe(`“${label}” is ${mistake}`);
	expect(await service.requests()).toEqual([]);
});

test('invalid Parallel Requests fail their item, not those in between', async () => {
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

test('an expression that fails, fails only its item', async () => {
	const additionalQuery = '={{ $("No such node").item.json.query }}';
	const run = await service.run(list({ limit: 1, options: { additionalQuery } }), {
		inputData: [{}, {}],
		node: { onError: 'continueErrorOutput' },
	});
	expect(run.items(NODE)).toEqual([]);
	const failed = {
		error: expect.any(String),
		details: expect.not.objectContaining({ code: expect.anything() }),
	};
	expect(run.items(NODE, 1)).toMatchObject(
		[0, 1].map((item) => ({ json: failed, pairedItem: { item } })),
	);
});

test('a second execution with the user’s own key is a replay', async () => {
	const options = { idempotencyKey: '={{ "order-1" }}', includeResponse: true };
	const upsert = { resource: 'contact', operation: 'upsert', name: 'Ana', options };
	const [first, second] = [await service.record(upsert), await service.record(upsert)];
	expect(second).toMatchObject({ id: first.id, _response: { replayed: true, created: true } });
});
