import fc from 'fast-check';
import type { FailedAttempt } from '../../../nodes/CustomerRelationship/transport/answer';
import type { WriteFinding } from '../../../nodes/CustomerRelationship/transport/write';
import {
	decideOnFailedAttempt,
	retryReason,
	retryDelayMs,
} from '../../../nodes/CustomerRelationship/transport/retryPolicy';
import {
	isPermanentNetworkError,
	isTlsHandshakeError,
} from '../../../nodes/CustomerRelationship/transport/networkErrors';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { ERROR_CODES } from './errorCodes';
import {
	broken,
	create,
	foreign,
	get,
	patch,
	refusal,
	reply,
	REQUESTS,
	start,
} from './failedAttempts';

/** Ms until a request is sent again: undefined for never, 0 where the rate limiter decides. */
function retryMs(
	failed: FailedAttempt,
	request: ApiRequest,
	count = 1,
	random = 0.5,
): number | undefined {
	const { retry } = decideOnFailedAttempt(failed, request);
	if (retry === 'never') return undefined;
	return retry === 'when admitted' ? 0 : retryDelayMs(retry, failed, { count, random });
}
const isRetried = (...given: Parameters<typeof retryMs>) => retryMs(...given) !== undefined;

/** Errors, Guidance, and Idempotency 4 of the specification, written in another way than the code. */
function mayBeRetried(status: number, code: string, request: ApiRequest): boolean {
	if (status === 429 || code === 'idempotency_key_in_progress') return true;
	if (status === 503) return !(code === 'queue_unavailable' && request === start);
	return status === 500 && request === get;
}

describe.each(Object.entries(REQUESTS))('%s', (_, request) => {
	test.each(ERROR_CODES)('%d %s %s', (status, type, code) => {
		expect(isRetried(refusal(status, type, code), request)).toBe(
			mayBeRetried(status, code, request),
		);
	});
});

// "429 and 5xx are not stored; other 4xx are", but for refusals of POST /conversations (Idempotency 5).
test.each<[WriteFinding['key'], ApiRequest, FailedAttempt]>([
	['answer stored', patch, refusal(404, 'not_found_error', 'resource_not_found')],
	['answer stored', reply, refusal(403, 'permission_error', 'permission_denied')],
	[undefined, start, refusal(404, 'not_found_error', 'template_not_found')],
	[undefined, start, refusal(401, 'authentication_error', 'invalid_api_token')],
	[undefined, patch, refusal(429, 'permission_error', 'brand_new')],
	['answer may be stored', start, refusal(402, 'permission_error', 'subscription_inactive')],
	['answer may be stored', start, refusal(403, 'permission_error', 'permission_denied')],
	[undefined, get, refusal(404, 'not_found_error', 'resource_not_found')],
	[undefined, patch, refusal(401, 'authentication_error', 'invalid_api_token')],
	['taken', patch, refusal(409, 'conflict_error', 'idempotency_key_reused')],
	[undefined, patch, refusal(503, 'api_error', 'brand_new')],
	[undefined, patch, foreign(404)],
	['in progress', patch, refusal(409, 'conflict_error', 'idempotency_key_in_progress')],
	['closed', patch, refusal(500, 'api_error', 'internal_error')],
	['closed', patch, refusal(503, 'permission_error', 'brand_new')],
	[undefined, get, refusal(503, 'permission_error', 'brand_new')],
	['closed', patch, foreign(500)],
	['closed', start, refusal(503, 'api_error', 'queue_unavailable')],
	[undefined, reply, refusal(503, 'api_error', 'queue_unavailable')],
])('leaves the key %s (%#)', (key, request, failed) => {
	expect(decideOnFailedAttempt(failed, request).key).toBe(key);
});

test.each(ERROR_CODES)('%d %s %s of a read holds for every item, or not', (status, type, code) => {
	const expected = { 400: 'not accepted', 403: 'not visible', 404: 'not visible' }[status];
	expect(decideOnFailedAttempt(refusal(status, type, code), get).unreadable).toBe(expected);
	expect(decideOnFailedAttempt(refusal(status, type, code), create).unreadable).toBeUndefined();
	expect(decideOnFailedAttempt(foreign(status), get).unreadable).toBeUndefined();
});

