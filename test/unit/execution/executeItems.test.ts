import type { IHttpRequestOptions } from 'n8n-workflow';
import { answer, deal, execution, held, pending, refusal, settled, start } from './execution';

describe('the output', () => {
	test('keeps the order of the items, each record paired with its own', async () => {
		const { service, give } = held();
		const options = { parallelRequests: 2 };
		const items = ['a', 'b', 'c', 'd'].map((id) => deal('get', id, { options }));
		const { output, lines, context } = execution({ items, service });
		await settled();
		expect(lines()).toEqual(['GET /deals/a', 'GET /deals/b']);
		give(1, { id: 'b' });
		await settled();
		expect(lines().slice(2)).toEqual(['GET /deals/c']);
		give(2, { id: 'c' });
		await settled();
		expect(lines()).toHaveLength(4);
		give(3, { id: 'd' });
		give(0, { id: 'a' });
		expect(await output).toEqual(
			['a', 'b', 'c', 'd'].map((id, item) => ({ json: { id }, pairedItem: { item } })),
		);
		expect(context.credentials).toEqual(
			[0, 1, 2, 3].map((item) => ['customerRelationshipApi', item]),
		);
		expect(context.hints).toEqual([]);
	});

	test('that is simplified has the same columns in every row', async () => {
		const items = ['a', 'b'].map((id) => deal('get', id, { simplify: true }));
		const service = ({ url }: IHttpRequestOptions) =>
			answer(url.endsWith('/a') ? { id: 'a', valueCents: 150 } : { id: 'b', title: 'B' });
		const rows = (await execution({ items, service }).output).map(({ json }) => json);
		expect(rows).toEqual([
			{ id: 'a', value: 1.5, title: null },
			{ id: 'b', value: null, title: 'B' },
		]);
	});

	test('holds every record of a list, with the response where it is wanted', async () => {
		const service = () => answer({ data: [{ id: 1 }, { id: 2 }], hasMore: false });
		const items = [
			{ resource: 'channel', operation: 'getAll', options: { includeResponse: true } },
		];
		const _response = {
			statusCode: 200,
			requestId: 'req_1',
			replayed: false,
			created: false,
			...{ written: false, hints: [] },
		};
		expect(await execution({ items, service }).output).toEqual(
			[1, 2].map((id) => ({ json: { id, _response }, pairedItem: { item: 0 } })),
		);
		// What a service that names no request tells of one that created something.
		const created = () => ({ ...answer({ id: 'a' }, 201), headers: {} });
		const win = deal('win', 'a', { options: { includeResponse: true } });
		expect(await execution({ items: [win], service: created }).output).toMatchObject([
			{ json: { _response: { requestId: null, created: true, written: true } } },
		]);
		const stored = () => ({
			...answer({ id: 'a' }),
			headers: { 'request-id': 'r', 'idempotent-replayed': 'true' },
		});
		expect(await execution({ items: [win], service: stored }).output).toMatchObject([
			{ json: { _response: { replayed: true, created: false, written: false } } },
		]);
	});
});

