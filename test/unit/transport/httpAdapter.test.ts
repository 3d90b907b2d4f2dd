import { getEventListeners } from 'node:events';
import {
	NodeApiError,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type JsonObject,
} from 'n8n-workflow';
import { FieldError } from '../../../nodes/CustomerRelationship/fieldError';
import { Outages } from '../../../nodes/CustomerRelationship/transport/outage';
import { Timeouts } from '../../../nodes/CustomerRelationship/transport/clock';
import { clientDependencies } from '../../../nodes/CustomerRelationship/transport/httpAdapter';

const node = {
	id: '1',
	name: 'Node',
	type: 'test',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
} as INode;
const TOKEN = 'example-token';

/** n8n's context, whose helper ends every request with `reply`. */
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

const run = () => ({
	outages: new Outages(),
	timeouts: new Timeouts(),
	signal: new AbortController().signal,
});
const connected = (to: IExecuteFunctions) => clientDependencies(to, run(), 0);
/** How an exchange ends that n8n's helper ends with an error. */
async function endOf(error: unknown) {
	const { exchange } = await connected(context(() => Promise.reject(error)).context);
	return await exchange(wire, 60_000);
}

const wire = {
	method: 'POST' as const,
	url: 'https://example.com/api/v1/x',
	headers: { a: 'b' },
	body: '{}',
};

/** What axios throws, as n8n hands it on: the whole request is in it, the token included. */
function networkError(code: string | undefined): NodeApiError {
	const axiosError = Object.assign(new Error(`failed with ${TOKEN}`), {
		isAxiosError: true,
		...(code !== undefined && { code }),
		config: { headers: { Authorization: `Bearer ${TOKEN}` } },
	});
	return new NodeApiError(node, axiosError as unknown as JsonObject);
}

describe('an exchange', () => {
	test('sends the bytes as they are and takes any status as an answer', async () => {
		const { asked, context: of } = context(() => ({
			statusCode: 418,
			headers: { x: '1' },
			body: 'tea',
		}));
		const { exchange } = await connected(of);
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

	describe('whose answer does not end', () => {
		beforeEach(() => jest.useFakeTimers());
		afterEach(() => jest.useRealTimers());
		const endless = () => new Promise(() => {});

		test('ends by the clock, and lets go of the connection', async () => {
			const { asked, context: of } = context(endless);
			const { exchange } = await connected(of);
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
			// Nothing is watched any more, and then something again.
			const again = exchange(wire, 1_000);
			expect(jest.getTimerCount()).toBe(1);
			await jest.advanceTimersByTimeAsync(1_000);
			expect(await again).toEqual({ reached: 'maybe', code: 'ETIMEDOUT' });
		});

		test('ends with the execution, and n8n’s own signal does not replace that by the clock', async () => {
			const stop = new AbortController();
			const { asked, context: of } = context(endless);
			of.getExecutionCancelSignal = () => stop.signal;
			const end = (await connected(of)).exchange(wire, 60_000);
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

	test('whose answer came leaves nothing behind', async () => {
		jest.useFakeTimers();
		try {
			const stop = new AbortController();
			const { context: of } = context(() => ({ statusCode: 200, headers: {}, body: {} }));
			of.getExecutionCancelSignal = () => stop.signal;
			const { exchange } = await connected(of);
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

describe('a connection that failed', () => {
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
	])('with %s reached the service: %s', async (code, reached) => {
		expect(await endOf(networkError(code))).toEqual({ reached, code });
	});

	test.each([
		['a connection that was turned away', { syscall: 'connect' }, 'no'],
		['a connection that broke', { syscall: 'read' }, 'maybe'],
		[
			'a handshake that was cut off',
			{
				message: 'Client network socket disconnected before secure TLS connection was established',
			},
			'no',
		],
		['an answer that was cut off', { message: 'socket hang up' }, 'maybe'],
	])('of %s tells whether anything left', async (_, cause, reached) => {
		const broken = Object.assign(new Error('failed'), { code: 'ECONNRESET', cause });
		expect(await endOf(broken)).toEqual({ reached, code: 'ECONNRESET' });
	});

	test('without any code is one all the same, and nothing of the token is kept', async () => {
		expect(await endOf(networkError(undefined))).toEqual({ reached: 'maybe', code: 'ERR_NETWORK' });
	});

	test.each(['no route', 'xECONNRESET', 'ECONNRESET!', 500, null])(
		'with %p in the place of a code has none',
		async (code) => {
			expect(await endOf({ isAxiosError: true, code })).toEqual({
				reached: 'maybe',
				code: 'ERR_NETWORK',
			});
		},
	);

	test('tells its code from inside other errors, not without end', async () => {
		const inside = (levels: number): object =>
			levels === 0 ? { code: 'ECONNREFUSED' } : { cause: inside(levels - 1) };
		expect(await endOf(inside(4))).toEqual({ reached: 'no', code: 'ECONNREFUSED' });
		const tooDeep = inside(5);
		await expect(endOf(tooDeep)).rejects.toBe(tooDeep);
		const round: { cause?: unknown } = {};
		round.cause = round;
		await expect(endOf(round)).rejects.toBe(round);
		await expect(endOf(null)).rejects.toBeNull();
	});

	test('is told from what n8n itself raised', async () => {
		const own = new Error('Node does not have any credentials set');
		await expect(endOf(own)).rejects.toBe(own);
	});

	test('is told from input that can’t be sent, which n8n puts inside an error of its own', async () => {
		const fault = new FieldError('Access Token', 'is empty', 'Give one.');
		await expect(endOf(new Error('n8n', { cause: fault }))).rejects.toBe(fault);
	});
});

describe('the credential', () => {
	const ELSEWHERE = { baseUrl: 'https://other.example.com/api/v1' };
	const connectedWith = (credential: object, common = run()) =>
		clientDependencies(context(() => undefined, credential).context, common, 0);

	test('may have blanks around its values and slashes at the address’s end', async () => {
		const { baseUrl, rateLimiter: line } = await connectedWith({
			baseUrl: ' https://example.com/api/v1// ',
			accessToken: ' a ',
		});
		expect(baseUrl).toBe('https://example.com/api/v1');
		expect((await connectedWith({ accessToken: 'a' })).rateLimiter).toBe(line);
	});

	test('of one address shares its outage in a run, whatever the token', async () => {
		const common = run();
		const { outage } = await connectedWith({}, common);
		expect((await connectedWith({ accessToken: 'other' }, common)).outage).toBe(outage);
		expect((await connectedWith(ELSEWHERE, common)).outage).not.toBe(outage);
		expect((await connectedWith({})).outage).not.toBe(outage);
	});

	test('shares what is known of the limits among its executions, and with no other', async () => {
		const { rateLimiter: line } = await connectedWith({});
		expect((await connectedWith({})).rateLimiter).toBe(line);
		expect((await connectedWith({ accessToken: 'other' })).rateLimiter).not.toBe(line);
		expect((await connectedWith(ELSEWHERE)).rateLimiter).not.toBe(line);
	});
});
