import type { IHttpRequestOptions } from 'n8n-workflow';
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
		service: (options) => {
			asked.push(options);
			return given.service?.(options) ?? answer({ id: options.url.split('/').at(-1) });
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
	return { service, give: (index: number, body: object) => given[index]?.(answer(body)) };
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
		// The first answer tells the limits.
		give(0, { id: 'a' });
		await settled();
		expect(lines()).toEqual(['GET /deals/a', 'GET /deals/b', 'GET /deals/c']);
		give(2, { id: 'c' });
		await settled();
		expect(lines()).toHaveLength(4);
		give(3, { id: 'd' });
		give(1, { id: 'b' });
		expect(await output).toEqual(
			['a', 'b', 'c', 'd'].map((id, item) => ({ json: { id }, pairedItem: { item } })),
		);
		expect(context.credentials).toEqual(['customerRelationshipApi']);
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
		const items = ['c', 'a', 'a', 'b'].map((id) => deal('win', id, { options }));
		const { output, lines } = execution({ items, service });
		await settled();
		give(0, {});
		await settled();
		expect(lines().slice(1)).toEqual(['POST /deals/a/win', 'POST /deals/b/win']);
		give(1, {});
		await settled();
		expect(lines().slice(3)).toEqual(['POST /deals/a/win']);
		give(2, {});
		give(3, {});
		expect(await output).toHaveLength(4);
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

	test.each([
		['n8n’s Retry On Fail gets the failure of one that may have run', {}, 1],
		['with a key of the user’s own it may be asked again', { idempotencyKey: 'own' }, 2],
	])('%s', async (_title, options, times) => {
		let sent = 0;
		const given: Partial<Told> = {
			items: [start({ options })],
			execution: `again-${times}`,
			service: () => {
				sent += 1;
				return refusal(500, 'internal_error');
			},
		};
		for (let round = 0; round < 2; round += 1) {
			await expect(execution(given).output).rejects.toThrow('The service failed inside');
		}
		expect(sent).toBe(times);
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

	test('is one also when the execution fails', async () => {
		const failing = () => refusal(400, 'invalid_parameter');
		const { output, context } = execution({ items: [list, list], service: failing });
		await expect(output).rejects.toThrow();
		expect(context.hints).toHaveLength(1);
	});
});
