import { NodeApiError, type IHttpRequestOptions } from 'n8n-workflow';
import { executeItems } from '../../../nodes/CustomerRelationship/execution/items';
import { automaticKeyOf } from '../../../nodes/CustomerRelationship/execution/writeKey';
import { contextOf, type Told } from './nodeContext';

const answer = (body: object, statusCode = 200) => ({
	statusCode,
	headers: { 'request-id': 'req_1' },
	body,
});
const refusal = (statusCode: number, code: string) =>
	answer({ error: { type: 'invalid_request_error', code, message: '' } }, statusCode);

let tokens = 0;

/** An execution, with a token and so with limits of its own, and what it asked of the service. */
function execution(given: Partial<Told>) {
	const asked: IHttpRequestOptions[] = [];
	const lines = () => asked.map(({ method, url }) => `${method} ${url.split('/api/v1')[1]}`);
	const accessToken = `token-${(tokens += 1)}`;
	const context = contextOf({
		accessToken,
		...given,
		service: (options, token) => {
			asked.push(options);
			return given.service?.(options, token) ?? answer({ id: options.url.split('/').at(-1) });
		},
	});
	return { context, asked, lines, output: executeItems(context) };
}

const deal = (operation: string, dealId: string, more: object = {}) => ({
	...{ resource: 'deal', operation, dealId, ...more },
});
const start = (more: object = {}) => ({
	...{ resource: 'conversation', operation: 'start', phone: '11987654321' },
	...{ templateName: 't', templateLanguage: 'pt_BR', ...more },
});

/** Answers that are given when the test says so, in the order of the requests. */
function held() {
	const given: Array<(answer: unknown) => void> = [];
	const service = () => new Promise<unknown>((resolve) => given.push(resolve));
	return {
		service,
		give: (index: number, body: object, status = 'error' in body ? 400 : 200) =>
			given[index]?.(answer(body, status)),
	};
}
const settled = async () => {
	for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
};

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

	test('holds every record of a list, with the response where it is wanted', async () => {
		const service = () => answer({ data: [{ id: 1 }, { id: 2 }], hasMore: false });
		const item = { resource: 'channel', operation: 'getAll', returnAll: true };
		const _response = { statusCode: 200, requestId: 'req_1', replayed: false, created: false };
		const { output } = execution({
			items: [{ ...item, options: { includeResponse: true } }],
			service,
		});
		expect(await output).toEqual(
			[1, 2].map((id) => ({ json: { id, _response }, pairedItem: { item: 0 } })),
		);
	});

	test('says whether something was created, and what request that was, if the service told', async () => {
		const service = () => ({ ...answer({ id: 'a' }, 201), headers: {} });
		const items = [deal('win', 'a', { options: { includeResponse: true } })];
		const [item] = await execution({ items, service }).output;
		expect(item?.json._response).toMatchObject({ requestId: null, created: true });
	});
});