describe('the code of an error', () => {
	test.each([
		[429, 'rate_limit_error', true, true],
		[429, 'something_new', true, true],
		[400, 'rate_limit_error', true, true],
		[503, 'api_error', true, true],
		[503, '', true, true],
		[500, 'api_error', true, false],
		[501, '', true, false],
		[400, 'invalid_request_error', false, false],
		[409, 'conflict_error', false, false],
		[418, '', false, false],
		[422, 'something_new', false, false],
		[503, 'permission_error', false, false],
	])(
		'if unknown, leaves it to status %d and type "%s": retries a read %s, a write %s',
		(status, type, read, write) => {
			expect(isRetried(refusal(status, type, 'brand_new'), get)).toBe(read);
			expect(isRetried(refusal(status, type, 'brand_new'), create)).toBe(write);
		},
	);

	test('if known, decides before type and status', () => {
		for (const code of [
			'rate_limited',
			'api_tokens_disabled',
			'template_check_unavailable',
			'idempotency_unavailable',
			'idempotency_key_in_progress',
			'queue_unavailable',
		]) {
			expect(isRetried(refusal(418, 'conflict_error', code), create)).toBe(true);
		}
	});

	test('if unknown, is not retried where the type asks for a correction, whatever the status', () => {
		for (const type of new Set(ERROR_CODES.map(([, one]) => one))) {
			expect(isRetried(refusal(503, type, 'brand_new'), create)).toBe(
				['rate_limit_error', 'api_error'].includes(type),
			);
		}
	});

	test('may be named like a property of every object', () => {
		for (const code of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
			expect(isRetried(refusal(400, code, code), create)).toBe(false);
			expect(isRetried(refusal(503, code, code), create)).toBe(true);
		}
	});

	test('of any kind gets a decision, and a wait within its bounds', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 300, max: 599 }),
				fc.string(),
				fc.string(),
				fc.constantFrom(...Object.values(REQUESTS)),
				fc.integer({ min: 1, max: 10_000 }),
				fc.double({ min: 0, max: 1, noNaN: true }),
				fc.option(fc.integer({ min: 0, max: 1e7 }), { nil: undefined }),
				(status, type, code, request, met, random, retryAfterMs) => {
					const failed = refusal(status, type, code, { headers: { retryAfterMs } });
					const ms = retryMs(failed, request, met, random);
					if (!ms) return;
					expect(Number.isInteger(ms)).toBe(true);
					expect(ms).toBeGreaterThanOrEqual(retryAfterMs || 250);
					expect(ms).toBeLessThanOrEqual(Math.max((retryAfterMs ?? 0) + 250, 30_000));
				},
			),
			{ numRuns: 2_000 },
		);
	});
});

describe('without an answer of the service', () => {
	test('writes and reads are retried alike', () => {
		for (const request of [get, create, start]) {
			expect(isRetried(broken('maybe'), request)).toBe(true);
			expect(isRetried(broken('no', 'ECONNREFUSED'), request, 50)).toBe(true);
			for (const status of [408, 429, 501, 502, 503, 504, 520]) {
				expect(isRetried(foreign(status), request, 50)).toBe(true);
			}
			expect(isRetried(foreign(413), request)).toBe(false);
		}
	});

	test('a write is never retried after a 500 of a proxy', () => {
		for (const request of Object.values(REQUESTS)) {
			expect(isRetried(foreign(500), request)).toBe(request.method === 'GET');
		}
		expect([4, 5].map((met) => isRetried(foreign(500), get, met))).toEqual([true, false]);
	});

	test('a host name that is not found is retried for some seconds', () => {
		expect([1, 3, 4].map((met) => isRetried(broken('no', 'ENOTFOUND'), create, met))).toEqual([
			...[true, true, false],
		]);
		expect(decideOnFailedAttempt(broken('no', 'ENOTFOUND'), create).isOutage).toBe(true);
	});

	test('an error of the address or the certificate is not retried', () => {
		const tls = [
			...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
			...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'SELF_SIGNED_CERT_IN_CHAIN', 'EPROTO', 'INVALID_CA'],
			...['DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH'],
			...['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'CRL_HAS_EXPIRED'],
			...['INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED', 'UNABLE_TO_DECRYPT_CERT_SIGNATURE'],
		];
		const address = ['ERR_INVALID_CHAR', 'ERR_INVALID_URL'];
		for (const code of [...tls, ...address]) {
			expect([code, isRetried(broken('no', code), get)]).toEqual([code, false]);
			expect([code, isTlsHandshakeError(code)]).toEqual([code, tls.includes(code)]);
		}
		// These may come after the request was sent.
		for (const code of [
			...['ERR_SSL_INVALID_AAD', 'ERR_SSL_WRONG_VERSION_NUMBER'],
			...['ECONNRESET', 'A_CERT_B', 'EPROTOTYPE'],
		]) {
			expect([code, isPermanentNetworkError(code)]).toEqual([code, false]);
		}
	});

	test('a page that most likely means a wrong address gets four attempts', () => {
		for (const status of [200, 299, 300, 302, 403, 404, 499]) {
			expect([1, 2, 3, 4].map((met) => isRetried(foreign(status), create, met))).toEqual([
				true,
				true,
				true,
				false,
			]);
		}
	});
});

