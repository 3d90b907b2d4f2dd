import { explain, NO_DETAILS } from '../../../nodes/CustomerRelationship/errors/explain';
import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';
import { BrokenList, NotListed } from '../../../nodes/CustomerRelationship/transport/pages';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import type { FailedAttempt } from '../../../nodes/CustomerRelationship/transport/answer';
import { ERROR_CODES } from '../transport/errorCodes';
import { operationOf } from '../resources/requests';
import { broken, create, foreign, get, patch, refusal, start } from '../transport/failedAttempts';
import { failed, itemText, refusedWith, source, type Circumstances } from './failedRequests';

function explained(
	attempt: FailedAttempt | undefined,
	request?: ApiRequest,
	more?: Partial<Circumstances>,
) {
	const text = explain(failed(attempt, request, more), source);
	if (!text) throw new Error('not explained');
	return text;
}

test.each(ERROR_CODES)(
	'gives the facts for support and for workflows: %d %s %s',
	(status, type, code) => {
		const refused = refusedWith(code, {
			message: 'What it says.',
			param: 'x.y',
			requestId: 'req_7',
		});
		const { serviceMessage, facts, details } = explained(refused, create, {
			attempts: 3,
			tookMs: 4_200,
		});
		expect(details).toEqual({ status, type, code, param: 'x.y', requestId: 'req_7' });
		expect(serviceMessage).toBe('The service says: “What it says”.');
		expect(facts).toBe(
			`For support: Code: ${code} · Parameter: x.y · Status: ${status} · Request ID: req_7 · Tried 3 times · Waited 5 s`,
		);
	},
);

describe('the field of a refusal', () => {
	test.each([
		['phone', 'invalid_parameter', 'The service does not accept the value of “Phone”'],
		[
			'ownerId',
			'owner_not_found',
			'The owner is not an active user of the account (field “Owner ID”)',
		],
		// Without a label it goes by the API's name, word for word, where the text has a place for it.
		["$&$'x", 'unknown_parameter', "The service does not know the parameter “$&$'x” here"],
		['foo', 'owner_not_found', 'The owner is not an active user of the account'],
		[undefined, 'invalid_parameter', 'The service does not accept the value of one of the fields'],
	])('is named by its label, or else as the API names it: %s in %s', (param, code, message) => {
		expect(explained(refusedWith(code, { param })).message).toBe(message);
	});

	test.each<[ApiRequest, string | undefined, string]>([
		[patch, undefined, 'The record was not found (field “Deal”)'],
		[patch, 'ownerId', 'The record was not found (field “Owner ID”)'],
		// The panel has no field for it, or the ID may be another one.
		[{ ...get, record: { param: 'companyId', id: '7' } }, undefined, 'The record was not found'],
		[{ ...get, record: { id: '7' } }, undefined, 'The record was not found'],
		[get, undefined, 'The service does not know this address'],
	])(
		'of a record that is not found is the one that the request names: %j %s',
		(request, param, message) => {
			expect(explained(refusedWith('resource_not_found', { param }), request).message).toBe(
				message,
			);
		},
	);
});

test.each<[code: string, keyStandsFor: 'phone' | undefined, message: RegExp]>([
	['idempotency_key_reused', 'phone', /^Not sent now: this node has sent this template/],
	['idempotency_key_reused', undefined, /^The idempotency key was already used/],
	['internal_error', 'phone', /^The service had an internal error$/],
])(
	'of a key that stands for a phone says what that means: %s, %s',
	(code, keyStandsFor, message) => {
		const error = failed(refusedWith(code), start, { keyStandsFor });
		expect(explain(error, operationOf('conversation', 'start'))?.message).toMatch(message);
	},
);

test('names the scope that the request needs', () => {
	const lacking = (request: ApiRequest) =>
		explained(refusedWith('insufficient_api_token_scope'), request).message;
	expect(lacking(get)).toBe('The access token lacks the scope crm:read');
	expect(lacking(start)).toBe('The access token lacks the scope inbox:send');
});

test('says that a replayed answer is a stored one', () => {
	expect(explained(refusedWith('owner_not_found', { replayed: true })).message).toBe(
		'The owner is not an active user of the account (the stored answer to an earlier request with the same key)',
	);
});

test.each<[FailedAttempt, Partial<Circumstances>, string]>([
	[
		refusedWith('owner_not_found', { requestId: undefined }),
		{ tookMs: 999 },
		'For support: Code: owner_not_found · Status: 400',
	],
	[
		refusedWith('owner_not_found', { requestId: undefined }),
		{ attempts: 2, tookMs: 1_000 },
		'For support: Code: owner_not_found · Status: 400 · Tried 2 times · Waited 1 s',
	],
	[
		refusedWith('rate_limited'),
		{ waitTooLong: { ms: 39_001, reason: 'rate_limited' } },
		'For support: Code: rate_limited · Status: 429 · Request ID: req_1 · Would have had to wait 40 s more (rate_limited)',
	],
	[
		refusedWith('owner_not_found', { message: 'One. Two.' }),
		{},
		'For support: Code: owner_not_found · Status: 400 · Request ID: req_1',
	],
	[foreign(404), {}, 'For support: Status: 404'],
	[broken('no'), {}, ''],
])('lists only the facts that are known (%#)', (attempt, more, facts) => {
	expect(explained(attempt, create, more).facts).toBe(facts);
});

