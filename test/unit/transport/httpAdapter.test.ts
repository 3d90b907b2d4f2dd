import { getEventListeners } from 'node:events';
import {
	ExpressionError,
	NodeApiError,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INode,
	type JsonObject,
} from 'n8n-workflow';
import { FieldError } from '../../../nodes/CustomerRelationship/fieldError';
import {
	clientDependencies,
	clientDependenciesWithoutItems,
	RunSharedState,
} from '../../../nodes/CustomerRelationship/transport/httpAdapter';

const node = {
	id: '1',
	name: 'Node',
	type: 'test',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
} as INode;
const TOKEN = 'example-token';

/** n8n's context, whose helper answers every request with `reply`. */
function context(reply: (options: IHttpRequestOptions) => unknown, credential: object = {}) {
	const asked: IHttpRequestOptions[] = [];
	const fake = {
		getCredentials: async () => ({
			baseUrl: 'https://example.com/api/v1',
			accessToken: TOKEN,
			...credential,
		}),
		getExecutionCancelSignal: () => undefined,
		helpers: {
			async httpRequestWithAuthentication(
				this: IExecuteFunctions,
				_type: string,
				options: IHttpRequestOptions,
			) {
				// As n8n does.
				options.abortSignal = this.getExecutionCancelSignal();
				asked.push(options);
				return reply(options);
			},
		},
	};
	return { asked, context: fake as unknown as IExecuteFunctions };
}

const run = () => new RunSharedState(new AbortController().signal);
const dependenciesOf = (of: IExecuteFunctions) => clientDependencies(of, run(), 0);
/** The result of an exchange for which n8n's helper throws. */
async function resultOf(error: unknown) {
	const { exchange } = await dependenciesOf(context(() => Promise.reject(error)).context);
	return await exchange(wire, 60_000);
}

const wire = {
	method: 'POST' as const,
	url: 'https://example.com/api/v1/x',
	headers: { a: 'b' },
	body: '{}',
};

/** An error of axios as n8n passes it on: the whole request is in it, the token included. */
function networkError(code: string | undefined): NodeApiError {
	const axiosError = Object.assign(new Error(`failed with ${TOKEN}`), {
		isAxiosError: true,
		...(code !== undefined && { code }),
		config: { headers: { Authorization: `Bearer ${TOKEN}` } },
	});
	return new NodeApiError(node, axiosError as unknown as JsonObject);
}

