/** What each code says is compared with docs/reference/errors.md, word for word, in test/unit/docs/pages.test.ts. */
import {
	EXPLAINED_BY_CODE,
	EXPLAINED_BY_TYPE,
} from '../../../nodes/CustomerRelationship/errors/catalogue';
import {
	explanationOf,
	type Explanation,
	type Meaning,
	type Refusals,
} from '../../../nodes/CustomerRelationship/errors/explanation';
import { meaningOf } from '../../../nodes/CustomerRelationship/errors/meaning';
import { resources } from '../../../nodes/CustomerRelationship/resources';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { ERROR_CODES } from '../transport/errorCodes';
import { create, get, patch, refusal, reply, start } from '../transport/failedAttempts';

const SUBJECT = { field: '“Phone”', scope: 'crm:read' };

interface Asked {
	status?: number;
	type?: string;
	param?: string;
	request?: ApiRequest;
	here?: Refusals;
}
function meaning(code: string, asked: Asked = {}): Explanation {
	const { status = 400, type = 'odd', param, request = get, here } = asked;
	const { refusal: refused } = refusal(status, type, code);
	return explanationOf(meaningOf(refused, request, param, here), SUBJECT);
}

const operations = resources.flatMap(({ value, operations: all }) =>
	all.map((operation) => [`${value}.${operation.value}`, operation.refusals ?? {}] as const),
);
const refusalsOf = (name: string): Refusals => {
	const found = operations.find(([known]) => known === name);
	if (!found) throw new Error(`no ${name}`);
	return found[1];
};

test('explains the 47 codes of the specification and no other', () => {
	expect([...EXPLAINED_BY_CODE.keys()].sort()).toEqual(
		ERROR_CODES.map(([, , code]) => code).sort(),
	);
});

test('explains the types of the specification and no other', () => {
	const types = new Set(ERROR_CODES.map(([, type]) => type));
	expect([...EXPLAINED_BY_TYPE.keys()].sort()).toEqual([...types].sort());
});

test('knows which conditions end by themselves', () => {
	const transient = (all: Iterable<readonly [string, Meaning]>) =>
		[...all]
			.filter(([, one]) => explanationOf(one, SUBJECT).isTransient)
			.map(([name]) => name)
			.sort();
	expect(transient(EXPLAINED_BY_CODE)).toEqual([
		...['api_tokens_disabled', 'idempotency_unavailable', 'queue_unavailable', 'rate_limited'],
		'template_check_unavailable',
	]);
	expect(transient(EXPLAINED_BY_TYPE)).toEqual(['rate_limit_error']);
});

test('has a different text for each code', () => {
	const messages = [...EXPLAINED_BY_CODE.values()].map(
		(one) => explanationOf(one, SUBJECT).message,
	);
	expect(new Set(messages).size).toBe(messages.length);
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
	expect(meaning('brand_new', { type })).toMatchObject({
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
		expect(meaning(name, { type: name, status, here: {} }).message).toBe(message);
	}
});

test.each([
	...[...EXPLAINED_BY_CODE].map(([code, one]) => [code, one] as const),
	...operations.flatMap(([name, here]) =>
		Object.entries(here).map(([code, one]) => [`${name}: ${code}`, one] as const),
	),
])('has full sentences that leave the outcome to the audience: %s', (_, one) => {
	const { message, remedy } = explanationOf(one, SUBJECT);
	expect(message).toMatch(/^[A-Z].*[^.\s]$/);
	expect(remedy).toMatch(/^[A-Z][^]*\.$/);
	const text = `${message} ${remedy}`;
	expect(text).not.toMatch(/nothing (was|is) (sent|created|changed)\b(?! twice)/i);
	expect(text).not.toMatch(/ {2}|undefined|\bstep\b/);
});

test('does not mention runs: polls, dropdowns and the credential test use the same texts', () => {
	const texts = [...EXPLAINED_BY_CODE.values()].map((one) => explanationOf(one, SUBJECT));
	for (const { message, remedy } of texts) expect(message + remedy).not.toMatch(/workflow again/);
});

describe('the meaning of a code at an operation', () => {
	test.each<[string, string, Asked, RegExp]>([
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
		(name, code, asked, message) => {
			const request = name === 'message.send' ? reply : start;
			expect(meaning(code, { ...asked, request, here: refusalsOf(name) }).message).toMatch(message);
		},
	);

	test.each(['contact.upsert', 'contact.update', 'conversation.start'])(
		'%s: says how to write a phone, for that field alone',
		(name) => {
			const remedy = (param: string) =>
				meaning('invalid_parameter', { param, here: refusalsOf(name) }).remedy;
			expect(remedy('phone')).toMatch(
				/^Give the phone with its area code, as in \(11\) 98765-4321/,
			);
			expect(remedy('ownerId')).not.toContain('area code');
		},
	);

	test('conversation.start: says that an internal error is stored, and that each attempt may leave a message', () => {
		const here = refusalsOf('conversation.start');
		expect(meaning('internal_error', { here }).remedy).toMatch(
			/another Idempotency Key.* 24 hours/,
		);
		expect(meaning('queue_unavailable', { here }).remedy).toMatch(/^Each try may leave a failed/);
		expect(meaning('queue_unavailable', { here }).isTransient).toBeUndefined();
		expect(meaning('queue_unavailable').isTransient).toBe(true);
	});
});

describe('resource_not_found', () => {
	test.each<[ApiRequest, string | undefined]>([
		[patch, undefined],
		[{ ...get, path: '/conversations/7/messages/8', record: { id: '8' } }, undefined],
		// The answer names it.
		[create, 'companyId'],
	])('means the record that the request or the answer names: %j %s', (request, param) => {
		expect(meaning('resource_not_found', { request, param }).message).toBe(
			'The record was not found',
		);
	});

	test.each([get, start, create])('means the address if no record is named: %j', (request) => {
		expect(meaning('resource_not_found', { request })).toEqual({
			message: 'The service does not know this address',
			remedy:
				'Check Base URL in the credential: it is the service’s address and ends with /api/v1. Then check the IDs that the request holds, if any.',
		});
	});
});
