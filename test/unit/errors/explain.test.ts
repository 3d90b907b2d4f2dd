import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import {
	EXPLAINED_BY_CODE,
	explanationOf,
} from '../../../nodes/CustomerRelationship/errors/catalogue';
import { explain, NO_DETAILS } from '../../../nodes/CustomerRelationship/errors/explain';
import { BrokenList } from '../../../nodes/CustomerRelationship/transport/pages';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import {
	mayHaveRun,
	type Setback,
} from '../../../nodes/CustomerRelationship/transport/retryPolicy';
import { ERROR_CODES } from '../transport/errorCodes';
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
} from '../transport/setbacks';
import { labelOf, of, told, type Circumstances } from './told';

const meaning = (code: string, type: string, statusCode: number, request = get) =>
	explanationOf({ code, type, statusCode }, request);

describe('the catalogue', () => {
	test('explains the 47 codes of the specification and no other', () => {
		expect([...EXPLAINED_BY_CODE.keys()].sort()).toEqual(
			ERROR_CODES.map(([, , code]) => code).sort(),
		);
	});

	test('has a text of its own for each', () => {
		const messages = [...EXPLAINED_BY_CODE.values()].map(({ message }) => message);
		expect(new Set(messages).size).toBe(messages.length);
	});

	test('explains an unknown code by its type, and one of an unknown type by its status', () => {
		const types = [...new Set(ERROR_CODES.map(([, type]) => type))];
		const byType = types.map((type) => meaning('brand_new', type, 418));
		expect(new Set(byType).size).toBe(types.length);
		const [request, api] = ['invalid_request_error', 'api_error'];
		expect(meaning('brand_new', 'odd', 499)).toBe(meaning('new', request, 400));
		expect(meaning('brand_new', 'odd', 500)).toBe(meaning('new', api, 500));
		expect(meaning('constructor', 'toString', 500)).toBe(meaning('new', api, 500));
	});

	test.each([
		...EXPLAINED_BY_CODE,
		...new Map(ERROR_CODES.map(([, type]) => [type, meaning('brand_new', type, 418)])),
	])(
		'%s reads as sentences, and leaves what was sent to the circumstances',
		(_, { message, remedy }) => {
			expect(message).toMatch(/^[A-Z].*[^.\s]$/);
			expect(remedy).toMatch(/^[A-Z][^]*\.$/);
			expect(`${message} ${remedy}`).not.toMatch(
				/nothing (was|is) (sent|created|changed)\b(?! twice)/i,
			);
			expect(`${message} ${remedy}`).not.toMatch(/ {2}|undefined|\bstep\b/);
		},
	);
});

describe.each(ERROR_CODES)('%d %s %s', (status, type, code) => {
	test('names what support and a workflow need', () => {
		const { message, description, details } = told(
			of(code, { message: 'What it says.', param: 'x.y', requestId: 'req_7' }),
			create,
			{ attempts: 3, waitedMs: 4_200 },
		);
		expect(details).toEqual({ status, type, code, param: 'x.y', requestId: 'req_7' });
		expect(description).toContain('The service says: “What it says”.');
		expect(description).toContain(
			`Code: ${code} · Parameter: x.y · Status: ${status} · Request ID: req_7 · Tried 3 times · Waited 5 s`,
		);
		expect(message + description).not.toMatch(/\{(field|scope)\}/);
	});

	test.each(Object.entries(REQUESTS))('says of a %s rightly what became of it', (name, request) => {
		for (const before of [false, true]) {
			const setback = of(code);
			const outcomeUnknown = mayHaveRun(setback, request) || (before && request !== get);
			const { message, description } = told(setback, request, { outcomeUnknown });
			const text = `${message}. ${description}`;
			expect(/Nothing was sent\./.test(text)).toBe(
				!outcomeUnknown && Boolean(request.send) && code !== 'idempotency_key_reused',
			);
			expect(/Nothing was changed\./.test(text)).toBe(
				!outcomeUnknown && name !== 'get' && !request.send && code !== 'idempotency_key_reused',
			);
			const mayHave = outcomeUnknown && code !== 'idempotency_key_reused';
			expect(/may have been sent/.test(text)).toBe(mayHave && Boolean(request.send));
			expect(/may have been made/.test(text)).toBe(mayHave && !request.send);
		}
	});
});

