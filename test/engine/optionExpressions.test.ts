import { NODE, useService } from './actionNode/service';

const service = useService({ contacts: 120 });
const list = (more: object) => ({ resource: 'contact', operation: 'getAll', ...more });

test('Return All and Include Response Details take the words that an expression gives', async () => {
	const options = { includeResponse: '={{ "true" }}' };
	const all = await service.records(list({ returnAll: '={{ "true" }}', options }));
	expect(all.length).toBeGreaterThan(120);
	expect(all[0]).toHaveProperty('_response');
	const cut = await service.records(
		list({ returnAll: '={{ "false" }}', limit: 2, options: { includeResponse: '={{ "False" }}' } }),
	);
	expect(cut).toHaveLength(2);
	expect(cut[0]).not.toHaveProperty('_response');
});

test.each([
	['Return All', { returnAll: '={{ "some" }}' }],
	['Include Response Details', { options: { includeResponse: '={{ "some" }}' } }],
])('%s refuses other words before anything is sent', async (label, given) => {
	const item = await service.refusal(list(given));
	expect(item.error).toBe(`“${label}” is neither true nor false`);
	expect(await service.requests()).toEqual([]);
});

test.each(['={{ "" }}', '={{ null }}', '={{ $json.missing }}'])(
	'%s leaves every option at its default',
	async (nothing) => {
		await service.fault({
			kind: 'status',
			status: 503,
			code: 'api_tokens_disabled',
			retryAfter: 0,
		});
		const options = {
			includeResponse: nothing,
			maxWaitSeconds: nothing,
			parallelRequests: nothing,
			pageSize: nothing,
		};
		const records = await service.records(list({ returnAll: nothing, limit: nothing, options }));
		expect(records).toHaveLength(50);
		expect(records[0]).not.toHaveProperty('_response');
	},
);

test('Parallel Requests that are no number fail each item, none in between', async () => {
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

test('an option whose expression fails is the item’s own failure', async () => {
	const options = {
		parallelRequests: 2,
		additionalQuery: '={{ $("No such node").item.json.query }}',
	};
	const run = await service.run(list({ limit: 1, options }), {
		inputData: [{}, {}],
		node: { onError: 'continueErrorOutput' },
	});
	expect(run.items(NODE)).toEqual([]);
	expect(run.items(NODE, 1)).toMatchObject([
		{ json: { error: expect.any(String), details: { code: null } }, pairedItem: { item: 0 } },
		{ json: { error: expect.any(String) }, pairedItem: { item: 1 } },
	]);
});