describe('an item that fails', () => {
	const items = [deal('get', 'a'), deal('get', ''), deal('get', 'c')];

	test('by its input fails the execution before anything is sent', async () => {
		const { output, asked } = execution({ items });
		await expect(output).rejects.toMatchObject({
			message: '“Deal” is empty',
			context: { itemIndex: 1 },
		});
		expect(asked).toEqual([]);
	});

	test('by an operation that does not exist fails it, too', async () => {
		await expect(execution({ items: [{}] }).output).rejects.toMatchObject({
			message: '“Operation” does not exist for this resource',
		});
	});

	test('becomes an error item where the user wants to go on', async () => {
		const service = ({ url }: IHttpRequestOptions) =>
			url.endsWith('c') ? refusal(404, 'resource_not_found') : answer({ id: 'a' });
		const odd = { resource: 'deal', operation: 'reopen' };
		const { output } = execution({ items: [...items, odd], service, continueOnFail: true });
		expect(await output).toMatchObject([
			{ json: { id: 'a' } },
			{
				json: { error: '“Deal” is empty', details: { code: 'invalid_input' } },
				pairedItem: { item: 1 },
			},
			{ json: { details: { code: 'resource_not_found' } }, pairedItem: { item: 2 } },
			{ json: { error: '“Operation” does not exist for this resource' } },
		]);
	});

	test('does so when no other is left, too', async () => {
		const { output } = execution({ items: [{}, deal('get', '')], continueOnFail: true });
		expect(await output).toMatchObject([
			{ json: { error: '“Operation” does not exist for this resource' } },
			{ json: { error: '“Deal” is empty' } },
		]);
	});

	test('lets the next one to the same record go on', async () => {
		const items = ['a', 'a'].map((id) => deal('win', id, { options: { parallelRequests: 2 } }));
		const service = () => refusal(409, 'deal_already_closed');
		const { output } = execution({ items, service, continueOnFail: true });
		expect(await output).toHaveLength(2);
	});

	test('waits no longer than Max Wait', async () => {
		const items = [deal('win', 'a', { options: { maxWaitSeconds: 0 } })];
		const { output, asked } = execution({
			items,
			service: () => refusal(503, 'api_tokens_disabled'),
		});
		await expect(output).rejects.toThrow('suspended access by token');
		expect(asked).toHaveLength(1);
	});

	test('names the field that the service names, and keeps later items from being sent', async () => {
		const service = () =>
			answer({ error: { type: 'x', code: 'invalid_parameter', param: 'dealId' } }, 400);
		const { output, asked } = execution({
			items: ['a', 'b'].map((id) => deal('win', id)),
			service,
		});
		await expect(output).rejects.toMatchObject({
			message: 'The service does not accept the value of “Deal”',
		});
		expect(asked).toHaveLength(1);
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

	test('waits no longer for what was to be looked at', async () => {
		const stop = new AbortController();
		const body = { conversationId: 'k', message: { id: 'm', status: 'pending' } };
		const { output, asked } = execution({
			items: [start({ options: { waitForOutcome: 3 } })],
			service: () => answer(body),
			...{ signal: stop.signal, continueOnFail: true },
		});
		while (asked.length === 0) await new Promise(setImmediate);
		stop.abort();
		await expect(output).rejects.toThrow('The execution was cancelled');
		expect(asked).toHaveLength(1);
	});
});

describe('a write', () => {
	const keys = (asked: IHttpRequestOptions[]) =>
		asked.map(({ headers }) => headers?.['Idempotency-Key']);

	test('carries the user’s key, or one made for its item; a reading carries none', async () => {
		const items = [
			deal('win', 'a', { options: { idempotencyKey: 'own' } }),
			deal('win', 'b'),
			deal('get', 'c', { options: { idempotencyKey: 'own' } }),
		];
		const { output, asked, context } = execution({ items });
		await output;
		const request = { method: 'POST', path: '/deals/b/win', body: {} } as const;
		expect(keys(asked)).toEqual([
			'own',
			automaticKeyOf(context, 1, 'deal.win', request),
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
		const body = { conversationId: 'k', message: { id: 'm', status: 'pending' } };
		const { output, lines, context } = execution({
			items: [start({ options }), start({ options })],
			// No time is left to ask again.
			service: ({ method }) =>
				method === 'GET' ? refusal(503, 'api_tokens_disabled') : answer(body),
		});
		expect(await output).toMatchObject([{ json: body }, { json: body }]);
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

	test('with n8n’s Retry On Fail gets the failure of one that may have run, whatever its key', async () => {
		let sent = 0;
		const service = () => refusal(((sent += 1), 500), 'internal_error');
		for (const options of [{}, { idempotencyKey: 'own' }]) {
			const flow = {};
			const again = async (of: Record<string, unknown>) =>
				await expect(
					execution({ items: [start({ options })], service, flow: of, accessToken: 'same' }).output,
				).rejects.toThrow('The service failed inside');
			sent = 0;
			await again(flow);
			await again(flow);
			expect(sent).toBe(1);
			// Another execution may do it anew.
			await again({});
			expect(sent).toBe(2);
		}
	});

	test('goes out with its own item’s credential', async () => {
		const seen: string[] = [];
		const { output } = execution({
			items: ['a', 'b'].map((id) => deal('win', id)),
			tokens: ['one', 'two'],
			service: ({ url }, token) => answer({ id: String(seen.push(`${url.at(-5)} ${token}`)) }),
		});
		await output;
		expect(seen).toEqual(['a one', 'b two']);
	});
});

describe('one key for two items', () => {
	const win = (id: string) => deal('win', id, { options: { idempotencyKey: 'k' } });

	test('is an error where their requests differ, before anything is sent', async () => {
		const { output, asked } = execution({ items: [win('a'), win('a'), win('b')] });
		await expect(output).rejects.toMatchObject({
			message: '“Idempotency Key” is the same as that of item 0, whose request differs',
			description: expect.stringMatching(/^The service takes a key for one request only\. Make/),
			context: { itemIndex: 2 },
		});
		expect(asked).toEqual([]);
	});

	test('is none where they are the same', async () => {
		expect(await execution({ items: [win('a'), win('a')] }).output).toHaveLength(2);
	});
});

describe('a run that one item’s failure ends', () => {
	/** Refuses what holds an `x`, loses the answer to what holds a `?`. */
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
			'Nothing was changed for this item. Of the other 4 items 2 were carried out (items 0–1), 2 were not (items 3–4). A new execution would carry out once more what was carried out',
		);
		expect(error.context.data).toEqual({ carriedOut: [{ id: 'a' }, { id: 'b' }] });
		expect(error.context.itemIndex).toBe(2);
	});

	test('tells nobody who gave a key to give one', async () => {
		const items = ['a', 'missing'].map((id) =>
			deal('win', id, { options: { idempotencyKey: `k${id}` } }),
		);
		const error = await execution({ items, service }).output.catch((thrown) => thrown);
		expect(error.description).toContain('Run again with the same keys within 24 hours');
		expect(error.description).not.toContain('of its own');
	});

	test('says so when nothing was carried out, and of one item says no more', async () => {
		const { description, error } = await failure(['missing', 'b']);
		expect(description).toContain('Nothing was changed. None of the other items was carried out.');
		expect(error.context.data).toBeUndefined();
		expect((await failure(['missing'])).description).not.toContain('items');
	});

	test('of reads tells nothing of the kind', async () => {
		expect((await failure(['a', 'missing'], {}, 'get')).description).not.toContain('carried out');
	});

	test('tells what nobody can know', async () => {
		const { description } = await failure(['lost', 'a', 'missing'], { parallelRequests: 3 });
		expect(description).toContain('The change may have been made all the same.');
		expect(description).toContain(
			'Of the other 2 items 1 was carried out (item 1), 1 was not (item 2).',
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
			description: expect.stringContaining('Of the other 1 items 1 was carried out (item 0)'),
			context: { data: { carriedOut: [body] } },
		});
	});

	test('names what an earlier try of the same execution may have done', async () => {
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
		expect(again.message).toContain('the change may have been made all the same');
	});

	test('says it also where n8n itself raised the error', async () => {
		const odd = new Error('No credential');
		const items = ['a', 'b'].map((id) => deal('win', id));
		const context = execution({ items, tokens: ['one', 'two words'] });
		await expect(context.output).rejects.toMatchObject({
			description: expect.stringContaining('1 was carried out (item 0)'),
		});
		const raising = execution({
			items,
			service: ({ url }) => (url.includes('/b/') ? Promise.reject(odd) : answer({ id: 'a' })),
		});
		await expect(raising.output).rejects.toMatchObject({
			description: expect.stringMatching(/^Of the other 1 items 1 was carried out \(item 0\)/),
		});
	});

	test('promises no safety of keys that those carried out do not have', async () => {
		const items = ['a', 'missing'].map((id, n) =>
			deal('win', id, { options: { idempotencyKey: n === 0 ? '' : 'k' } }),
		);
		const error = await execution({ items, service }).output.catch((thrown) => thrown);
		expect(error.description).toContain('give each item an Idempotency Key of its own');
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
				description: expect.stringContaining('1 was carried out (item 0), 1 was not (item 1).'),
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
					/1 was carried out \(item 0\), 2 may have been \(items 2–3\), 0 were not\./,
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
		expect(await end).toMatchObject({ message: 'The record was not found', ...told });
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

test('a stored answer to an earlier execution of the same number is a hint, unless the key is the user’s', async () => {
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
		expect.stringMatching(/^Nothing new was done for item 0: /),
	]);
	expect(await hinted(deal('win', 'a'), deal('win', 'b'))).toEqual([
		expect.stringMatching(/^Nothing new was done for 2 items: /),
	]);
	expect(await hinted(deal('win', 'a', own))).toEqual([]);
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

	test('is one also when the execution fails', async () => {
		const failing = () => refusal(400, 'invalid_parameter');
		const { output, context } = execution({ items: [list, list], service: failing });
		await expect(output).rejects.toThrow();
		expect(context.hints).toHaveLength(1);
	});
});