describe('a field', () => {
	test('is named by the label that the user sees', () => {
		expect(told(of('invalid_parameter', { param: 'phone' })).message).toBe(
			'The service does not accept the value of “Phone”',
		);
		expect(told(of('owner_not_found', { param: 'ownerId' })).message).toContain(
			'(field “Owner ID”)',
		);
	});

	test('without a label goes by the API’s name', () => {
		expect(told(of('unknown_parameter', { param: 'foo' })).message).toContain('“foo”');
		expect(told(of('owner_not_found', { param: 'foo' })).message).not.toContain('field');
	});

	test('that is not named stays vague', () => {
		expect(told(of('invalid_parameter')).message).toContain('one of the fields');
	});

	test('is taken word for word', () => {
		expect(told(of('unknown_parameter', { param: "$&$'x" })).message).toContain("“$&$'x”");
	});
});

test('the scope that the request needs is named', () => {
	const lacking = (request: ApiRequest) =>
		told(of('insufficient_api_token_scope'), request).message;
	expect(lacking(get)).toBe('The access token lacks the scope crm:read');
	expect(lacking(start)).toBe('The access token lacks the scope inbox:send');
});

describe('what is not known', () => {
	test('is explained by its type, then by its status', () => {
		expect(told(refusal(409, 'conflict_error', 'brand_new')).message).toBe(
			meaning('new', 'conflict_error', 418)?.message,
		);
		expect(told(refusal(507, 'odd', 'brand_new')).message).toBe(
			meaning('new', 'api_error', 418)?.message,
		);
		expect(told(refusal(418, '', 'brand_new')).message).toBe(
			meaning('new', 'invalid_request_error', 418)?.message,
		);
		expect(told(refusal(418, '', 'brand_new')).details).toMatchObject({
			type: null,
			code: 'brand_new',
		});
	});

	test('is not found among the properties of every object', () => {
		for (const name of ['constructor', '__proto__', 'toString']) {
			expect(told(refusal(400, name, name)).message).toBe(
				meaning('new', 'invalid_request_error', 418)?.message,
			);
		}
	});
});

test('a record that is not found may lie outside the role', () => {
	expect(told(of('resource_not_found'), patch).description).toMatch(
		/outside what the access token’s user sees/,
	);
});

test('when a conversation is started it is the channel that is not found, and only then that is said', () => {
	const inChannel = { ...start, body: { ...start.body, channelId: 'x' } };
	expect(told(of('resource_not_found'), inChannel).description).toContain('It is the channel');
	for (const request of [get, create, start]) {
		expect(told(of('resource_not_found'), request).description).not.toContain('channel');
	}
	const { description } = told(of('template_not_found'), inChannel);
	expect(description).not.toContain('It is the channel');
	expect(description).toContain('Template Name and Template Language');
});

describe('a request that is not found', () => {
	const LABEL = { contactId: 'Contact', dealId: 'Deal' } as Record<string, string>;
	const text = (request: ApiRequest, param?: string) =>
		explain(
			new RequestFailed(request, of('resource_not_found', { param }), { attempts: 1, waitedMs: 0 }),
			(name) => LABEL[name],
		);
	const post = (path: string, body: ApiRequest['body'] = {}): ApiRequest => ({
		...{ method: 'POST', path, body },
	});

	test.each([
		get,
		start,
		{ ...get, query: { limit: '5', search: 'Id' } },
		post('/contacts', { name: 'Ana', email: '"companyId":' }),
	])('though it names no record went to a wrong address: %j', (request) => {
		expect(text(request)?.message).toBe('The service does not know this address');
		expect(text(request)?.description).toMatch(/Check Base URL in the credential/);
		expect(text(request)?.description).not.toMatch(/Check the ID/);
	});

	test.each([
		[patch, ' (field “Deal”)'],
		[post('/deals/7/win'), ' (field “Deal”)'],
		[{ ...get, path: '/contacts/7' }, ' (field “Contact”)'],
		// The panel has no field for it, or the ID may be another one.
		[{ ...get, path: '/companies/7' }, ''],
		[{ ...get, path: '/odd/7' }, ''],
		[post('/deals/7/move', { stageId: 's' }), ''],
		[{ ...get, path: '/contacts/7/deals/8' }, ''],
		[{ ...get, path: '/contacts/7', query: { ownerId: '8' } }, ''],
		[{ ...get, query: { contactId: '8' } }, ''],
		[post('/deals', { products: [{ productIds: ['8'] }] }), ''],
	])('asked for a record: %j%s', (request, field) => {
		expect(text(request as ApiRequest)?.message).toBe(`The record was not found${field}`);
		expect(text(request as ApiRequest)?.description).toMatch(/Check the ID/);
	});

	test('goes by the field that the answer names', () => {
		expect(text(patch, 'contactId')?.message).toBe('The record was not found (field “Contact”)');
	});
});