describe('an item that fails', () => {
	const items = [deal('get', 'a'), deal('get', ''), deal('get', 'c')];

	test.each([
		['its input', items, 1, '“Deal” is empty'],
		['a resource that does not exist', [{}], 0, '“Resource” does not exist'],
	])('by %s ends the execution before anything is sent', async (_, items, itemIndex, message) => {
		const { failure, asked } = execution({ items });
		expect(await failure()).toMatchObject({ message, context: { itemIndex } });
		expect(asked).toEqual([]);
	});

	test('becomes an error item where the user wants to go on', async () => {
		const service = ({ url }: IHttpRequestOptions) =>
			url.endsWith('c') ? refusal(404, 'resource_not_found') : answer({ id: 'a' });
		const { output } = execution({ items: [...items, {}], service, continueOnFail: true });
		const code = 'invalid_input';
		expect(await output).toMatchObject([
			{ json: { id: 'a' } },
			{ json: { error: '“Deal” is empty', details: { code } }, pairedItem: { item: 1 } },
			{ json: { details: { code: 'resource_not_found' } }, pairedItem: { item: 2 } },
			{ json: { details: { code } } },
		]);
		// Where no other is left, too.
		const none = execution({ items: [{}, deal('get', '')], continueOnFail: true });
		expect(await none.output).toMatchObject([{ json: { details: { code } } }, { json: {} }]);
	});

	test.each([
		['get', undefined],
		['win', 'notCarriedOut'],
	])('tells the outcome of a write alone: %s, %s', async (operation, outcome) => {
		const service = () => refusal(404, 'resource_not_found');
		const items = [deal(operation, 'a')];
		const [item] = await execution({ items, service, continueOnFail: true }).output;
		expect((item?.json.details as { outcome?: string }).outcome).toBe(outcome);
	});

	test('lets the next one to the same record go on', async () => {
		const items = ['a', 'a'].map((id) => deal('win', id, { options: { parallelRequests: 2 } }));
		const service = () => refusal(409, 'deal_already_closed');
		const { output } = execution({ items, service, continueOnFail: true });
		expect(await output).toHaveLength(2);
	});

	test.each([
		[{ addTags: 'x'.repeat(300) }, 'Add Tags'],
		[{ removeTags: 'a' }, 'Remove Tags'],
	])('names the field that its tags were given in: %#', async (updateFields, label) => {
		const service = ({ method }: IHttpRequestOptions) =>
			method === 'GET'
				? answer({ id: 'c', tags: ['a'] })
				: answer({ error: { type: 'x', code: 'invalid_parameter', param: 'tags' } }, 400);
		const item = { resource: 'contact', operation: 'update', contactId: 'c', updateFields };
		expect((await execution({ items: [item], service }).failure()).message).toContain(`“${label}”`);
	});
});

describe('a cancelled execution', () => {
	test('ends, also where the user wants to go on when an item fails', async () => {
		const signal = AbortSignal.abort();
		const items = [deal('get', 'a')];
		const { output, asked } = execution({ items, signal, continueOnFail: true });
		await expect(output).rejects.toThrow('The execution was cancelled');
		expect(asked).toEqual([]);
	});

	test('tells an item that failed, and was to be an item, from those carried out', async () => {
		const stop = new AbortController();
		const { failure } = execution({
			items: ['a', 'b', 'c'].map((id) => deal('win', id)),
			service: ({ url }) => {
				if (url.includes('/b/')) return refusal(404, 'resource_missing');
				if (url.includes('/c/')) stop.abort();
				return undefined;
			},
			...{ signal: stop.signal, continueOnFail: true },
		});
		expect((await failure()).context.data).toMatchObject({
			...{ carriedOut: [0], unknown: [2], notCarriedOut: [1] },
		});
	});
});

test('a stored answer to an earlier execution is a hint, whoever made the key', async () => {
	const service = () => ({
		...answer({ id: 'a' }),
		headers: { 'request-id': 'r', 'idempotent-replayed': 'true' },
	});
	const hinted = async (...items: object[]) => {
		const { output, context } = execution({ items: items.map((item) => ({ ...item })), service });
		await output;
		return context.hints.map(({ message }) => message);
	};
	const own = { options: { idempotencyKey: 'k' } };
	expect(await hinted(deal('win', 'a'), deal('win', 'b', own))).toEqual([
		expect.stringMatching(/^Nothing new was done for items 0–1 \(the first item is 0\): /),
	]);
	expect(await hinted(deal('win', 'a'))).toEqual([
		expect.stringMatching(/^Nothing new was done: .* give another key\.$/),
	]);
});

test('a record that each run creates anew is a hint', async () => {
	const contact = (more: object) => ({
		...{ resource: 'contact', operation: 'upsert', name: 'Ana', ...more },
	});
	const hinted = async (...items: object[]) => {
		const run = execution({ items: items.map((item) => ({ ...item })) });
		await run.output;
		return run.context.hints.map(({ message }) => message);
	};
	const [alone, known] = [contact({}), contact({ email: 'ana@example.com' })];
	expect(await hinted(alone, known)).toEqual([
		'1 item has neither phone nor email: each run creates a new contact from it.',
	]);
	expect(await hinted(alone, known, alone)).toContain(
		'2 items have neither phone nor email: each run creates new contacts from them.',
	);
	expect(await hinted(known, contact({ phone: '11987654321' }))).toEqual([]);
});

