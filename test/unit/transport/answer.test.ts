import {
	isRedirect,
	readAnswer,
	type HttpAnswer,
} from '../../../nodes/CustomerRelationship/transport/answer';
import {
	getByIdRequest,
	type ApiRequest,
} from '../../../nodes/CustomerRelationship/transport/request';

/** A body as n8n's HTTP helper parses it. */
function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

const NOW = Date.UTC(2026, 0, 31, 12);
const CLOCK = { now: () => NOW, elapsed: () => NOW };
const read = (statusCode: number, text: string, headers: HttpAnswer['headers'] = {}) =>
	readAnswer({ statusCode, headers, body: parsed(text) }, CLOCK);
const envelope = (error: object) => JSON.stringify({ error });
const refused = envelope({
	type: 'conflict_error',
	code: 'phone_already_in_use',
	message: 'Taken',
});

describe('a successful answer', () => {
	test('is a JSON object with a 2xx status', () => {
		expect(read(201, '{"id":"1"}', { 'request-id': 'req_1' })).toMatchObject({
			kind: 'success',
			answer: { statusCode: 201, body: { id: '1' }, requestId: 'req_1', replayed: false },
		});
	});

	test('tells whether it is a replay', () => {
		for (const value of ['true', 'True', ['true']]) {
			expect(read(200, '{}', { 'idempotent-replayed': value })).toMatchObject({
				answer: { replayed: true },
			});
		}
		expect(read(200, '{}', { 'idempotent-replayed': 'false' })).toMatchObject({
			answer: { replayed: false },
		});
	});

	test.each(['', ' \n', undefined])(
		'may be empty if the request allows that and the service sent it: %j',
		(body) => {
			const headers = { 'request-id': 'req_1' };
			const win = { method: 'POST', path: '/deals/1/win', mayBeEmpty: true } as const;
			const empty = (of: ApiRequest | undefined, more: object = headers) =>
				readAnswer({ statusCode: 204, headers: { ...more }, body }, CLOCK, of);
			expect(empty(win)).toMatchObject({ kind: 'success', answer: { body: {} } });
			expect(empty(win, {})).toMatchObject({ kind: 'foreign', statusCode: 204 });
			for (const other of [undefined, { ...win, mayBeEmpty: undefined }]) {
				expect(empty(other)).toMatchObject({ kind: 'foreign', statusCode: 204 });
			}
		},
	);
});

describe('a successful answer to a write', () => {
	const write = (text: string, headers: HttpAnswer['headers'] = {}) =>
		readAnswer({ statusCode: 200, headers, body: parsed(text) }, CLOCK, {
			method: 'POST',
			path: '/',
		});

	test.each(['{"id":"1"}', '{"conversationId":7}'])('holds a record: %s', (body) => {
		expect(write(body)).toMatchObject({ kind: 'success' });
	});

	test.each(['{}', '{"ok":true}', '{"id":"","conversationId":" "}', '{"id":{}}'])(
		'without a record counts only with a request ID: %s',
		(body) => {
			expect(write(body)).toMatchObject({ kind: 'foreign', statusCode: 200 });
			expect(write(body, { 'request-id': 'req_1' })).toMatchObject({ kind: 'success' });
		},
	);
});

describe('a successful answer to the read of a record', () => {
	const readOf = (request: ApiRequest, text: string, headers: HttpAnswer['headers'] = {}) =>
		readAnswer({ statusCode: 200, headers, body: parsed(text) }, CLOCK, request);
	const service = { 'request-id': 'req_1' };

	test.each([
		['7', '{"id":"7"}'],
		['7', '{"id":7,"more":1}'],
		['a/ü', '{"id":"a/ü"}'],
	])('holds the record with that ID: %s, %s', (id, text) => {
		expect(readOf(getByIdRequest('/deals', { id }), text)).toMatchObject({ kind: 'success' });
	});

	test.each([
		...[...['{}', '{"status":"starting"}', '{"data":{"id":"7"}}', '{"id":"8"}'], ''],
		...['{"id":"07"}', '{"id":["7"]}', '{"id":null}', '{"id":""}', '[{"id":"7"}]', '{"ID":"7"}'],
	])('is foreign with anything else, even with a request ID: %s', (text) => {
		for (const headers of [service, {}]) {
			expect(readOf(getByIdRequest('/deals', { id: '7' }), text, headers)).toMatchObject({
				...{ kind: 'foreign', statusCode: 200 },
			});
		}
	});

	test.each(['undefined', 'null', 'true', '[object Object]'])(
		'is foreign without that ID, whatever the ID looks like: %s',
		(id) => {
			for (const text of ['{}', '{"id":null}', '{"id":true}', '{"id":{}}']) {
				expect(readOf(getByIdRequest('/deals', { id }), text, service)).toMatchObject({
					kind: 'foreign',
				});
			}
		},
	);
});

