import fc from 'fast-check';
import {
	isFailureInside,
	isLastingFault,
	isOutage,
	isTlsFault,
	mayHaveRun,
	reasonOf,
	retryIn,
	runsAgain,
	settles,
	type Setback,
} from '../../../nodes/CustomerRelationship/transport/retryPolicy';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { ERROR_CODES } from './errorCodes';
import { broken, create, foreign, get, patch, refusal, reply, REQUESTS, start } from './setbacks';

const retried = (setback: Setback, request: ApiRequest, met = 1) =>
	retryIn(setback, request, met, 0.5) !== undefined;

/** The contract's sentence, told a second time and in another way than the code. */
function mayBeRetried(status: number, code: string, request: ApiRequest): boolean {
	if (status === 429 || code === 'idempotency_key_in_progress') return true;
	if (status === 503) return !(code === 'queue_unavailable' && request === start);
	return status === 500 && request === get;
}

describe.each(Object.entries(REQUESTS))('%s', (_, request) => {
	test.each(ERROR_CODES)('%d %s %s', (status, type, code) => {
		expect(retried(refusal(status, type, code), request)).toBe(mayBeRetried(status, code, request));
	});
});

describe('codes that are not known', () => {
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
	])('%d of type "%s" is repeated: a read %s, a write %s', (status, type, read, write) => {
		expect(retried(refusal(status, type, 'brand_new'), get)).toBe(read);
		expect(retried(refusal(status, type, 'brand_new'), create)).toBe(write);
	});

	test('count for more than type and status', () => {
		for (const code of [
			'rate_limited',
			'api_tokens_disabled',
			'template_check_unavailable',
			'idempotency_unavailable',
			'idempotency_key_in_progress',
			'queue_unavailable',
		]) {
			expect(retried(refusal(418, 'conflict_error', code), create)).toBe(true);
		}
	});

	test('whose type is about the request are not repeated, whatever their status', () => {
		for (const type of new Set(ERROR_CODES.map(([, one]) => one))) {
			expect(retried(refusal(503, type, 'brand_new'), create)).toBe(
				['rate_limit_error', 'api_error'].includes(type),
			);
		}
	});

	test('named like a property of every object are unknown, too', () => {
		for (const code of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
			expect(retried(refusal(400, code, code), create)).toBe(false);
			expect(retried(refusal(503, code, code), create)).toBe(true);
		}
	});

	test('whatever comes, there is a decision, and no wait that is none', () => {
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
					const setback = refusal(status, type, code, { headers: { retryAfterMs } });
					const ms = retryIn(setback, request, met, random);
					if (ms === undefined) return;
					expect(Number.isInteger(ms)).toBe(true);
					expect(ms).toBeGreaterThanOrEqual(retryAfterMs || 250);
					expect(ms).toBeLessThanOrEqual(retryAfterMs ? retryAfterMs + 250 : 30_000);
				},
			),
			{ numRuns: 2_000 },
		);
	});
});

