import { NODE, useService } from './actionNode/service';

const service = useService();
const get = (more: object = {}) => ({ resource: 'pipeline', operation: 'getAll', ...more });
const create = (more: object = {}) => ({
	resource: 'contact',
	operation: 'upsert',
	name: 'Ana',
	...more,
});
const limited = async (retryAfter: number, count = 1) =>
	await service.fault({ kind: 'status', status: 429, code: 'rate_limited', retryAfter, count });

test('a limit is waited for, with the same key and bytes', async () => {
	await limited(1);
	const since = Date.now();
	expect((await service.records(create())).length).toBe(1);
	expect(Date.now() - since).toBeGreaterThanOrEqual(950);
	const [first, second] = await service.requests();
	expect([first?.status, second?.status]).toEqual([429, 201]);
	expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
	expect(second?.rawBody).toBe(first?.rawBody);
});

test.each([-1, '={{ "long" }}'])(
	'a Max Wait of %p is refused before anything is sent',
	async (maxWaitSeconds) => {
		const item = await service.refusal(get({ options: { maxWaitSeconds } }));
		expect(item.error).toBe('“Max Wait (Seconds)” is not a number of seconds');
		expect(await service.requests()).toEqual([]);
	},
);

describe('a key of the user’s', () => {
	test('makes a second execution a replay', async () => {
		const given = create({ options: { idempotencyKey: 'order-1', includeResponse: true } });
		const [first, second] = [await service.record(given), await service.record(given)];
		expect(second).toMatchObject({ id: first.id, _response: { replayed: true, created: true } });
	});

	test('that is the same for several items says why that fails', async () => {
		const run = await service.run(
			create({ name: '={{ $json.name }}', options: { idempotencyKey: 'k' } }),
			{
				inputData: [{ name: 'Ana' }, { name: 'Bia' }],
				node: { onError: 'continueErrorOutput' },
			},
		);
		expect(run.json(NODE)).toMatchObject([{ name: 'Ana' }]);
		expect(run.items(NODE, 1)).toMatchObject([
			{
				json: {
					error: expect.stringContaining('is the same as that of item 0'),
					details: { code: 'invalid_input' },
				},
				pairedItem: { item: 1 },
			},
		]);
		expect(await service.requests()).toHaveLength(1);
	});
});