describe('the backoff', () => {
	const unavailable = (retryAfterMs?: number) =>
		refusal(503, 'api_error', 'api_tokens_disabled', { headers: { retryAfterMs } });

	test('doubles up to 30 s, with a jitter of up to half of it', () => {
		const waits = (random: number) =>
			[1, 2, 3, 4, 5, 6, 20].map((met) => retryMs(unavailable(), get, met, random));
		expect(waits(1)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
		expect(waits(0)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
	});

	test('is never shorter than Retry-After, that of a proxy included', () => {
		expect(retryMs(unavailable(7_000), get, 1, 0)).toBe(7_000);
		expect(retryMs(unavailable(7_000), get, 1, 1)).toBe(7_250);
		expect(retryMs(foreign(503, { retryAfterMs: 90_000 }), create, 1, 0)).toBe(90_000);
	});

	test.each([0, 0.001, 1_000, 29_000])('doubles where Retry-After is only %d ms', (ms) => {
		expect(retryMs(unavailable(ms), get, 6, 1)).toBe(30_000);
		expect(retryMs(unavailable(ms), get, 4, 0.1)).toBe(Math.max(4_400, ms && ms + 25));
	});

	test('is short while the first attempt is in progress', () => {
		const inProgress = refusal(409, 'conflict_error', 'idempotency_key_in_progress');
		expect([1, 2, 9].map((met) => retryMs(inProgress, create, met, 1))).toEqual([
			500, 1_000, 5_000,
		]);
	});

	test('ends after five attempts for a read with a server error', () => {
		const fault = refusal(500, 'api_error', 'internal_error');
		expect(isRetried(fault, get, 4)).toBe(true);
		expect(isRetried(fault, get, 5)).toBe(false);
	});

	test('has a reason', () => {
		expect(retryReason(unavailable())).toBe('api_tokens_disabled');
		expect(retryReason(broken('maybe'))).toBe('connection');
		expect(retryReason(foreign(502))).toBe('connection');
	});
});

describe('a refusal by a limit', () => {
	test('is retried when the rate limiter admits it, by code, type or status', () => {
		for (const [status, type, code] of [
			[429, 'rate_limit_error', 'rate_limited'],
			[429, '', 'brand_new'],
			[400, 'rate_limit_error', 'brand_new'],
			[418, 'conflict_error', 'rate_limited'],
		] as const) {
			expect(decideOnFailedAttempt(refusal(status, type, code), start)).toEqual({
				retry: 'when admitted',
				write: 'attempt not done',
			});
		}
		// A proxy has a limit of its own.
		expect(decideOnFailedAttempt(foreign(429), start).retry).toMatchObject({ firstMs: 500 });
	});
});

describe('what is known of a write', () => {
	test.each(ERROR_CODES)('after a refusal with %d %s %s', (status, type, code) => {
		const expected: Record<string, WriteFinding['write']> = {
			internal_error: 'server error',
			idempotency_key_in_progress: 'unknown',
			idempotency_key_reused: 'unknown',
		};
		const isKeyLookedUp = [400, 404, 409, 422].includes(status);
		for (const request of [create, patch, start, reply]) {
			expect(decideOnFailedAttempt(refusal(status, type, code), request).write).toBe(
				expected[code] ?? (isKeyLookedUp ? 'not done' : 'attempt not done'),
			);
		}
	});

	// The request that the key stands for is another message, never an earlier attempt at this one.
	test('after a reused key that stands for a phone is what it was', () => {
		const reused = refusal(409, 'conflict_error', 'idempotency_key_reused');
		expect(decideOnFailedAttempt(reused, start, 'phone')).toEqual({
			...{ retry: 'never', write: 'attempt not done', key: 'taken' },
		});
	});

	test.each<[string, FailedAttempt, WriteFinding['write']]>([
		['an unknown 503', refusal(503, 'api_error', 'brand_new'), 'server error'],
		['an unknown 500', refusal(500, '', 'brand_new'), 'server error'],
		['an unknown refusal', refusal(422, '', 'brand_new'), 'not done'],
		['a refusal of the token', refusal(403, 'permission_error', 'brand_new'), 'attempt not done'],
		['a broken connection', broken('maybe'), 'unknown'],
		['no connection', broken('no'), 'attempt not done'],
		['a certificate error', broken('no', 'CERT_HAS_EXPIRED'), 'attempt not done'],
		['the 500 of a proxy', foreign(500), 'server error'],
		...[200, 299, 408, 429, 502, 503, 504].map(
			(status): [string, FailedAttempt, WriteFinding['write']] => [
				`a page with ${status}`,
				foreign(status),
				'unknown',
			],
		),
		...[300, 301, 403, 404, 413, 499].map(
			(status): [string, FailedAttempt, WriteFinding['write']] => [
				`a page with ${status}`,
				foreign(status),
				'attempt not done',
			],
		),
	])('after %s', (_, failed, write) => {
		expect(decideOnFailedAttempt(failed, create).write).toBe(write);
	});
});

test.each<[string, FailedAttempt, ApiRequest, boolean]>([
	['a broken connection', broken('maybe'), create, true],
	['a refused connection', broken('no', 'ECONNREFUSED'), get, true],
	['a certificate error', broken('no', 'CERT_HAS_EXPIRED'), get, false],
	['a suspended token', refusal(503, 'api_error', 'api_tokens_disabled'), create, true],
	['an unknown 503', refusal(503, 'api_error', 'brand_new'), create, true],
	['a server error of a read', refusal(500, 'api_error', 'internal_error'), get, true],
	['a 500 of a proxy, of a read', foreign(500), get, true],
	['a gateway’s page', foreign(502), get, true],
	['a proxy’s time-out', foreign(408), get, true],
	['a proxy’s limit', foreign(429), get, false],
	['a page of a wrong address', foreign(404), get, false],
	['a page with status 200', foreign(200), get, false],
	['a refusal by a limit', refusal(429, 'rate_limit_error', 'rate_limited'), get, false],
	[
		'a first attempt in progress',
		refusal(409, 'conflict_error', 'idempotency_key_in_progress'),
		create,
		false,
	],
	['a server error of a write', refusal(500, 'api_error', 'internal_error'), create, false],
	[
		'a queue that is down, for a reply',
		refusal(503, 'api_error', 'queue_unavailable'),
		reply,
		true,
	],
	[
		'a queue that is down, for a conversation start',
		refusal(503, 'api_error', 'queue_unavailable'),
		start,
		false,
	],
])('%s counts as an outage or not', (_what, failed, request, isOutage) => {
	expect(Boolean(decideOnFailedAttempt(failed, request).isOutage)).toBe(isOutage);
});

test.each<[string, FailedAttempt]>([
	['a refusal', refusal(404, 'not_found_error', 'resource_not_found')],
	['a 500 of a proxy', foreign(500)],
])('a read that ends with %s tells nothing of any write', (_, failed) => {
	expect(decideOnFailedAttempt(failed, get).write).toBe('attempt not done');
});
