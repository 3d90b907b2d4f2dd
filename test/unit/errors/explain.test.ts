import {
	explain,
	messageOf,
	EMPTY_ERROR_DETAILS,
	shownValue,
} from '../../../nodes/CustomerRelationship/errors/explain';
import { RunEndedByRule } from '../../../nodes/CustomerRelationship/errors/runEndedByRule';
import { FieldError } from '../../../nodes/CustomerRelationship/fieldError';
import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';
import type { FailedAttempt } from '../../../nodes/CustomerRelationship/transport/answer';
import {
	UnusableAnswer,
	NotFoundInList,
} from '../../../nodes/CustomerRelationship/transport/pages';
import { operationOf } from '../resources/requests';
import { ERROR_CODES } from '../transport/errorCodes';
import { broken, create, foreign, refusal } from '../transport/failedAttempts';
import { explainAttempt, itemText, refusalWith, type Circumstances } from './failedRequests';
import { phoneError } from './phoneError';

test.each(ERROR_CODES)(
	'gives the facts for support and for workflows: %d %s %s',
	(status, type, code) => {
		const refused = refusalWith(code, {
			message: 'What it says.',
			param: 'x.y',
			requestId: 'req_7',
		});
		const { serviceMessage, facts, details } = explainAttempt(refused, create, {
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

test('says that a replayed answer is a stored one', () => {
	expect(explainAttempt(refusalWith('owner_not_found', { replayed: true })).message).toBe(
		'The owner is not an active user of the account (the stored answer to an earlier request with the same key)',
	);
});

test.each<[FailedAttempt, Partial<Circumstances>, string]>([
	[
		refusalWith('owner_not_found', { requestId: undefined }),
		{ tookMs: 999 },
		'For support: Code: owner_not_found · Status: 400',
	],
	[
		refusalWith('owner_not_found', { requestId: undefined }),
		{ attempts: 2, tookMs: 1_000 },
		'For support: Code: owner_not_found · Status: 400 · Tried 2 times · Waited 1 s',
	],
	[
		refusalWith('rate_limited'),
		{ waitTooLong: { ms: 39_001, reason: 'rate_limited' } },
		'For support: Code: rate_limited · Status: 429 · Request ID: req_1 · Would have had to wait 40 s more (rate_limited)',
	],
	[
		refusalWith('owner_not_found', { message: 'One. Two.' }),
		{},
		'For support: Code: owner_not_found · Status: 400 · Request ID: req_1',
	],
	[foreign(404), {}, 'For support: Status: 404'],
	[broken('no'), {}, ''],
])('lists only the facts that are known (%#)', (attempt, more, facts) => {
	expect(explainAttempt(attempt, create, more).facts).toBe(facts);
});

test.each([
	['cnpj', ' · Value: “11.222.333/0001-82”'],
	['emails', ''],
	['name', ''],
])('shows the value that was sent for a refused field: %s', (param, value) => {
	const body = { cnpj: '11.222.333/0001-82', emails: ['a'] };
	const { facts } = explainAttempt(refusalWith('invalid_parameter', { param }), {
		...create,
		body,
	});
	expect(facts).toContain(`Parameter: ${param}${value} · Status`);
});

test('passes on an unknown code and type', () => {
	expect(explainAttempt(refusal(418, '', 'brand_new')).details).toMatchObject({
		type: null,
		code: 'brand_new',
	});
});

test('explains an invalid value by its field’s problem and remedy', () => {
	expect(explain(new InvalidInput('Phone', 'is empty', 'Fill it in.'))).toEqual({
		...{ message: '“Phone” is empty', remedy: 'Fill it in.', facts: '' },
		details: { ...EMPTY_ERROR_DETAILS, code: 'invalid_input' },
	});
});

test('shows an invalid value', () => {
	const error = new InvalidInput('Phone', 'is odd', 'Correct it.').withValue('abc');
	expect(explain(error)?.facts).toBe('Value: “abc”');
});

test('explains an answer that can’t be used', () => {
	expect(explain(new UnusableAnswer('it repeats', 'req_3'))).toEqual({
		message: 'The service’s answer can’t be used: it repeats',
		remedy: 'If it happens again, report the request ID to the service’s support.',
		facts: 'Request ID: req_3',
		details: { ...EMPTY_ERROR_DETAILS, code: 'broken_list', requestId: 'req_3' },
	});
	expect(explain(new UnusableAnswer('it repeats', undefined))).toMatchObject({
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
	const error = new NotFoundInList(record, 'conversations', 40, isWhole);
	expect(explain(error, { properties })).toEqual({
		message: '“Conversation” is none of the 40 conversations that were read',
		...{ remedy, facts: 'ID: v9' },
		details: { ...EMPTY_ERROR_DETAILS, code: 'resource_not_found', param: 'conversationId' },
	});
	expect(explain(new NotFoundInList({ id: 'v9' }, 'conversations', 0, isWhole))).toMatchObject({
		message: '“ID” is none of the 0 conversations that were read',
		details: { param: null },
	});
	expect(itemText(error, undefined, { properties }).description).toBe(`${remedy} ID: v9`);
});

test('explains an item that was not tried since a rule ended the run', () => {
	expect(explain(new RunEndedByRule(3, 'No'))).toEqual({
		message: 'A rule before sending ended the run at item 3 (the first item is 0): No',
		remedy: 'Item 3 says what to do. Then run the items that were not sent.',
		facts: '',
		details: { ...EMPTY_ERROR_DETAILS, code: 'run_ended' },
	});
});

test.each([
	[new InvalidInput('Phone', 'is odd', 'Correct it.'), '“Phone” is odd'],
	[new Error('No credential'), 'No credential'],
	['odd', 'odd'],
])('says what went wrong, also in an error that the node did not raise (%#)', (error, message) => {
	expect(messageOf(error)).toBe(message);
});

test('leaves errors unexplained that the node did not raise', () => {
	expect(explain(new Error('x'))).toBeUndefined();
	expect(explain(undefined)).toBeUndefined();
});

test('has a place for each detail, also of an error of which nothing is known', () => {
	const nothing = { status: null, type: null, code: null, param: null, requestId: null };
	expect(EMPTY_ERROR_DETAILS).toEqual(nothing);
});

test('quotes the service word for word, but for the last full stop', () => {
	const { serviceMessage } = explainAttempt(
		refusalWith('owner_not_found', { message: 'One. Two.' }),
	);
	expect(serviceMessage).toBe('The service says: “One. Two”.');
});

test.each<[unknown, string | undefined]>([
	['abc', '“abc”'],
	[' two\n lines ', '“two lines”'],
	[12, '“12”'],
	[{ __rl: true, mode: 'id', value: 'a b' }, '“a b”'],
	['🎉'.repeat(41), `“${'🎉'.repeat(20)}…”`],
	['x'.repeat(40), `“${'x'.repeat(40)}”`],
	['', undefined],
	['  ', undefined],
	[null, undefined],
	[undefined, undefined],
	[['a'], undefined],
	[{ a: 1 }, undefined],
])('shows the value %j as %s', (value, shown) => {
	expect(shownValue(phoneError(value))).toBe(shown);
});

test('does not repeat a value that the problem quotes', () => {
	expect(
		shownValue(phoneError('1.200', 'holds “1.200”, which can be read in two ways')),
	).toBeUndefined();
});

test('shows no value of the credential', () => {
	expect(
		shownValue(new FieldError('Access Token', 'in the credential is empty', 'x')),
	).toBeUndefined();
});

test('looks no further than 10,000 characters for what it shows', () => {
	expect(shownValue(phoneError(`a${' '.repeat(9_998)}b${' '.repeat(9)}c`))).toBe('“a b”');
});