describe('the facts', () => {
	const factsOf = (setback: Setback, more: Partial<Circumstances> = {}) =>
		told(setback, create, more)
			.description.split(/(?<=[.”]) (?=Code|Status)/)
			.at(-1);

	test('are those that there are', () => {
		const plain = of('owner_not_found', { requestId: undefined });
		expect(factsOf(plain, { waitedMs: 999 })).toBe('Code: owner_not_found · Status: 400');
		expect(factsOf(plain, { attempts: 2, waitedMs: 1_000 })).toBe(
			'Code: owner_not_found · Status: 400 · Tried 2 times · Waited 1 s',
		);
		expect(factsOf(foreign(404))).toBe('Status: 404');
	});

	test('stand behind sentences, the service’s own word for word', () => {
		const { description } = told(of('owner_not_found', { message: 'One. Two.' }), create);
		expect(description).toContain('The service says: “One. Two”. Code: ');
		expect(description).not.toMatch(/ {2}|undefined/);
	});
});

describe('what a code means for the request that met it', () => {
	const post = (path: string): ApiRequest => ({ method: 'POST', path, body: {} });

	test.each([
		['stage_not_in_pipeline', '/deals/7/move', /^The stage belongs to another pipeline than the/],
		['stage_not_in_pipeline', '/deals', /^The stage belongs to another pipeline$/],
		['stage_not_in_pipeline', '/deals/7/move/8', /^The stage belongs to another pipeline$/],
		['stage_is_final', '/deals/7/win', /^The deal is closed already$/],
		['stage_is_final', '/deals/7/lose', /^The deal is closed already$/],
		['stage_is_final', '/deals/7/move', /^The stage is a won or lost one, or the deal is closed$/],
		['stage_is_final', '/deals', /^The stage is a won or lost stage/],
		['stage_is_final', '/deals/7/lose/8', /^The stage is a won or lost stage/],
		['stage_is_final', '/deals/7/move/8', /^The stage is a won or lost stage/],
	])('%s at %s', (code, path, message) => {
		const text = told(of(code), post(path));
		expect(text.message).toMatch(message);
		expect(text.description).not.toMatch(/undefined/);
	});

	test('an unknown 422 of a free text is most often about the 24 hours', () => {
		const free = /does not take this free text/;
		const unknown = (status: number) => refusal(status, 'invalid_request_error', 'brand_new');
		expect(told(unknown(422), reply).message).toMatch(free);
		expect(told(unknown(422), reply).description).toContain('24 hours');
		for (const [setback, request] of [
			[unknown(400), reply],
			[unknown(422), start],
			[unknown(422), create],
		] as const) {
			expect(told(setback, request).message).not.toMatch(free);
		}
	});

	test('of a phone says how one is written', () => {
		const hint = 'A phone needs its area code, as in (11) 98765-4321';
		const { description } = told(of('invalid_parameter', { param: 'phone' }), create);
		expect(description).toContain(`comes from. ${hint}`);
		for (const [code, param] of [
			['invalid_parameter', 'ownerId'],
			['phone_already_in_use', 'phone'],
		] as const) {
			expect(told(of(code, { param }), create).description).not.toMatch(
				/area code|comes from\. {2}/,
			);
		}
	});
});

