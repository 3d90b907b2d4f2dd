import { NodeApiError, type IHttpRequestOptions } from 'n8n-workflow';
import { answer, deal, execution, held, refusal, settled, start } from './execution';

describe('a run that one item’s failure ends', () => {
	/** Refuses what is called “missing”; of what is called “lost” nobody knows the end. */
	const service = ({ url }: IHttpRequestOptions) => {
		if (url.includes('missing')) return refusal(404, 'resource_not_found');
		if (url.includes('lost')) return refusal(500, 'internal_error');
		return answer({ id: url.split('/').at(-2) });
	};
	const failure = async (ids: string[], more: object = {}, operation = 'win') => {
		const items = ids.map((id) => deal(operation, id, { options: more }));
		const { output, asked } = execution({ items, service });
		const error: unknown = await output.catch((thrown: unknown) => thrown);
		if (!(error instanceof NodeApiError)) throw error;
		return { error, asked, description: String(error.description) };
	};

	test('tells which items were carried out, and how to go on', async () => {
		const { error, description, asked } = await failure(['a', 'b', 'missing', 'd', 'e']);
		expect(asked).toHaveLength(3);
		expect(description).toContain(
			'Of the 5 items in this run of the node (counted from 0), 2 were carried out (items 0–1) and 3 were not (items 2–4). Run again without what was carried out; look in the service first at what may have been.',
		);
		expect(error.context.data).toEqual({
			...{ carriedOut: [0, 1], unknown: [], notCarriedOut: [2, 3, 4] },
			output: [{ id: 'a' }, { id: 'b' }],
		});
		expect(error.context.itemIndex).toBe(2);
	});

	test('says so when nothing was carried out, and of one item says no more', async () => {
		const { description, error } = await failure(['missing', 'b']);
		expect(description).toContain('Nothing was changed in this run of the node.');
		expect(error.context.data).toMatchObject({ carriedOut: [], notCarriedOut: [0, 1] });
		expect((await failure(['missing'])).description).not.toContain('items');
	});

	test('of reads tells nothing of the kind', async () => {
		expect((await failure(['a', 'missing'], {}, 'get')).description).not.toContain('carried out');
	});

	test('tells what nobody can know', async () => {
		const { error } = await failure(['lost', 'a', 'missing'], { parallelRequests: 3 });
		expect(error.message).toContain('the change may have been made all the same');
		expect(error.context.data).toMatchObject({ carriedOut: [1], unknown: [0], notCarriedOut: [2] });
	});

	test('names what was written though its outcome was still looked for', async () => {
		const body = { conversationId: 'k', message: { id: 'm', status: 'pending' } };
		const options = { parallelRequests: 2, waitForOutcome: 10 };
		const items = ['11987654321', '11987654322'].map((phone) => start({ phone, options }));
		const answers = [answer(body, 202), refusal(404, 'resource_not_found')];
		const { output } = execution({ items, service: () => answers.shift() });
		const error = await output.catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			context: { data: { carriedOut: [0], notCarriedOut: [1], output: [body] } },
		});
	});

	test('counts as carried out what was as wanted already', async () => {
		const ids = ['tagged', 'missing'];
		const record = { id: 'tagged', tags: ['b'] };
		const { output, lines } = execution({
			items: ids.map((contactId) => ({
				...{ resource: 'contact', operation: 'update', contactId },
				updateFields: { addTags: 'b' },
			})),
			service: ({ url }) =>
				url.endsWith('tagged') ? answer(record) : refusal(404, 'resource_not_found'),
		});
		await expect(output).rejects.toMatchObject({
			context: { data: { carriedOut: [0], output: [record] } },
		});
		expect(lines()).toEqual(['GET /contacts/tagged', 'GET /contacts/missing']);
	});

	test('names what an earlier try of the same execution did, and does it no more', async () => {
		const flow = {};
		const broken = { accessToken: 'again', flow };
		const items = ['a', 'b'].map((id) => deal('win', id, { options: { maxWaitSeconds: 0 } }));
		const first = execution({
			...{ ...broken, items },
			service: ({ url }) => (url.includes('/b/') ? refusal(404, 'x') : answer({ id: 'a' })),
		});
		await expect(first.output).rejects.toThrow();
		const down = () => refusal(503, 'api_tokens_disabled');
		const again = await execution({ ...broken, items, service: down }).output.catch((e) => e);
		expect(again.message).not.toContain('may have been made');
		expect(again.context.data).toMatchObject({ carriedOut: [0], notCarriedOut: [1] });
	});

	test('does not say that nothing was sent where an earlier try sent it, before its input was refused', async () => {
		const flow = {};
		const failed = async (ids: string[]) =>
			await execution({
				...{ service, flow, accessToken: 'odd' },
				items: ids.map((id) => deal('win', id)),
			}).output.catch((thrown: unknown) => thrown);
		await failed(['a', 'lost', 'c']);
		expect(await failed(['a', 'lost', ''])).toMatchObject({
			description: expect.not.stringContaining('Nothing was sent'),
			context: { data: { carriedOut: [0], unknown: [1], notCarriedOut: [2] } },
		});
		expect(await failed(['', '', 'c'])).toMatchObject({
			message: '“Deal” is empty',
			description: expect.stringContaining('An earlier try may have carried it out'),
			context: { itemIndex: 1, data: { carriedOut: [0], unknown: [1], notCarriedOut: [2] } },
		});
	});

	test('tells of this run of the node alone', async () => {
		const flow = {};
		const run = (id: string, round: number) =>
			execution({ service, flow, run: round, items: [deal('win', id)] }).output;
		await run('a', 0);
		await expect(run('missing', 1)).rejects.toMatchObject({
			description: expect.stringContaining('Nothing was changed in this run of the node.'),
			context: { data: { carriedOut: [], notCarriedOut: [0] } },
		});
	});

	test('does not take what an earlier try created for undone, where updating it is refused', async () => {
		const again = { accessToken: 'created', flow: {} };
		const cnpj = '11222333000181';
		const items = [
			{
				...{ resource: 'company', operation: 'upsert', cnpj },
				...{ additionalFields: { tradeName: 'Casa' }, options: { maxWaitSeconds: 0 } },
			},
		];
		const list = (...data: object[]) => answer({ data, hasMore: false });
		const cut = execution({
			...{ ...again, items },
			service: ({ method }) =>
				method === 'GET' ? list() : Promise.reject(Object.assign(new Error(), { code: 'EPIPE' })),
		});
		await expect(cut.output).rejects.toThrow('may have been made');
		const refused = execution({
			...{ ...again, items },
			service: ({ method }) =>
				method === 'GET' ? list({ id: 'co', cnpj }) : refusal(403, 'permission_denied'),
		});
		await expect(refused.output).rejects.toMatchObject({
			message: expect.stringContaining('may have been made all the same'),
			context: { data: { unknown: [0] } },
		});
	});

	test('names them also where what failed is the look that a write begins with', async () => {
		const numbers = ['11222333000181', '22333444000181'];
		const { output } = execution({
			items: numbers.map((cnpj) => ({ resource: 'company', operation: 'upsert', cnpj })),
			service: ({ method, url }) =>
				method === 'POST'
					? answer({ id: 'co' }, 201)
					: answer({ data: url.includes(numbers[1] ?? '') ? 'none' : [], hasMore: false }),
		});
		await expect(output).rejects.toMatchObject({
			message: expect.stringContaining('could not be read to its end'),
			context: { data: { carriedOut: [0], notCarriedOut: [1] } },
		});
	});

	test('does not take what another node sent with the same keys for its own', async () => {
		const flow = {};
		const run = (node: string, operation: string, status: number) =>
			execution({
				...{ flow, node, accessToken: 'two-nodes' },
				items: ['a', 'b'].map((id) => deal(operation, id, { options: { idempotencyKey: id } })),
				service: () =>
					status === 409 ? refusal(409, 'idempotency_key_reused') : answer({ id: 'a' }),
			}).output;
		await run('one', 'win', 200);
		await expect(run('two', 'lose', 409)).rejects.toMatchObject({
			context: { data: { carriedOut: [], unknown: [0], notCarriedOut: [1] } },
		});
	});

	test('says it also where n8n itself raised the error', async () => {
		const odd = new Error('No credential');
		const items = ['a', 'b'].map((id) => deal('win', id));
		const context = execution({ items, tokens: ['one', 'two words'] });
		await expect(context.output).rejects.toMatchObject({
			context: { data: { carriedOut: [0], notCarriedOut: [1] } },
		});
		const raising = execution({
			items,
			service: ({ url }) => (url.includes('/b/') ? Promise.reject(odd) : answer({ id: 'a' })),
		});
		await expect(raising.output).rejects.toMatchObject({
			description: expect.stringMatching(/^Of the 2 items .* 1 was carried out \(item 0\)/),
		});
	});

	test.each<[string, string[], Array<[number, number]>, object]>([
		[
			'what went wrong, not what was stopped for it',
			['a', 'a', 'b'],
			[
				[1, 404],
				[0, 200],
			],
			{
				context: { itemIndex: 2, data: { carriedOut: [0], notCarriedOut: [1, 2] } },
			},
		],
		[
			'that others may have been carried out, too',
			['a', 'b', 'c', 'd'],
			[
				[0, 200],
				[1, 404],
				[3, 500],
				[2, 500],
			],
			{
				context: {
					itemIndex: 1,
					data: { carriedOut: [0], unknown: [2, 3], notCarriedOut: [1] },
				},
			},
		],
	])('tells %s', async (_what, ids, answers, told) => {
		const { service: later, give } = held();
		const items = ids.map((id) => deal('win', id, { options: { parallelRequests: 3 } }));
		const end = execution({ items, service: later }).output.catch((thrown: unknown) => thrown);
		const error = { type: 'x', code: 'resource_not_found' };
		for (const [index, status] of answers) {
			await settled();
			give(index, status === 200 ? { id: 'a' } : { error }, status);
		}
		expect(await end).toMatchObject({
			message: 'The record was not found (field “Deal”)',
			...told,
		});
	});

	test('sends nothing more, not even what waits for its turn', async () => {
		const { service: later, give } = held();
		const options = { parallelRequests: 4 };
		const items = ['a', 'a', 'b', 'c'].map((id) => deal('win', id, { options }));
		const { output, lines } = execution({ items, service: later });
		const end = output.catch((thrown: unknown) => thrown);
		await settled();
		expect(lines()).toHaveLength(3);
		give(1, { error: { type: 'x', code: 'y' } });
		await settled();
		give(0, { id: 'a' });
		give(2, { id: 'c' });
		await end;
		expect(lines()).toHaveLength(3);
	});
});