describe('an exchange', () => {
	test('sends the bytes unchanged and accepts any status', async () => {
		const { asked, context: of } = context(() => ({
			statusCode: 418,
			headers: { x: '1' },
			body: 'tea',
		}));
		const { exchange } = await dependenciesOf(of);
		expect(await exchange(wire, 60_000)).toEqual({
			statusCode: 418,
			headers: { x: '1' },
			body: 'tea',
		});
		await exchange({ ...wire, method: 'GET', body: undefined }, 60_000);
		expect(asked.pop()).not.toHaveProperty('body');
		expect(asked).toEqual([
			{
				...wire,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				abortSignal: expect.any(AbortSignal),
			},
		]);
	});

	describe('whose answer never ends', () => {
		beforeEach(() => jest.useFakeTimers());
		afterEach(() => jest.useRealTimers());
		const endless = () => new Promise(() => {});

		test('times out by the clock, and closes the connection', async () => {
			const { asked, context: of } = context(endless);
			const { exchange } = await dependenciesOf(of);
			const end = exchange(wire, 10_000);
			let ended = false;
			void end.finally(() => (ended = true));
			await jest.advanceTimersByTimeAsync(200);
			const other = exchange(wire, 10_000);
			await jest.advanceTimersByTimeAsync(9_799);
			expect([ended, asked[0]?.abortSignal?.aborted]).toEqual([false, false]);
			await jest.advanceTimersByTimeAsync(1);
			expect(asked[1]?.abortSignal?.aborted).toBe(false);
			expect(await end).toEqual({ reached: 'maybe', code: 'ETIMEDOUT' });
			expect(asked[0]?.abortSignal?.aborted).toBe(true);
			await jest.advanceTimersByTimeAsync(500);
			expect(await other).toEqual({ reached: 'maybe', code: 'ETIMEDOUT' });
			expect(jest.getTimerCount()).toBe(0);
			// The timer starts again after it had nothing to watch.
			const again = exchange(wire, 1_000);
			expect(jest.getTimerCount()).toBe(1);
			await jest.advanceTimersByTimeAsync(1_000);
			expect(await again).toEqual({ reached: 'maybe', code: 'ETIMEDOUT' });
		});

		test('ends with the execution; n8n’s own signal does not replace the timeout', async () => {
			const stop = new AbortController();
			const { asked, context: of } = context(endless);
			of.getExecutionCancelSignal = () => stop.signal;
			const end = (await dependenciesOf(of)).exchange(wire, 60_000);
			await jest.advanceTimersByTimeAsync(5_000);
			expect(asked[0]?.abortSignal).not.toBe(stop.signal);
			expect(asked[0]?.abortSignal?.aborted).toBe(false);
			expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
			stop.abort();
			expect(asked[0]?.abortSignal?.aborted).toBe(true);
			expect(await end).toMatchObject({ reached: 'maybe' });
			expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
		});
	});

	test('leaves no listener and no timer behind once it is answered', async () => {
		jest.useFakeTimers();
		try {
			const stop = new AbortController();
			const { context: of } = context(() => ({ statusCode: 200, headers: {}, body: {} }));
			of.getExecutionCancelSignal = () => stop.signal;
			const { exchange } = await dependenciesOf(of);
			for (let n = 0; n < 50; n += 1) await exchange(wire, 60_000);
			expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
			expect(jest.getTimerCount()).toBe(1);
			await jest.advanceTimersByTimeAsync(500);
			expect(jest.getTimerCount()).toBe(0);
		} finally {
			jest.useRealTimers();
		}
	});
});

