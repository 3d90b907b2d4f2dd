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
			'Nothing was changed for this item. Of the other 4 items 2 were carried out (items 0–1) and 2 were not (items 3–4). A new execution would carry out once more what was carried out',
		);
		expect(error.context.data).toEqual({ carriedOut: [{ id: 'a' }, { id: 'b' }] });
		expect(error.context.itemIndex).toBe(2);
	});

	test('tells nobody who gave a key to give one', async () => {
		const items = ['a', 'missing'].map((id) =>
			deal('win', id, { options: { idempotencyKey: `k${id}` } }),
		);
		const error = await execution({ items, service }).output.catch((thrown) => thrown);
		expect(error.description).toContain('Run again with the same keys');
		expect(error.description).not.toContain('of its own');
	});

	test('has nobody rely on keys for the item that failed inside the service', async () => {
		const told = async (end: string) => {
			const items = ['a', end].map((id) =>
				deal('win', id, { options: { idempotencyKey: `k${id}` } }),
			);
			const error = await execution({ items, service }).output.catch((thrown) => thrown);
			return String(error.description);
		};
		const look = 'Look in the service first at what may have been carried out';
		expect(await told('lost')).toContain(look);
		expect(await told('missing')).not.toContain(look);
	});

	test('says so when nothing was carried out, and of one item says no more', async () => {
		const { description, error } = await failure(['missing', 'b']);
		expect(description).toContain('Nothing was changed. The other item was not carried out.');
		expect(error.context.data).toBeUndefined();
		expect((await failure(['missing'])).description).not.toContain('items');
	});

	test('of reads tells nothing of the kind', async () => {
		expect((await failure(['a', 'missing'], {}, 'get')).description).not.toContain('carried out');
	});

	test('tells what nobody can know', async () => {
		const { description } = await failure(['lost', 'a', 'missing'], { parallelRequests: 3 });
		expect(description).toContain('Look in the service before you run this again.');
		expect(description).toContain(
			'Of the other 2 items 1 was carried out (item 1) and 1 was not (item 2).',
		);
	});

	test('names what was written though its outcome was still looked for', async () => {
		const body = { conversationId: 'k', message: { id: 'm', status: 'pending' } };
		const options = { parallelRequests: 2, waitForOutcome: 10 };
		const items = ['11987654321', '11987654322'].map((phone) => start({ phone, options }));
		const answers = [answer(body, 202), refusal(404, 'resource_not_found')];
		const { output } = execution({ items, service: () => answers.shift() });
		const error = await output.catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			description: expect.stringContaining('The other item (item 0) was carried out'),
			context: { data: { carriedOut: [body] } },
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
			description: expect.stringContaining('The other item (item 0) was carried out.'),
			context: { data: { carriedOut: [record] } },
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
		expect(again.description).toContain('The other item (item 0) was carried out.');
	});

	test('does not say that nothing was sent where an earlier try sent it, before its input was refused', async () => {
		const flow = {};
		const failed = async (ids: string[]) =>
			await execution({
				...{ service, flow, accessToken: 'odd' },
				items: ids.map((id) => deal('win', id)),
			}).output.catch((thrown: unknown) => String((thrown as NodeApiError).description));
		await failed(['a', 'lost', 'c']);
		expect(await failed(['a', 'lost', ''])).toContain(
			'Nothing was sent for this item. Of the other 2 items 1 was carried out (item 0) and 1 may have been (item 1).',
		);
		const described = await failed(['', '', 'c']);
		expect(described).toContain('Nothing was sent for this item in this try, but an earlier one');
		expect(described).toContain('1 was carried out (item 0) and 1 was not (item 2).');
	});

	test('names what the node carried out in earlier runs of the execution, as in a loop', async () => {
		let flow = {};
		const run = (ids: string[], round: number, options: object = {}) =>
			execution({
				...{ service, flow, run: round },
				items: ids.map((id) => deal('win', id, { options })),
			}).output;
		const failed = async (...of: Parameters<typeof run>) =>
			String(await run(...of).catch((thrown: unknown) => (thrown as NodeApiError).description));
		await run(['a', 'b'], 0);
		await run(['c'], 1);
		// As it comes back from n8n's database after a long Wait.
		flow = JSON.parse(JSON.stringify(flow)) as typeof flow;
		expect(await failed(['d', 'missing'], 2)).toContain(
			'Nothing was changed for this item. The other item (item 0) was carried out. In earlier runs of this execution the node carried out 3 items. A new execution',
		);
		expect(await failed(['missing'], 3)).toContain(
			'Nothing was changed in this run of the node. In earlier runs of this execution the node carried out 3 items.',
		);
		// Input that is refused before anything is sent.
		expect(await failed([''], 4)).toContain(
			'Nothing was sent in this run of the node. In earlier runs of this execution the node carried out 3 items.',
		);
		await execution({ flow, node: 't', isTool: true, service, items: [deal('win', 'a')] }).output;
		const call = {
			flow,
			node: 't',
			isTool: true,
			run: 1,
			service,
			items: [deal('win', 'missing')],
		};
		await expect(execution(call).output).rejects.toMatchObject({
			description: expect.stringContaining('Nothing was changed. '),
		});
		const other = execution({ flow, node: 'another', service, items: [deal('win', 'missing')] });
		await expect(other.output).rejects.toMatchObject({
			description: expect.stringContaining('Nothing was changed. '),
		});
	});

	test('promises safety of keys only where those of earlier runs have one, too', async () => {
		const flow = {};
		const run = async (id: string, round: number, node: string, idempotencyKey: string) =>
			await execution({
				...{ service, flow, node, run: round },
				items: [deal('win', id, { options: { idempotencyKey } })],
			}).output.catch((thrown: unknown) => String((thrown as NodeApiError).description));
		await run('a', 0, 'one', 'k1');
		expect(await run('missing', 1, 'one', 'k2')).toContain('Run again with the same keys');
		await run('a', 0, 'two', '');
		expect(await run('missing', 1, 'two', 'k2')).toContain('leave that out of it');
	});

	test('promises it only where each item of those has one', async () => {
		const flow = {};
		const run = async (ids: string[], round: number) =>
			await execution({
				...{ service, flow, run: round },
				items: ids.map((id) => deal('win', id, { options: { idempotencyKey: id.slice(1) } })),
			}).output.catch((thrown: unknown) => String((thrown as NodeApiError).description));
		await run(['a', 'bk'], 0);
		expect(await run(['missing'], 1)).toContain('leave that out of it');
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
			description: expect.not.stringContaining('Nothing was changed'),
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
			description: expect.stringContaining('The other item (item 0) was carried out.'),
		});
	});

	test.each([
		[
			'a phone or an email',
			['11987654321', '11987654322'],
			/what was created is then found by its phone or email/,
		],
		['a name alone', ['', '11987654322'], /leave that out of it/],
	])(
		'lets contacts be imported again only where each has more than a name: %s',
		async (_, phones, advice) => {
			const { output } = execution({
				items: phones.map((phone, n) => ({
					...{ resource: 'contact', operation: 'upsert', name: `Ana ${n}`, phone },
				})),
				service: ({ body }) =>
					String(body).includes('Ana 1') ? refusal(500, 'any') : answer({ id: 'a' }, 201),
			});
			await expect(output).rejects.toMatchObject({ description: expect.stringMatching(advice) });
		},
	);

	test.each([
		['a phone', ['11987654321'], /what was created is then found by its phone or email/],
		['a name alone', ['11987654321', ''], /leave that out of it/],
	])(
		'asks of earlier runs, too, whether what they created is found: %s',
		async (_, first, advice) => {
			const flow = {};
			const run = (phones: string[], round: number, status: number) =>
				execution({
					...{ flow, run: round },
					items: phones.map((phone) => ({
						...{ resource: 'contact', operation: 'upsert', name: 'Ana', phone },
					})),
					service: () => (status === 201 ? answer({ id: 'a' }, 201) : refusal(status, 'any')),
				}).output;
			await run(first, 0, 201);
			await expect(run(['11987654322'], 1, 500)).rejects.toMatchObject({
				description: expect.stringMatching(advice),
			});
		},
	);

	test('counts a run once that n8n did again because its first record shows an error', async () => {
		const flow = {};
		const run = (id: string, round: number) =>
			execution({ service, flow, run: round, items: [deal('win', id)] }).output;
		for (let tries = 0; tries < 2; tries += 1) await run('a', 0);
		await expect(run('missing', 1)).rejects.toMatchObject({
			description: expect.stringContaining('the node carried out 1 item.'),
		});
	});

	test('counts none that failed in an earlier run', async () => {
		const flow = {};
		const run = async (ids: string[], round: number, signal?: AbortSignal) =>
			await execution({
				...{ service, flow, run: round, continueOnFail: true, signal },
				items: ids.map((id) => deal('win', id)),
			}).output;
		await run(['a', 'missing', 'b'], 0);
		await expect(run(['c'], 1, AbortSignal.abort())).rejects.toMatchObject({
			description: expect.stringContaining('the node carried out 2 items.'),
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
			description: expect.stringContaining('The other item was not carried out.'),
		});
	});

	test('says it also where n8n itself raised the error', async () => {
		const odd = new Error('No credential');
		const items = ['a', 'b'].map((id) => deal('win', id));
		const context = execution({ items, tokens: ['one', 'two words'] });
		await expect(context.output).rejects.toMatchObject({
			description: expect.stringContaining('The other item (item 0) was carried out'),
		});
		const raising = execution({
			items,
			service: ({ url }) => (url.includes('/b/') ? Promise.reject(odd) : answer({ id: 'a' })),
		});
		await expect(raising.output).rejects.toMatchObject({
			description: expect.stringMatching(/^The other item \(item 0\) was carried out/),
		});
	});

	test('promises no safety of keys that those carried out do not have', async () => {
		const items = ['a', 'missing'].map((id, n) =>
			deal('win', id, { options: { idempotencyKey: n === 0 ? '' : 'k' } }),
		);
		const error = await execution({ items, service }).output.catch((thrown) => thrown);
		expect(error.description).toContain('A new execution would carry out once more');
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
				context: { itemIndex: 2 },
				description: expect.stringContaining('1 was carried out (item 0) and 1 was not (item 1).'),
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
				context: { itemIndex: 1 },
				description: expect.stringMatching(
					/1 was carried out \(item 0\) and 2 may have been \(items 2–3\)\./,
				),
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