describe('a refusal', () => {
	test('is read from the error envelope', () => {
		expect(
			read(409, refused, { 'request-id': 'req_9', 'idempotent-replayed': 'true' }),
		).toMatchObject({
			kind: 'refusal',
			refusal: {
				statusCode: 409,
				type: 'conflict_error',
				code: 'phone_already_in_use',
				message: 'Taken',
				param: undefined,
				requestId: 'req_9',
				replayed: true,
			},
		});
	});

	test('needs only a type and a code', () => {
		expect(read(400, envelope({ code: 'x', param: null, type: 5 }))).toMatchObject({
			refusal: { code: 'x', type: '5', message: '', param: undefined, requestId: undefined },
		});
		expect(
			read(400, envelope({ code: 'x', type: 't', message: ' No ', param: ' ' })),
		).toMatchObject({
			refusal: { type: 't', message: 'No', param: undefined },
		});
	});
});

describe('a foreign answer', () => {
	test.each([
		['is a page', 200, '<html>'],
		['is a page with an error status', 503, '<html>'],
		['is an array', 200, '[]'],
		['is null', 200, 'null'],
		['has an informational status', 103, '{}'],
		['offers several addresses', 300, '{}'],
		['is a redirect with a body', 302, '{}'],
		['is a redirect in the error envelope', 399, refused],
		['is another program’s error', 400, '{"message":"no"}'],
		['is a gateway’s error with a code', 408, '{"error":{"code":"timeout"}}'],
		['is an error that is text', 400, '{"error":"no"}'],
		['is an error that is null', 400, '{"error":null}'],
		['is an error without a code', 400, '{"error":{"message":"no"}}'],
		['is an empty error', 500, ''],
		['is a gateway’s error, whatever its body', 502, refused],
		['is a gateway’s time-out, whatever its body', 504, refused],
	])('%s', (_, statusCode, text) => {
		expect(read(statusCode, text, { 'request-id': 'req_1' })).toMatchObject({
			kind: 'foreign',
			statusCode,
		});
	});

	test('may tell how long to wait and another address', () => {
		expect(read(503, '<html>', { 'retry-after': '120', location: 'https://example.com/' })).toEqual(
			{
				kind: 'foreign',
				statusCode: 503,
				location: 'https://example.com/',
				retryAfterMs: 120_000,
			},
		);
	});
});

describe('the headers about limits', () => {
	const headersOf = (headers: HttpAnswer['headers']) => {
		const result = read(200, '{}', headers);
		return 'headers' in result ? result.headers : undefined;
	};

	test('are read as requests and ms', () => {
		expect(
			headersOf({
				'ratelimit-limit': '120',
				'ratelimit-remaining': '0',
				'ratelimit-reset': '17',
				'retry-after': '18',
			}),
		).toEqual({ limit: 120, remaining: 0, resetMs: 17_000, retryAfterMs: 18_000 });
	});

	test('may have names with X-', () => {
		expect(
			headersOf({
				'x-ratelimit-limit': '9',
				'x-ratelimit-remaining': ['3'],
				'x-ratelimit-reset': 2,
			}),
		).toEqual({ limit: 9, remaining: 3, resetMs: 2_000, retryAfterMs: undefined });
	});

	test('are undefined where they make no sense', () => {
		expect(
			headersOf({
				'ratelimit-limit': 'many',
				'ratelimit-remaining': '-1',
				'ratelimit-reset': '',
				'retry-after': 'soon',
			}),
		).toEqual({
			limit: undefined,
			remaining: undefined,
			resetMs: undefined,
			retryAfterMs: undefined,
		});
	});

	test('may give Retry-After as a date', () => {
		const at = (ms: number) => headersOf({ 'retry-after': new Date(NOW + ms).toUTCString() });
		expect(at(90_000)?.retryAfterMs).toBe(90_000);
		expect(at(-90_000)?.retryAfterMs).toBe(0);
	});
});

test('a page is no empty answer, whatever the request allows', () => {
	const win = { method: 'POST', path: '/deals/1/win', mayBeEmpty: true } as const;
	const page = { statusCode: 200, headers: { 'request-id': 'req_1' }, body: '<html>' };
	expect(readAnswer(page, CLOCK, win)).toMatchObject({ kind: 'foreign', statusCode: 200 });
});

test('only a redirect that names an address leads elsewhere', () => {
	const foreign = { kind: 'foreign', statusCode: 302 } as const;
	expect(isRedirect({ ...foreign, location: 'https://example.com' })).toBe(true);
	expect(isRedirect(foreign)).toBe(false);
});