test.each([
	['cnpj', ' · Value: “11.222.333/0001-82”'],
	['emails', ''],
	['name', ''],
])('shows the value that was sent for a refused field: %s', (param, value) => {
	const body = { cnpj: '11.222.333/0001-82', emails: ['a'] };
	const { facts } = explained(refusedWith('invalid_parameter', { param }), { ...create, body });
	expect(facts).toContain(`Parameter: ${param}${value} · Status`);
});

test('passes on an unknown code and type', () => {
	expect(explained(refusal(418, '', 'brand_new')).details).toMatchObject({
		type: null,
		code: 'brand_new',
	});
});

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
			...([broken('no', 'ETIMEDOUT'), { attempts: 0 }] as const),
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
		expect(explained(attempt, create, more)).toMatchObject({
			...{ message, remedy },
			details: { ...NO_DETAILS, status, code },
		});
	});

	test('is transient unless the address or a proxy is at fault', () => {
		for (const more of [{ isRecordInUse: true } as const, {}]) {
			expect(explained(undefined, create, { attempts: 0, ...more }).isTransient).toBe(true);
		}
		expect(explained(broken('maybe'), create).isTransient).toBe(true);
		for (const attempt of [broken('no'), foreign(503)]) {
			expect(explained(attempt, create).isTransient).toBeUndefined();
		}
	});
});

test('explains an invalid value by its field’s problem and remedy', () => {
	expect(explain(new InvalidInput('Phone', 'is empty', 'Fill it in.'))).toEqual({
		...{ message: '“Phone” is empty', remedy: 'Fill it in.', facts: '' },
		details: { ...NO_DETAILS, code: 'invalid_input' },
	});
});

test('shows an invalid value', () => {
	const given = new InvalidInput('Phone', 'is odd', 'Correct it.').withValue('abc');
	expect(explain(given)?.facts).toBe('Value: “abc”');
});

test('explains a list that could not be read to its end', () => {
	expect(explain(new BrokenList('it repeats', 'req_3'))).toEqual({
		message: 'The list could not be read to its end: it repeats',
		remedy: 'If it happens again, report the request ID to the service’s support.',
		facts: 'Request ID: req_3',
		details: { ...NO_DETAILS, code: 'broken_list', requestId: 'req_3' },
	});
	expect(explain(new BrokenList('it repeats', undefined))).toMatchObject({
		remedy: 'If it happens again, report it to the service’s support.',
		facts: '',
	});
});

test.each([
	[
		true,
		'Check the ID. If it is right, it was deleted, or the access token’s user does not see it.',
	],
	[
		false,
		'There are more conversations behind these. Check the ID. If it is right, raise Max Pages under Options, or use Get Many with a filter.',
	],
])('explains how far a list was searched for a record (%p)', (isWhole, remedy) => {
	const record = { param: 'conversationId', id: 'v9' };
	const properties = operationOf('conversation', 'get').properties;
	const error = new NotListed(record, 'conversations', 40, isWhole);
	expect(explain(error, { properties })).toEqual({
		message: '“Conversation” is none of the 40 conversations that were read',
		...{ remedy, facts: 'ID: v9' },
		details: { ...NO_DETAILS, code: 'resource_not_found', param: 'conversationId' },
	});
	expect(explain(new NotListed({ id: 'v9' }, 'conversations', 0, isWhole))).toMatchObject({
		message: '“ID” is none of the 0 conversations that were read',
		details: { param: null },
	});
	expect(itemText(error, undefined, { properties }).description).toBe(`${remedy} ID: v9`);
});

test('leaves errors unexplained that the node did not raise', () => {
	expect(explain(new Error('x'))).toBeUndefined();
	expect(explain(undefined)).toBeUndefined();
});

test('has a place for each detail, also of an error of which nothing is known', () => {
	const nothing = { status: null, type: null, code: null, param: null, requestId: null };
	expect(NO_DETAILS).toEqual(nothing);
});

test('quotes the service word for word, but for the last full stop', () => {
	const { serviceMessage } = explained(refusedWith('owner_not_found', { message: 'One. Two.' }));
	expect(serviceMessage).toBe('The service says: “One. Two”.');
});

test('names a field as the API does where there is no panel', () => {
	const error = failed(refusedWith('invalid_parameter', { param: 'phone' }), create);
	expect(explain(error, {})?.message).toBe('The service does not accept the value of “phone”');
});

test('takes a redirect that names no address for a wrong Base URL', () => {
	expect(explained(foreign(301), create)).toMatchObject({
		message: 'Something other than the service answered (HTTP 301)',
		remedy: ADDRESS,
	});
});

test('expects the service to answer again after earlier requests were not answered', () => {
	expect(explained(broken('no', 'ETIMEDOUT'), create, { attempts: 0 }).isTransient).toBe(true);
});