describe('a network error', () => {
	test.each([
		['ECONNREFUSED', 'no'],
		['ENOTFOUND', 'no'],
		['EAI_AGAIN', 'no'],
		['EHOSTUNREACH', 'no'],
		['ENETUNREACH', 'no'],
		['CERT_HAS_EXPIRED', 'no'],
		['ERR_INVALID_CHAR', 'no'],
		['ECONNRESET', 'maybe'],
		['ECONNABORTED', 'maybe'],
		['ETIMEDOUT', 'maybe'],
		['EPROTO', 'no'],
		['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'no'],
		['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'maybe'],
		['ERR_SSL_WRONG_VERSION_NUMBER', 'maybe'],
		['ERR_HTTP2_STREAM_ERROR', 'maybe'],
	])('%s means that the request reached the service: %s', async (code, reached) => {
		expect(await resultOf(networkError(code))).toEqual({ reached, code });
	});

	test.each([
		['of a refused connection', { syscall: 'connect' }, 'no'],
		['of a broken connection', { syscall: 'read' }, 'maybe'],
		[
			'of a broken handshake',
			{
				message: 'Client network socket disconnected before secure TLS connection was established',
			},
			'no',
		],
		['of a broken answer', { message: 'socket hang up' }, 'maybe'],
	])('%s tells whether anything was sent', async (_, cause, reached) => {
		const broken = Object.assign(new Error('failed'), { code: 'ECONNRESET', cause });
		expect(await resultOf(broken)).toEqual({ reached, code: 'ECONNRESET' });
	});

	test.each([
		['connect', 'no'],
		['read', 'maybe'],
		['write', 'maybe'],
	])('EHOSTUNREACH of a %s: reached %s', async (syscall, reached) => {
		const lost = Object.assign(new Error('failed'), { code: 'EHOSTUNREACH', cause: { syscall } });
		expect(await resultOf(lost)).toEqual({ reached, code: 'EHOSTUNREACH' });
	});

	test('without a code is recognized, and the token is not kept', async () => {
		expect(await resultOf(networkError(undefined))).toEqual({
			reached: 'maybe',
			code: 'ERR_NETWORK',
		});
	});

	test.each(['no route', 'xECONNRESET', 'ECONNRESET!', 500, null])(
		'with %p as its code counts as one without a code',
		async (code) => {
			expect(await resultOf({ isAxiosError: true, code })).toEqual({
				reached: 'maybe',
				code: 'ERR_NETWORK',
			});
		},
	);

	test('is found inside other errors, up to a depth', async () => {
		const inside = (levels: number): object =>
			levels === 0 ? { code: 'ECONNREFUSED' } : { cause: inside(levels - 1) };
		expect(await resultOf(inside(4))).toEqual({ reached: 'no', code: 'ECONNREFUSED' });
		const tooDeep = inside(5);
		await expect(resultOf(tooDeep)).rejects.toBe(tooDeep);
		const round: { cause?: unknown } = {};
		round.cause = round;
		await expect(resultOf(round)).rejects.toBe(round);
		await expect(resultOf(null)).rejects.toBeNull();
	});

	test('is told apart from an error of n8n itself', async () => {
		const own = new Error('Node does not have any credentials set');
		await expect(resultOf(own)).rejects.toBe(own);
	});

	test('is told apart from a field error inside an error of n8n', async () => {
		const fault = new FieldError('Access Token', 'is empty', 'Give one.');
		await expect(resultOf(new Error('n8n', { cause: fault }))).rejects.toBe(fault);
	});
});

describe('the credential', () => {
	const ELSEWHERE = { baseUrl: 'https://other.example.com/api/v1' };
	const dependenciesWith = (credential: object, shared = run()) =>
		clientDependencies(context(() => undefined, credential).context, shared, 0);

	test('may have blanks around its values and slashes at the end of the address', async () => {
		const { baseUrl, rateLimiter } = await dependenciesWith({
			baseUrl: ' https://example.com/api/v1// ',
			accessToken: ' a ',
		});
		expect(baseUrl).toBe('https://example.com/api/v1');
		expect((await dependenciesWith({ accessToken: 'a' })).rateLimiter).toBe(rateLimiter);
	});

	test('is named where its expression needs an item; other errors stay', async () => {
		const made = async (error: Error) => {
			const unread = { getCredentials: async () => await Promise.reject(error) };
			return await clientDependenciesWithoutItems(unread as unknown as ILoadOptionsFunctions);
		};
		const types = ['no_execution_data', 'no_node_execution_data', 'no_input_connection'] as const;
		for (const type of types) {
			await expect(made(new ExpressionError('No data', { type }))).rejects.toMatchObject({
				message: '“Credential” holds an expression that has no value without an item',
				remedy: 'Choose a credential with fixed values.',
			});
		}
		const denied = new ExpressionError('access to env vars denied');
		await expect(made(denied)).rejects.toBe(denied);
		const missing = new Error('Node does not have any credentials set');
		await expect(made(missing)).rejects.toBe(missing);
	});

	test('shares the outage of its address within a run, whatever the token', async () => {
		const shared = run();
		const { outage } = await dependenciesWith({}, shared);
		expect((await dependenciesWith({ accessToken: 'other' }, shared)).outage).toBe(outage);
		expect((await dependenciesWith(ELSEWHERE, shared)).outage).not.toBe(outage);
		expect((await dependenciesWith({})).outage).not.toBe(outage);
	});

	test.each(['rateLimiter', 'links'] as const)(
		'shares its %s with all executions, but with no other token or address',
		async (name) => {
			const { [name]: shared } = await dependenciesWith({});
			expect((await dependenciesWith({}))[name]).toBe(shared);
			expect((await dependenciesWith({ accessToken: 'other' }))[name]).not.toBe(shared);
			expect((await dependenciesWith(ELSEWHERE))[name]).not.toBe(shared);
		},
	);
});
