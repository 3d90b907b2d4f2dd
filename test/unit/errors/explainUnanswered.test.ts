import { EMPTY_ERROR_DETAILS } from '../../../nodes/CustomerRelationship/errors/explain';
import type { FailedAttempt } from '../../../nodes/CustomerRelationship/transport/answer';
import { broken, create, foreign } from '../transport/failedAttempts';
import { explainAttempt, type Circumstances } from './failedRequests';

const ADDRESS =
	'Check that Base URL in the credential is the service’s address and ends with /api/v1. If it is, a proxy in between or maintenance of the service is the likely cause.';
const SENDS_ON =
	'This address sends on to another one: check http against https in Base URL. ' + ADDRESS;

describe('a request that the service did not answer', () => {
	const elsewhere = { location: 'https://example.com/?token=x' };

	test.each<[string, FailedAttempt | undefined, Partial<Circumstances>, string, string]>([
		[
			'unexpected_answer',
			...([foreign(404), {}] as const),
			'Something other than the service answered (HTTP 404)',
			ADDRESS,
		],
		...[301, 302, 303, 307, 308].map((status): [string, FailedAttempt, object, string, string] => [
			'unexpected_answer',
			...([foreign(status, elsewhere), {}] as const),
			`Something other than the service answered (HTTP ${status}, pointing to another address)`,
			SENDS_ON,
		]),
		[
			'unexpected_answer',
			...([foreign(201, elsewhere), {}] as const),
			'Something other than the service answered (HTTP 201, pointing to another address)',
			ADDRESS,
		],
		[
			'unexpected_answer',
			...([foreign(413), {}] as const),
			'The request is too large for something in front of the service (HTTP 413)',
			'Send less at once: shorten the texts, lists and JSON that the item gives.',
		],
		[
			'connection_failed',
			...([broken('no', 'ENOTFOUND'), {}] as const),
			'The service’s host name was not found',
			'Check the spelling of Base URL in the credential, and that n8n can reach it from its network (ENOTFOUND).',
		],
		[
			'connection_failed',
			...([broken('no', 'ECONNREFUSED'), {}] as const),
			'The service could not be reached',
			'Check Base URL in the credential, its port included, and that n8n can reach it from its network (ECONNREFUSED).',
		],
		[
			'connection_failed',
			...([broken('maybe'), {}] as const),
			'The service did not answer',
			'The connection broke before an answer came (ECONNRESET). If that goes on, check n8n’s network and whether the service is up.',
		],
		[
			'connection_failed',
			...([broken('no', 'CERT_HAS_EXPIRED'), {}] as const),
			'No secure connection to the service could be made',
			'Check Base URL in the credential, https against http and the port, and the certificate of the service or of a proxy in between (CERT_HAS_EXPIRED).',
		],
		[
			'connection_failed',
			...([undefined, { attempts: 0, isOutage: true }] as const),
			'The service left earlier requests without an answer, so no further one was sent',
			'See whether the service is up.',
		],
		[
			'record_in_use',
			...([undefined, { attempts: 0, isRecordInUse: true }] as const),
			'Another execution is still at work on this record, so nothing was sent this time',
			'If it happens often, let fewer executions change the same record at once.',
		],
		[
			'rate_limited',
			...([undefined, { attempts: 0 }] as const),
			'A limit per minute leaves no room for this request',
			'If it happens often, spread the work, other programs’ too, over more time: a token has 120 requests a minute, the company 600 with all its tokens, and each channel 30 message sends.',
		],
	])('is explained as %s (%#)', (code, attempt, more, message, remedy) => {
		const status = attempt?.kind === 'foreign' ? attempt.statusCode : null;
		expect(explainAttempt(attempt, create, more)).toMatchObject({
			...{ message, remedy },
			details: { ...EMPTY_ERROR_DETAILS, status, code },
		});
	});

	test('is transient unless the address or a proxy is at fault', () => {
		for (const more of [{ isRecordInUse: true } as const, {}]) {
			expect(explainAttempt(undefined, create, { attempts: 0, ...more }).isTransient).toBe(true);
		}
		expect(explainAttempt(broken('maybe'), create).isTransient).toBe(true);
		for (const attempt of [broken('no'), foreign(503)]) {
			expect(explainAttempt(attempt, create).isTransient).toBeUndefined();
		}
	});
});

test('takes a redirect that names no address for a wrong Base URL', () => {
	expect(explainAttempt(foreign(301), create)).toMatchObject({
		message: 'Something other than the service answered (HTTP 301)',
		remedy: ADDRESS,
	});
});

test('expects the service to answer again after earlier requests were not answered', () => {
	expect(explainAttempt(undefined, create, { attempts: 0, isOutage: true }).isTransient).toBe(true);
});