describe('an item that is only checked', () => {
	const checkOnly = { options: { checkOnly: true } };
	const upsert = {
		...{ resource: 'deal', operation: 'upsert', title: 'A', contactId: 'c1', pipelineId: 'p1' },
	};

	test('reads, and writes nothing', async () => {
		const service = () => answer({ data: [], hasMore: false });
		const { output, lines } = execution({ items: [{ ...upsert, ...checkOnly }], service });
		expect((await output)[0]?.json).toMatchObject({
			request: { method: 'POST', path: '/deals', body: { title: 'A' } },
		});
		expect(lines()).toEqual([expect.stringMatching(/^GET \/deals\?/)]);
	});

	test('shows what would be replaced in the record that was read', async () => {
		const found = { id: 'd1', contactId: 'c1', pipelineId: 'p1', status: 'open', valueCents: 5 };
		const service = () => answer({ data: [found], hasMore: false });
		const given = { ...upsert, additionalFields: { valueCents: 7 }, ...checkOnly };
		expect(await execution({ items: [given], service }).output).toMatchObject([
			{ json: { replaces: { valueCents: { from: 5, to: 7 } } } },
		]);
	});

	test('is told beside others that are not', async () => {
		const { output, context, lines } = execution({
			items: [deal('win', 'a', checkOnly), deal('win', 'b')],
		});
		await output;
		expect(lines()).toEqual(['POST /deals/b/win']);
		expect(context.hints).toMatchObject([
			{ message: expect.stringMatching(/^Only checked: 1 request to make\./) },
		]);
	});

	test('fails where a read fails', async () => {
		const service = () => refusal(401, 'invalid_api_token');
		const { failure } = execution({ items: [{ ...upsert, ...checkOnly }], service });
		expect((await failure()).message).toContain('token');
	});
});

describe('a list that is read for several items', () => {
	const list = { resource: 'channel', operation: 'getAll' };
	const service = () => answer({ data: [], hasMore: false });

	test('is a hint, for one item it is none', async () => {
		const several = execution({ items: [list, list], service });
		await several.output;
		expect(several.context.hints).toMatchObject([
			{ message: expect.stringContaining('Execute Once') },
		]);
		const one = execution({ items: [list], service });
		await one.output;
		expect(one.context.hints).toEqual([]);
	});

	test.each<[string, object, object, string[]]>([
		[
			'that goes on',
			{ limit: 2 },
			{ data: [1, 2], hasMore: true, nextCursor: 'c' },
			['after 2 records'],
		],
		['that the node cuts', { limit: 2 }, { data: [1, 2, 3], hasMore: false }, ['after 2 records']],
		[
			'of two pages',
			{ limit: 3 },
			{ data: [1, 2], hasMore: true, nextCursor: 'c' },
			['after 3 records'],
		],
		['that ends exactly there', { limit: 2 }, { data: [1, 2], hasMore: false }, []],
		['that ends before', { limit: 3 }, { data: [1, 2], hasMore: false }, []],
		['that is read whole', { limit: 1, returnAll: true }, { data: [1, 2], hasMore: false }, []],
	])('tells of more behind its Limit: one %s', async (_, more, page, told) => {
		let pages = 0;
		const data = (page as { data: number[] }).data.map((id) => ({ id }));
		const { output, context } = execution({
			items: [{ ...list, ...more }],
			service: () => answer({ ...page, data, nextCursor: `c${(pages += 1)}` }),
		});
		await output;
		expect(context.hints).toHaveLength(told.length);
		for (const [n, text] of told.entries()) expect(context.hints[n]?.message).toContain(text);
	});

	test('is one also when the execution fails', async () => {
		const failing = () => refusal(400, 'invalid_parameter');
		const { output, context } = execution({ items: [list, list], service: failing });
		await expect(output).rejects.toThrow();
		expect(context.hints).toHaveLength(1);
	});
});

test('a wait for a limit is told in the log while it lasts, and in a hint in all', async () => {
	jest.useFakeTimers();
	try {
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		const busy = { ...refusal(429, 'rate_limited'), headers: { 'retry-after': '70' } };
		let tries = 0;
		const service = () => ((tries += 1) === 1 ? busy : answer({ id: 'a' }));
		const { context, output } = execution({ items: [deal('get', 'a')], service });
		await jest.advanceTimersByTimeAsync(60_500);
		expect(context.logged).toEqual([
			'0 of 1 items done, waiting 10 s for the limit of requests a minute',
		]);
		await jest.advanceTimersByTimeAsync(15_000);
		expect(await output).toMatchObject([{ json: { id: 'a' } }]);
		expect(context.hints).toMatchObject([
			{ message: 'Waited 70 s in all to stay within the limit of requests a minute.' },
		]);
		await jest.advanceTimersByTimeAsync(60_000);
		expect(context.logged).toHaveLength(1);
	} finally {
		jest.useRealTimers();
		jest.restoreAllMocks();
	}
});