describe('without an answer of the service', () => {
	test('a wrong address is told from a broken connection', () => {
		expect(told(foreign(404), create)).toMatchObject({
			message: 'Something other than the service answered (HTTP 404)',
			description: expect.stringContaining('Base URL'),
			details: { ...NO_DETAILS, status: 404, code: 'unexpected_answer' },
		});
		expect(told(foreign(302, { location: 'https://example.com/?token=x' })).message).toBe(
			'Something other than the service answered (HTTP 302, pointing to another address)',
		);
		const sendsOn = /sends on to another one: check http against https in Base URL/;
		for (const status of [301, 302, 303, 307, 308]) {
			const { description } = told(foreign(status, { location: 'https://example.com/?token=x' }));
			expect(description).toMatch(sendsOn);
			expect(description).not.toContain('token=x');
			expect(told(foreign(status)).description).not.toMatch(sendsOn);
		}
		for (const status of [201, 304, 404]) {
			expect(told(foreign(status, { location: '/' })).description).not.toMatch(sendsOn);
		}
		expect(told(broken('no', 'ECONNREFUSED'), patch)).toMatchObject({
			message: 'The service could not be reached',
			description: expect.stringMatching(/^Nothing was changed\. .*ECONNREFUSED/),
			details: { ...NO_DETAILS, code: 'connection_failed' },
		});
		expect(told(broken('maybe'), reply)).toMatchObject({
			message: 'The service did not answer; the message may have been sent all the same',
			description: expect.stringMatching(/^The message may have been sent .*ECONNRESET/),
		});
	});
});

test.each<[string, Setback, RegExp, RegExp]>([
	[
		'a body that is too large',
		foreign(413),
		/^The request is too large .* \(HTTP 413\)$/,
		/Send less at once/,
	],
	[
		'a certificate',
		broken('no', 'CERT_HAS_EXPIRED'),
		/^No secure connection/,
		/proxy in between \(CERT_HAS_EXPIRED\)\.$/,
	],
])('%s is told by itself', (_what, setback, message, description) => {
	expect(told(setback).message).toMatch(message);
	expect(told(setback).description).toMatch(description);
});

describe('other errors', () => {
	test('of a value tell that nothing was sent', () => {
		expect(explain(new InvalidInput('Phone', 'is empty', 'Fill it in.'), labelOf)).toEqual({
			message: '“Phone” is empty',
			description: 'Fill it in. Nothing was sent.',
			whatToDo: 'Fill it in.',
			details: { ...NO_DETAILS, code: 'invalid_input' },
		});
	});

	test('of a list tell that no part of it was given out', () => {
		expect(explain(new BrokenList('it repeats', 'req_3'), labelOf)).toMatchObject({
			message: 'The list could not be read to its end: it repeats',
			description: expect.stringMatching(/^No part of it .* Request ID: req_3$/),
			details: { ...NO_DETAILS, code: 'broken_list', requestId: 'req_3' },
		});
	});

	test('are not ours to explain', () => {
		expect(explain(new Error('x'), labelOf)).toBeUndefined();
		expect(explain(undefined, labelOf)).toBeUndefined();
	});
});

describe('what a poll meets', () => {
	const down = of('api_tokens_disabled');
	const text = (error: unknown, whose: 'item' | 'poll' | 'beginning') =>
		explain(error, labelOf, undefined, whose)?.description;
	const late = { attempts: 2, waitedMs: 0, refusedWait: { ms: 9_000, reason: 'rate_limited' } };

	test('is asked for again by the next one, and is not told of what only an item has', () => {
		const failure = new RequestFailed(get, down, late);
		expect(text(failure, 'item')).toMatch(
			/^Run the workflow again later, or raise Max Wait .* 9 s later \(rate_limited\), beyond Max Wait \(Seconds\)\./,
		);
		const advice =
			'If it goes on, ask the service’s support. The next try would have been 9 s later (rate_limited), when the poll’s time was over.';
		expect(text(failure, 'poll')).toContain(
			`Nothing is lost: the next poll asks again from the same place. ${advice}`,
		);
		expect(text(failure, 'beginning')).toMatch(/^If it goes on, ask/);
		expect(text(failure, 'beginning')).toContain(advice);
	});

	test('of limits can’t be waited for longer, of anything else has the same remedy as an item', () => {
		const full = new RequestFailed(get, undefined, late);
		expect(text(full, 'poll')).toContain('If it goes on, poll less often or spread');
		const other = new RequestFailed(get, of('invalid_api_token'), late);
		const { remedy } = meaning('invalid_api_token', 'authentication_error', 401);
		for (const whose of ['item', 'poll'] as const) expect(text(other, whose)).toContain(remedy);
	});

	test('of a list says whether anything goes on by itself', () => {
		const list = new BrokenList('it repeats', 'req_3');
		expect(text(list, 'poll')).toMatch(/^Nothing is lost: .* If that does not help, report/);
		expect(text(list, 'beginning')).toMatch(/^Try again\. If that does not help, report/);
	});
});
