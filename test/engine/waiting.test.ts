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

test('a long wait is told, and for which limit', async () => {
	const told = async (parameters: object, token: string) => {
		const run = await service.run({ ...parameters }, { token });
		expect(run.error).toBeUndefined();
		return run.hints(NODE).map(({ message }) => message);
	};
	const start = {
		resource: 'conversation',
		operation: 'start',
		phone: '(11) 91111-0001',
		templateName: 'sem_variaveis',
		templateLanguage: 'pt_BR',
	};
	for (const path of ['/pipelines', '/conversations']) {
		await service.fault({ kind: 'status', status: 429, code: 'rate_limited', retryAfter: 4, path });
	}
	// Refused although the headers tell of room: that is the channel's limit. Tokens of their own, as below.
	expect(await Promise.all([told(get(), 'crmOnly'), told(start, 'inboxOnly')])).toEqual([
		['Waited 4 s in all to stay within the limit of requests a minute.'],
		['Waited 4 s in all to stay within the limit of 30 message sends a minute and channel.'],
	]);
	await limited(1);
	expect(await told(get(), 'seller')).toEqual([]);
});

test('a wait beyond Max Wait fails at once and names the code', async () => {
	// With a token of its own: what a process learns of a token’s limits counts for all executions.
	await limited(60);
	const since = Date.now();
	const run = await service.run(get({ options: { maxWaitSeconds: 2 } }), { token: 'readOnly' });
	expect(Date.now() - since).toBeLessThan(1_500);
	expect(run.nodeError(NODE)).toMatchObject({
		httpCode: '429',
		description: expect.stringMatching(
			/raise Max Wait .* 6\d s more \(rate_limited: the limit of requests a minute\)/,
		),
	});
	expect(await service.requests()).toHaveLength(1);
});

test('with a Max Wait of 0 nothing is waited for', async () => {
	await service.fault({ kind: 'status', status: 503, code: 'api_tokens_disabled', retryAfter: 1 });
	const item = await service.refusal(get({ options: { maxWaitSeconds: 0 } }));
	expect(item.details).toMatchObject({ status: 503, code: 'api_tokens_disabled' });
	expect(await service.requests()).toHaveLength(1);
});

test.each([-1, '={{ "long" }}'])(
	'a Max Wait of %p is refused before anything is sent',
	async (maxWaitSeconds) => {
		const item = await service.refusal(get({ options: { maxWaitSeconds } }));
		expect(item.error).toBe('“Max Wait (Seconds)” is not a number of seconds');
		expect(await service.requests()).toEqual([]);
	},
);

test('an expression without a result leaves Max Wait and the rest at their defaults', async () => {
	const nothing = '={{ $json.missing }}';
	const options = {
		maxWaitSeconds: nothing,
		parallelRequests: nothing,
		includeResponse: nothing,
	};
	expect(await service.record(create({ options }))).not.toHaveProperty('_response');
});

describe('a key of the user’s', () => {
	test('goes out verbatim', async () => {
		await service.record(create({ options: { idempotencyKey: '={{ "order-" + $json.n }}' } }), {
			inputData: [{ n: 1042 }],
		});
		expect((await service.request()).headers['idempotency-key']).toBe('order-1042');
	});

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

	test.each(['ação', 'x'.repeat(256), 'a b'])(
		'%p is refused before anything is sent',
		async (idempotencyKey) => {
			const item = await service.refusal(create({ options: { idempotencyKey } }));
			expect(item.error).toContain('“Idempotency Key”');
			expect(await service.requests()).toEqual([]);
		},
	);
});