test('an item that fails in the preparation is done where the user wants to go on', async () => {
	jest.useFakeTimers();
	try {
		const busy = { ...refusal(429, 'rate_limited'), headers: { 'retry-after': '70' } };
		const answers = [busy, answer({ id: 'a' })];
		const items = [deal('get', ''), deal('get', 'a'), { ...deal('get', 'b'), operation: 'none' }];
		const service = () => answers.shift();
		const { context, output } = execution({ items, service, continueOnFail: true });
		await jest.advanceTimersByTimeAsync(80_000);
		expect(await output).toMatchObject([{ json: { error: expect.anything() as unknown } }, {}, {}]);
		expect(context.logged).toEqual([expect.stringMatching(/^2 of 3 items done, waiting/)]);
	} finally {
		jest.useRealTimers();
	}
});

test('one phone or email of two items is one contact where it is written, and two messages where it is sent to', async () => {
	const upsert = { resource: 'contact', operation: 'upsert', name: 'Ana', phone: '11987654321' };
	const written = execution({ items: [upsert, upsert] });
	await written.output;
	expect(written.context.hints).toMatchObject([
		{ message: expect.stringContaining('one contact to the service') },
	]);
	const byEmail = { resource: 'contact', operation: 'upsert', email: 'ana@example.com' };
	const mailed = execution({ items: [byEmail, byEmail] });
	await mailed.output;
	expect(mailed.context.hints).toMatchObject([
		{ message: expect.stringContaining('they may be one contact') },
	]);
	const sent = execution({ items: [start(), start()], service: () => answer(pending, 202) });
	await sent.output;
	expect(sent.context.hints).toMatchObject([
		{ message: expect.stringContaining('each sends a message to it') },
	]);
});

test('a company that is found deactivated is told, also where it is only checked', async () => {
	const company = { id: 'co1', cnpj: '11222333000181', isActive: false };
	const hintsFor = async (isActive: boolean, more: object) => {
		const upsert = { resource: 'company', operation: 'upsert', cnpj: company.cnpj, ...more };
		const found = { ...company, isActive };
		const { output, context } = execution({
			items: [upsert, { ...upsert, additionalFields: { legalName: 'A' } }],
			service: ({ method }) => answer(method === 'GET' ? { data: [found], hasMore: false } : found),
		});
		await output;
		return context.hints.map(({ message }) => message);
	};
	for (const more of [{}, { options: { checkOnly: true } }]) {
		expect(await hintsFor(false, more)).toContainEqual(
			expect.stringMatching(
				/^The company that was found is deactivated.* \(items 0–1; the first item is 0\)\.$/,
			),
		);
		expect(await hintsFor(true, more)).not.toContainEqual(expect.stringContaining('deactivated'));
	}
});

test('one record of two items is told where it is written, not where it is read', async () => {
	const hinted = async (operation: string) => {
		const { output, context } = execution({ items: [deal(operation, 'a'), deal(operation, 'a')] });
		await output;
		return context.hints.map(({ message }) => message);
	};
	expect(await hinted('win')).toEqual([
		expect.stringMatching(/^Items 0–1 \(the first item is 0\) are about one record/),
	]);
	expect(await hinted('get')).toEqual([]);
});

test('of a failure that n8n shows itself its log tells nothing', async () => {
	const { context, failure } = execution({
		items: [deal('win', 'a'), deal('win', 'b')],
		service: () => refusal(404, 'resource_not_found'),
	});
	await failure();
	expect(context.logged).toEqual([]);
});

test('what may have been overwritten is told with the number of its item', async () => {
	const upsert = (phone: string) => ({
		...{ resource: 'contact', operation: 'upsert', name: 'Ana', phone },
		options: { onlyFillEmpty: true },
	});
	const { output, context } = execution({
		items: [upsert('11987654321'), upsert('11987654322')],
		service: ({ method, body }) => {
			if (method === 'GET') return answer({ data: [], hasMore: false });
			return answer({ id: 'c' }, String(body).includes('22') ? 200 : 201);
		},
	});
	await output;
	expect(context.hints.map(({ message }) => message)).toEqual([
		'The service found a contact that the node had not found, so what was given has replaced what it had (Ana, 11987654322 [item 1]; the first item is 0).',
	]);
});
