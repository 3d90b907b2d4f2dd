import type { IHttpRequestOptions } from 'n8n-workflow';
import { automaticIdempotencyKey } from '../../../nodes/CustomerRelationship/execution/idempotencyKey';
import { answer, deal, execution, held, pending, refusal, settled, start } from './execution';

const keysOf = (asked: IHttpRequestOptions[]) =>
	asked.map(({ headers }) => headers?.['Idempotency-Key']);

describe('a write', () => {
	const options = { maxWaitSeconds: 0 };

	test('carries the user’s key, or one made for its item; a reading carries none', async () => {
		const items = [
			deal('win', 'a', { options: { idempotencyKey: 'own' } }),
			deal('win', 'b'),
			deal('get', 'c', { options: { idempotencyKey: 'own' } }),
		];
		const { output, asked, context } = execution({ items });
		await output;
		expect(keysOf(asked)).toEqual([
			'own',
			automaticIdempotencyKey(context, { runPart: 0, item: 1, operation: 'deal.win' }),
			undefined,
		]);
	});

	test('to a record waits for the one before it, and no other does', async () => {
		const { service, give } = held();
		const options = { parallelRequests: 3 };
		const items = ['a', 'a', 'b'].map((id) => deal('win', id, { options }));
		const { output, lines } = execution({ items, service });
		await settled();
		expect(lines()).toEqual(['POST /deals/a/win', 'POST /deals/b/win']);
		give(0, { id: 'a' });
		await settled();
		expect(lines().slice(2)).toEqual(['POST /deals/a/win']);
		give(1, { id: 'b' });
		give(2, { id: 'a' });
		expect(await output).toHaveLength(3);
	});

	test('lets the next go on as soon as it is answered, not when its outcome is known', async () => {
		const options = { parallelRequests: 2, waitForOutcome: 1 };
		const { output, lines, context } = execution({
			items: [start({ options }), start({ options, phone: '11987654322' })],
			// No time is left to ask again.
			service: ({ method }) =>
				method === 'GET' ? refusal(503, 'api_tokens_disabled') : answer(pending),
		});
		expect(await output).toMatchObject([{ json: pending }, { json: pending }]);
		expect(lines().map((line) => line.split(' ')[0])).toEqual(['POST', 'POST', 'GET', 'GET']);
		expect(context.hints).toEqual([
			{
				message: expect.stringMatching(
					/^The message was queued, but .*: The service has suspended .*\.$/,
				),
				...{ type: 'info', location: 'outputPane' },
			},
		]);
	});

	test('that a tool makes has the key of what it asks for, however often it is called', async () => {
		const keyOf = async (id: string, run: number) => {
			const { output, asked } = execution({ items: [deal('win', id)], isTool: true, run });
			await output;
			return keysOf(asked)[0];
		};
		const first = await keyOf('a', 0);
		expect(await keyOf('a', 1)).toBe(first);
		expect(await keyOf('b', 0)).not.toBe(first);
	});

	test('that a tool makes has the key of its own call, though another asked for the same', async () => {
		const flow = {};
		const keyOf = async (idempotencyKey: string) => {
			const items = [start({ options: { idempotencyKey } })];
			const { output, asked } = execution({ items, flow, isTool: true, accessToken: 'calls' });
			await output;
			return keysOf(asked)[0];
		};
		expect([await keyOf('a'), await keyOf('b')]).toEqual(['a', 'b']);
	});

	test.each([
		[deal('win', 'd', { options }), 'carriedOut'],
		[deal('lose', 'd', { options }), 'carriedOut'],
		[deal('move', 'd', { stageId: 's', options }), 'carriedOut'],
		[deal('delete', 'd', { options }), 'unknown'],
		[
			{ resource: 'message', operation: 'send', conversationId: 'k', text: 'Hi', options },
			'unknown',
		],
	])(
		'is known by an empty answer where its answer is not shown, and only there: %#',
		async (item, end) => {
			const empty = { ...answer({}, 204), body: '' };
			const items = [item, deal('win', 'none')];
			const service = ({ url }: IHttpRequestOptions) =>
				url.includes('none') ? refusal(404, 'resource_not_found') : empty;
			expect((await execution({ items, service }).failure()).context.data).toMatchObject({
				[end]: [0],
			});
		},
	);
});

test.each([
	[[''], ''],
	[
		['a', ''],
		' The first item is item 0. To let the other items through, choose Settings > On Error > Continue (using error output), or with Output: Row just Continue.',
	],
])('a mistake in one of the items %j says how to let others through', async (ids, more) => {
	const { failure } = execution({ items: ids.map((id) => deal('win', id)) });
	const { description } = await failure();
	expect(description).toMatch(
		/^Nothing was sent in this run of the node\. Choose one .* has that value\./,
	);
	expect(description?.split('has that value.')[1]).toBe(more);
});

