import {
	explanationFromEntry,
	type Explanation,
	type RefusalExplanations,
} from '../../../nodes/CustomerRelationship/errors/catalogue';
import { explain } from '../../../nodes/CustomerRelationship/errors/explain';
import {
	EXPLANATION_BY_TYPE,
	findCatalogueEntry,
} from '../../../nodes/CustomerRelationship/errors/explainRefusal';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import type { SharedKeyKind } from '../../../nodes/CustomerRelationship/transport/write';
import { operationOf } from '../resources/requests';
import { ERROR_CODES } from '../transport/errorCodes';
import { create, get, patch, refusal, reply, start } from '../transport/failedAttempts';
import { explainAttempt, failedRequest, refusalWith } from './failedRequests';

/** What a refusal is about. */
interface Subject {
	status?: number;
	type?: string;
	param?: string;
	request?: ApiRequest;
	refusals?: RefusalExplanations;
}

function explanation(code: string, subject: Subject = {}): Explanation {
	const { status = 400, type = 'odd', param, request = get, refusals } = subject;
	const entry = findCatalogueEntry(refusal(status, type, code).refusal, request, param, refusals);
	return explanationFromEntry(entry, { field: '“Phone”', scope: 'crm:read' });
}

/** What refusals mean at `contact.upsert` and the like. */
function refusalsOf(name: string): RefusalExplanations {
	const [resource = '', operation = ''] = name.split('.');
	return operationOf(resource, operation).refusals ?? {};
}

test('explains the types of the specification and no other', () => {
	const types = new Set(ERROR_CODES.map(([, type]) => type));
	expect([...EXPLANATION_BY_TYPE.keys()].sort()).toEqual([...types].sort());
});

test.each([
	['invalid_request_error', 'The service does not accept the request', /^Correct the values/],
	['authentication_error', 'The service does not accept the access token', /^Create a token in/],
	['permission_error', 'The access token does not allow this', /^Use a token with more scopes/],
	['not_found_error', 'The service did not find what the request names', /^Check the IDs\./],
	['conflict_error', 'The request conflicts with what the service holds', /^Look at the record/],
	[
		'rate_limit_error',
		'A limit of the service was reached',
		/spread the work, other programs’ too, over more time/,
	],
	['api_error', 'The service failed', /^If it happens again, report the request ID/],
])('explains an unknown code by its type %s', (type, message, remedy) => {
	expect(explanation('brand_new', { type })).toMatchObject({
		message,
		remedy: expect.stringMatching(remedy) as string,
	});
});

test.each([
	[499, 'The service does not accept the request'],
	[500, 'The service failed'],
])('explains an unknown type by its status: %d', (status, message) => {
	// What every object has is not found among the texts either.
	for (const name of ['brand_new', 'constructor', '__proto__', 'toString']) {
		expect(explanation(name, { type: name, status, refusals: {} }).message).toBe(message);
	}
});

describe('the meaning of a code at an operation', () => {
	test.each<[string, string, Subject, RegExp]>([
		['deal.move', 'stage_not_in_pipeline', {}, /^The stage belongs to another pipeline than the/],
		['deal.create', 'stage_not_in_pipeline', {}, /^The stage belongs to another pipeline$/],
		['deal.win', 'stage_is_final', {}, /^The deal is closed already$/],
		['deal.lose', 'stage_is_final', {}, /^The deal is closed already$/],
		['deal.move', 'stage_is_final', {}, /^The stage is a won or lost one, or the deal is closed$/],
		['deal.create', 'stage_is_final', {}, /^A deal can’t be put into a won or lost stage$/],
		['company.create', 'cnpj_already_in_use', {}, /^The CNPJ belongs to another company/],
		['company.upsert', 'cnpj_already_in_use', {}, /^The CNPJ belongs to a company that the/],
		['message.send', 'brand_new', { status: 422 }, /^The service does not take this free text$/],
		['message.send', 'brand_new', { status: 400 }, /^The service does not accept the request$/],
		['message.send', 'recipient_opted_out', { status: 422 }, /^The contact asked not to receive/],
		['conversation.start', 'brand_new', { status: 422 }, /^The service does not accept the/],
		['conversation.start', 'resource_not_found', { param: 'channelId' }, /^The channel was not fo/],
	])(
		'differs from the catalogue only where the operation says so: %s: %s %j',
		(name, code, subject, message) => {
			const request = name === 'message.send' ? reply : start;
			const refusals = refusalsOf(name);
			expect(explanation(code, { ...subject, request, refusals }).message).toMatch(message);
		},
	);

	test.each(['contact.upsert', 'contact.update', 'conversation.start'])(
		'%s: says how to write a phone, for that field alone',
		(name) => {
			const remedy = (param: string) =>
				explanation('invalid_parameter', { param, refusals: refusalsOf(name) }).remedy;
			expect(remedy('phone')).toMatch(
				/^Give the phone with its area code, as in \(11\) 98765-4321/,
			);
			expect(remedy('ownerId')).not.toContain('area code');
		},
	);

	test('conversation.start: says that an internal error is stored, and that each attempt may leave a message', () => {
		const refusals = refusalsOf('conversation.start');
		expect(explanation('internal_error', { refusals, request: start }).remedy).toMatch(
			/another Idempotency Key.* 24 hours/,
		);
		// A rule's read or write of the contact stores nothing of the message.
		for (const request of [get, patch]) {
			expect(explanation('internal_error', { refusals, request }).remedy).toBe(
				'If it happens again, report the request ID to the service’s support.',
			);
		}
		expect(explanation('queue_unavailable', { refusals }).remedy).toMatch(
			/^Each try may leave a failed/,
		);
		expect(explanation('queue_unavailable', { refusals }).isTransient).toBeUndefined();
		expect(explanation('queue_unavailable').isTransient).toBe(true);
	});
});

