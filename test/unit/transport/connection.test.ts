import {
	NodeApiError,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type INode,
	type JsonObject,
} from 'n8n-workflow';
import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';
import { baseUrlOf } from '../../../nodes/CustomerRelationship/transport/account';
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
		const { exchange } = await connect(of);
		expect(await exchange(wire)).toEqual({ statusCode: 418, headers: { x: '1' }, body: 'tea' });
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
		['CERT_HAS_EXPIRED', 'no'],
		['ERR_INVALID_CHAR', 'no'],
		['ECONNRESET', 'maybe'],
		['ECONNABORTED', 'maybe'],
		['ETIMEDOUT', 'maybe'],
		['ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR', 'maybe'],
		['ERR_HTTP2_STREAM_ERROR', 'maybe'],
	])('with %s reached the service: %s', async (code, reached) => {
		const { context: of } = context(() => Promise.reject(networkError(code)));
		const { exchange } = await connect(of);
		expect(await exchange(wire)).toEqual({ reached, code });
	});

	test('without any code is one all the same, and nothing of the token is kept', async () => {
		const { context: of } = context(() => Promise.reject(networkError(undefined)));
		const { exchange } = await connect(of);
		const end = await exchange(wire);
		expect(end).toEqual({ reached: 'maybe', code: 'ERR_NETWORK' });
		expect(JSON.stringify(end)).not.toContain(TOKEN);
	});

	test('is told from what n8n itself raised', async () => {
		const own = new Error('Node does not have any credentials set');
		const { context: of } = context(() => Promise.reject(own));
		const { exchange } = await connect(of);
		await expect(exchange(wire)).rejects.toBe(own);
	});
});

describe('the credential', () => {
	const connected = (credential: object) => connect(context(() => undefined, credential).context);

	test('may have blanks around its values and slashes at the address’s end', async () => {
		const { baseUrl, limiter } = await connected({
			baseUrl: ' https://example.com/api/v1// ',
			accessToken: ' a ',
		});
		expect(baseUrl).toBe('https://example.com/api/v1');
		expect((await connected({ accessToken: 'a' })).limiter).toBe(limiter);
	});

	test('shares what is known of the limits among its executions, and with no other', async () => {
		const { limiter } = await connected({});
		expect((await connected({})).limiter).toBe(limiter);
		expect((await connected({ accessToken: 'other' })).limiter).not.toBe(limiter);
		expect((await connected({ baseUrl: 'https://other.example.com/api/v1' })).limiter).not.toBe(
			limiter,
		);
	});

	test.each(['line\nbreak', 'tab\tin it', 'curly”quote', 'two words'])(
		'with the token %j is refused, not shown',
		async (accessToken) => {
			const failure: unknown = await connected({ accessToken }).catch((thrown: unknown) => thrown);
			expect(failure).toBeInstanceOf(InvalidInput);
			expect(String(failure)).toContain('“Access Token”');
			expect(String(failure)).not.toContain(accessToken);
		},
	);

	test.each([undefined, null, '', 'example.com', 'ftp://example.com', 'https://', 'https:// x'])(
		'with the address %p is refused',
		(value) => {
			expect(() => baseUrlOf(value)).toThrow('“Base URL”');
		},
	);
});