describe('one key for two items', () => {
	const win = (id: string) => deal('win', id, { options: { idempotencyKey: 'k' } });

	test.each([[[]], [['one', 'two', 'two']], [['two', 'one', 'two']]])(
		'is an error where their requests differ, whatever item of another token is between: %j',
		async (tokens) => {
			const { failure, asked } = execution({
				items: ['a', tokens[0] ? 'b' : 'a', 'c'].map(win),
				tokens,
			});
			expect(await failure()).toMatchObject({
				message: expect.stringMatching(/^“Idempotency Key” is the same as that of item \d, whose/),
				context: { itemIndex: 2 },
			});
			expect(asked).toEqual([]);
		},
	);

	test('is told before the mistake of a later item, which is found sooner', async () => {
		const { failure } = execution({ items: ['a', 'b', ''].map(win) });
		expect((await failure()).description).toMatch(
			/^Item 1: “Idempotency Key” .* Make it different for each item, for example .* Item 2: “Deal” is empty\. .*Nothing was sent in this run of the node\. To let the other items through, choose Settings > On Error > Continue \(using error output\), or with Output: Row just Continue\.$/,
		);
	});

	test('is none where they are the same, or their tokens differ', async () => {
		expect(await execution({ items: [win('a'), win('a')] }).output).toHaveLength(2);
		const tenants = { items: [win('a'), win('b')], tokens: ['one', 'two'] };
		expect(await execution(tenants).output).toHaveLength(2);
	});

	test('has them go one after the other, and beside those with another key', async () => {
		const { service, give } = held();
		const items = ['k', 'k', 'another'].map((idempotencyKey) => ({
			...{ resource: 'contact', operation: 'upsert', name: 'Ana' },
			options: { idempotencyKey, parallelRequests: 3 },
		}));
		const { asked, output } = execution({ items, service });
		await settled();
		expect(keysOf(asked)).toEqual(['k', 'another']);
		for (const index of [0, 1, 2]) {
			give(index, { id: 'a' });
			await settled();
		}
		await output;
	});

	test('has neither sent again what met an internal error', async () => {
		const items = ['a', 'a'].map(win);
		const service = () => refusal(500, 'internal_error');
		const { asked, output } = execution({ items, service, continueOnFail: true });
		expect(await output).toMatchObject(
			Array(2).fill({ json: { details: { outcome: 'unknown' } } }),
		);
		expect(asked).toHaveLength(1);
	});
});

describe('an operation of several requests', () => {
	const contact = (updateFields: object, options: object = {}) => ({
		...{ resource: 'contact', operation: 'update', contactId: 'c', updateFields, options },
	});
	const company = (options: object = {}, cnpj = '11222333000181') => ({
		...{ resource: 'company', operation: 'upsert', cnpj, options },
	});
	const tags = ({ method }: IHttpRequestOptions) =>
		answer(method === 'GET' ? { id: 'c', tags: ['a'] } : { id: 'c' });
	const nobody = ({ method }: IHttpRequestOptions) =>
		answer(method === 'GET' ? { data: [], hasMore: false } : { id: 'co' });

	test('writes with the user’s key as it is, or with what the write is for behind it', async () => {
		const options = { idempotencyKey: 'row-1' };
		const update = execution({ items: [contact({ addTags: 'b' }, options)], service: tags });
		await update.output;
		expect(keysOf(update.asked)).toEqual([undefined, 'row-1']);
		const upsert = execution({ items: [company(options)], service: nobody });
		await upsert.output;
		expect(keysOf(upsert.asked)).toEqual([undefined, 'row-1:create']);
	});

	test('has an automatic key for each of its writes', async () => {
		let looks = 0;
		const late = ({ method }: IHttpRequestOptions) => {
			const data = looks++ > 0 ? [{ id: 'co', cnpj: '11222333000181' }] : [];
			if (method === 'GET') return answer({ data, hasMore: false });
			return method === 'POST' ? refusal(409, 'cnpj_already_in_use') : answer({ id: 'co' });
		};
		const items = [{ ...company(), additionalFields: { tradeName: 'Casa' } }];
		const { output, asked, context } = execution({ items, service: late });
		await output;
		const [create, update] = keysOf(asked).filter(Boolean);
		const at = { runPart: 0, item: 0 };
		expect(create).toBe(
			automaticIdempotencyKey(context, { ...at, operation: 'company.upsert:create' }),
		);
		expect(update).toBe(
			automaticIdempotencyKey(context, { ...at, operation: 'company.upsert:update' }),
		);
	});

	test('as a tool looks again when it is called again, and has another key then', async () => {
		const items = [contact({ addTags: 'b' })];
		const keys = await Promise.all(
			[0, 1].map(async (run) => {
				const { output, asked } = execution({ items, service: tags, isTool: true, run });
				await output;
				return keysOf(asked)[1];
			}),
		);
		expect(new Set(keys).size).toBe(2);
	});

	test('judges the input of all items before anything else is asked', async () => {
		const field = (value: string) => ({ customFields: { field: [{ slug: 'visits', value }] } });
		const service = ({ method }: IHttpRequestOptions) =>
			answer(
				method === 'GET'
					? { data: [{ customFields: { visits: 3 } }], hasMore: false }
					: { id: 'c' },
			);
		const items = ['1', '2', 'x'].map((value) => contact(field(value)));
		const { failure, lines } = execution({ items, service });
		expect((await failure()).context.itemIndex).toBe(2);
		expect(lines()).toEqual(['GET /contacts?limit=100']);
	});

	test('takes nothing for its account that another token has seen', async () => {
		const field = { customFields: { field: [{ slug: 'code', value: '7' }] } };
		const { output, asked } = execution({
			items: [contact(field), contact(field)],
			tokens: ['sees-numbers', 'sees-texts'],
			service: ({ method }, token) =>
				answer(
					method === 'GET'
						? {
								data: [{ customFields: { code: token === 'sees-numbers' ? 1 : '1' } }],
								hasMore: false,
							}
						: { id: 'c' },
				),
		});
		await output;
		expect(asked.flatMap(({ body }) => (body ? [JSON.parse(String(body))] : []))).toEqual([
			{ customFields: { code: 7 } },
			{ customFields: { code: '7' } },
		]);
	});
});