describe('resource_not_found', () => {
	test('deal.upsert: means the deal that was found only for the request that changes it', () => {
		const refusals = refusalsOf('deal.upsert');
		const messageFor = (request: ApiRequest, param?: string) =>
			explanation('resource_not_found', { request, param, refusals }).message;
		expect(messageFor(patch)).toMatch(/^The deal that was found is gone/);
		expect(messageFor({ method: 'GET', path: '/deals' })).toMatch(/does not know this address/);
		expect(messageFor({ method: 'POST', path: '/deals' }, 'contactId')).toBe(
			'The record was not found',
		);
	});

	test.each<[ApiRequest, string | undefined]>([
		[patch, undefined],
		[{ ...get, path: '/conversations/7/messages/8', record: { id: '8' } }, undefined],
		// The answer names it.
		[create, 'companyId'],
	])('means the record that the request or the answer names: %j %s', (request, param) => {
		expect(explanation('resource_not_found', { request, param }).message).toBe(
			'The record was not found',
		);
	});

	test.each([get, start, create])('means the address if no record is named: %j', (request) => {
		expect(explanation('resource_not_found', { request })).toEqual({
			message: 'The service does not know this address',
			remedy:
				'Check Base URL in the credential: it is the service’s address and ends with /api/v1. Then check the IDs that the request holds, if any.',
		});
	});
});

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
		expect(explainAttempt(refusalWith(code, { param })).message).toBe(message);
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
			expect(explainAttempt(refusalWith('resource_not_found', { param }), request).message).toBe(
				message,
			);
		},
	);
});

test.each<[code: string, keyStandsFor: SharedKeyKind | undefined, message: RegExp]>([
	['idempotency_key_reused', 'phone', /^Not sent now: this node has sent this template/],
	[
		'idempotency_key_reused',
		'word',
		/^Not sent now: something was sent to this phone under this word/,
	],
	[
		'idempotency_key_reused',
		'days',
		/^Not sent now: something was sent to this phone since its contact/,
	],
	['idempotency_key_reused', undefined, /^The idempotency key was already used/],
	['internal_error', 'phone', /^The service had an internal error$/],
])(
	'of a key that stands for a phone says what that means: %s, %s',
	(code, keyStandsFor, message) => {
		const error = failedRequest(refusalWith(code), start, { keyStandsFor });
		expect(explain(error, operationOf('conversation', 'start'))?.message).toMatch(message);
	},
);

test('names the scope that the request needs', () => {
	const lacking = (request: ApiRequest) =>
		explainAttempt(refusalWith('insufficient_api_token_scope'), request).message;
	expect(lacking(get)).toBe('The access token lacks the scope crm:read');
	expect(lacking(start)).toBe('The access token lacks the scope inbox:send');
});

test('names a field as the API does where there is no panel', () => {
	const error = failedRequest(refusalWith('invalid_parameter', { param: 'phone' }), create);
	expect(explain(error, {})?.message).toBe('The service does not accept the value of “phone”');
});
