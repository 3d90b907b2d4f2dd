import {
	NodeApiError,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type JsonObject,
} from 'n8n-workflow';
import { ExecutionMemory } from '../../../nodes/CustomerRelationship/transport/executionMemory';
import { Outage } from '../../../nodes/CustomerRelationship/transport/outage';
import { connect } from '../../../nodes/CustomerRelationship/transport/connection';

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
			httpRequestWithAuthentication: async (_type: string, options: IHttpRequestOptions) => {
				asked.push(options);
				return reply(options);
			},
		},
	};
	return { asked, context: fake as unknown as IExecuteFunctions };
}

const run = () => ({
	memory: new ExecutionMemory(),
	outage: new Outage(),
	signal: new AbortController().signal,
});
const connected = (to: IExecuteFunctions) => connect(to, run(), 0);

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
				timeout: 60_000,
			},
		]);
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
		['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'maybe'],
		['ERR_HTTP2_STREAM_ERROR', 'maybe'],
	])('with %s reached the service: %s', async (code, reached) => {
		const { context: of } = context(() => Promise.reject(networkError(code)));
		const { exchange } = await connected(of);
		expect(await exchange(wire, 60_000)).toEqual({ reached, code });
	});

	test('without any code is one all the same, and nothing of the token is kept', async () => {
		const { context: of } = context(() => Promise.reject(networkError(undefined)));
		const { exchange } = await connected(of);
		const end = await exchange(wire, 60_000);
		expect(end).toEqual({ reached: 'maybe', code: 'ERR_NETWORK' });
		expect(JSON.stringify(end)).not.toContain(TOKEN);
	});

	const endOf = async (error: unknown) => {
		const { exchange } = await connected(context(() => Promise.reject(error)).context);
		return await exchange(wire, 60_000);
	};

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
		const { context: of } = context(() => Promise.reject(own));
		const { exchange } = await connected(of);
		await expect(exchange(wire, 60_000)).rejects.toBe(own);
	});
});

describe('the credential', () => {
	const connectedWith = (credential: object) =>
		connected(context(() => undefined, credential).context);

	test('may have blanks around its values and slashes at the address’s end', async () => {
		const { baseUrl, limiter } = await connectedWith({
			baseUrl: ' https://example.com/api/v1// ',
			accessToken: ' a ',
		});
		expect(baseUrl).toBe('https://example.com/api/v1');
		expect((await connectedWith({ accessToken: 'a' })).limiter).toBe(limiter);
	});

	test('shares what is known of the limits among its executions, and with no other', async () => {
		const { limiter } = await connectedWith({});
		expect((await connectedWith({})).limiter).toBe(limiter);
		expect((await connectedWith({ accessToken: 'other' })).limiter).not.toBe(limiter);
		expect((await connectedWith({ baseUrl: 'https://other.example.com/api/v1' })).limiter).not.toBe(
			limiter,
		);
	});
});