describe('without an answer of the service', () => {
	test('a write and a read are sent again alike', () => {
		for (const request of [get, create, start]) {
			expect(retried(broken('maybe'), request)).toBe(true);
			expect(retried(broken('no', 'ECONNREFUSED'), request, 50)).toBe(true);
			for (const status of [408, 429, 501, 502, 503, 504, 520]) {
				expect(retried(foreign(status), request, 50)).toBe(true);
			}
			expect(retried(foreign(413), request)).toBe(false);
		}
	});

	test('a 500 is never sent again on a write, whoever it is from', () => {
		for (const request of Object.values(REQUESTS)) {
			expect(retried(foreign(500), request)).toBe(request.method === 'GET');
			expect(mayHaveRun(foreign(500), request)).toBe(request.method !== 'GET');
			expect(runsAgain(foreign(500), request)).toBe(request.method !== 'GET');
		}
		expect([4, 5].map((met) => retried(foreign(500), get, met))).toEqual([true, false]);
	});

	test('a fault of the address or the certificate is told at once', () => {
		const tls = [
			...['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
			...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'SELF_SIGNED_CERT_IN_CHAIN', 'EPROTO', 'INVALID_CA'],
			...['DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH'],
			...['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'CRL_HAS_EXPIRED'],
			...['INVALID_PURPOSE', 'PATH_LENGTH_EXCEEDED', 'UNABLE_TO_DECRYPT_CERT_SIGNATURE'],
		];
		const address = ['ENOTFOUND', 'ERR_INVALID_CHAR', 'ERR_INVALID_URL'];
		for (const code of [...tls, ...address]) {
			expect([code, retried(broken('no', code), get)]).toEqual([code, false]);
			expect([code, isTlsFault(code)]).toEqual([code, tls.includes(code)]);
		}
		// These may come once the request has left.
		for (const code of [
			...['ERR_SSL_INVALID_AAD', 'ERR_SSL_WRONG_VERSION_NUMBER'],
			...['ECONNRESET', 'A_CERT_B', 'EPROTOTYPE'],
		]) {
			expect([code, isLastingFault(code)]).toEqual([code, false]);
		}
	});

	test('a page that most likely means a wrong address is asked for four times', () => {
		for (const status of [200, 299, 300, 302, 403, 404, 499]) {
			expect([1, 2, 3, 4].map((met) => retried(foreign(status), create, met))).toEqual([
				true,
				true,
				true,
				false,
			]);
		}
	});
});

describe('the wait', () => {
	const unavailable = (retryAfterMs?: number) =>
		refusal(503, 'api_error', 'api_tokens_disabled', { headers: { retryAfterMs } });

	test('doubles up to 30 s, between half and all of it', () => {
		const waits = (random: number) =>
			[1, 2, 3, 4, 5, 6, 20].map((met) => retryIn(unavailable(), get, met, random));
		expect(waits(1)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
		expect(waits(0)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
	});

	test('is never shorter than Retry-After, a proxy’s included, and not longer when that is short', () => {
		expect(retryIn(unavailable(7_000), get, 9, 0)).toBe(7_000);
		expect(retryIn(unavailable(7_000), get, 9, 1)).toBe(7_250);
		expect(retryIn(foreign(503, { retryAfterMs: 90_000 }), create, 1, 0)).toBe(90_000);
	});

	test('does not turn into a storm when Retry-After is 0', () => {
		expect(retryIn(unavailable(0), get, 6, 1)).toBe(30_000);
	});

	test('for an answer that is under way is short', () => {
		const inProgress = refusal(409, 'conflict_error', 'idempotency_key_in_progress');
		expect([1, 2, 9].map((met) => retryIn(inProgress, create, met, 1))).toEqual([
			500, 1_000, 5_000,
		]);
	});

	test('for a faulty read ends after five tries', () => {
		const fault = refusal(500, 'api_error', 'internal_error');
		expect(retried(fault, get, 4)).toBe(true);
		expect(retried(fault, get, 5)).toBe(false);
	});

	test('has a reason', () => {
		expect(reasonOf(unavailable())).toBe('api_tokens_disabled');
		expect(reasonOf(broken('maybe'))).toBe('connection');
		expect(reasonOf(foreign(502))).toBe('connection');
	});
});

describe('a write', () => {
	test.each(ERROR_CODES)('refused with %d %s %s', (status, type, code) => {
		const unknown = ['internal_error', 'idempotency_key_in_progress'].includes(code);
		for (const request of [create, patch, start, reply]) {
			expect(mayHaveRun(refusal(status, type, code), request)).toBe(unknown);
		}
	});

	test('may have run when no answer of the service says otherwise', () => {
		expect(mayHaveRun(refusal(503, 'api_error', 'brand_new'), create)).toBe(true);
		expect(mayHaveRun(broken('maybe'), start)).toBe(true);
		for (const status of [200, 408, 500, 502, 503, 504]) {
			expect(mayHaveRun(foreign(status), start)).toBe(true);
		}
	});

	test('has not run when it never left or was turned away in front of the service', () => {
		expect(mayHaveRun(broken('no'), start)).toBe(false);
		for (const status of [301, 403, 404, 413])
			expect(mayHaveRun(foreign(status), start)).toBe(false);
	});

	test('is settled by an answer to its key, not by one about the token or the service', () => {
		for (const [status, type, code] of ERROR_CODES) {
			expect(settles(refusal(status, type, code))).toBe([400, 404, 409, 422].includes(status));
		}
		expect(settles(broken('no'))).toBe(false);
	});
});

test.each<[string, Setback, ApiRequest, boolean]>([
	['a failure inside', refusal(500, 'api_error', 'internal_error'), create, true],
	['a read’s failure', refusal(500, 'api_error', 'internal_error'), get, false],
	['a queue that is down, at a start', refusal(503, 'api_error', 'queue_unavailable'), start, true],
	[
		'a queue that is down, in a conversation',
		refusal(503, 'api_error', 'queue_unavailable'),
		reply,
		false,
	],
	['an outage', refusal(503, 'api_error', 'api_tokens_disabled'), create, false],
	['a conflict', refusal(409, 'conflict_error', 'phone_already_in_use'), create, false],
	['a broken connection', broken('maybe'), create, false],
	['a gateway’s page', foreign(502), create, false],
])('%s would run again, or not', (_what, setback, request, again) => {
	expect(runsAgain(setback, request)).toBe(again);
});

test.each<[string, Setback, ApiRequest, boolean]>([
	['a broken connection', broken('maybe'), create, true],
	['one refused', broken('no', 'ECONNREFUSED'), get, true],
	['a wrong certificate', broken('no', 'CERT_HAS_EXPIRED'), get, false],
	['a suspended token', refusal(503, 'api_error', 'api_tokens_disabled'), create, true],
	['a read’s failure inside', refusal(500, 'api_error', 'internal_error'), get, true],
	['a gateway’s page', foreign(502), get, true],
	['a time-out in front', foreign(408), get, true],
	['a page elsewhere', foreign(404), get, false],
	['a limit', refusal(429, 'rate_limit_error', 'rate_limited'), get, false],
	[
		'a first try under way',
		refusal(409, 'conflict_error', 'idempotency_key_in_progress'),
		create,
		false,
	],
	['a failure inside', refusal(500, 'api_error', 'internal_error'), create, false],
	[
		'a queue that is down, at a start',
		refusal(503, 'api_error', 'queue_unavailable'),
		start,
		false,
	],
])('%s is an outage, or not', (_what, setback, request, outage) => {
	expect(isOutage(setback, request)).toBe(outage);
});

test.each<[string, Setback, ApiRequest, boolean]>([
	['an internal error', refusal(500, 'api_error', 'internal_error'), create, true],
	['a read’s', refusal(500, 'api_error', 'internal_error'), get, false],
	['an outage', refusal(503, 'api_error', 'api_tokens_disabled'), create, false],
	[
		'a first try under way',
		refusal(409, 'conflict_error', 'idempotency_key_in_progress'),
		create,
		false,
	],
	['a broken connection', broken('maybe'), create, false],
])('%s leaves a write’s end open for good, or not', (_what, setback, request, open) => {
	expect(isFailureInside(setback, request)).toBe(open);
});

test('a read never leaves anything behind', () => {
	expect(mayHaveRun(broken('maybe'), get)).toBe(false);
	expect(mayHaveRun(refusal(500, 'api_error', 'internal_error'), get)).toBe(false);
});
