import {
	CREDENTIAL_TEST_AUDIENCE,
	DROPDOWN_AUDIENCE,
	itemAudience,
	pollAudience,
	composeErrorText,
} from '../../../nodes/CustomerRelationship/errors/audience';
import { explain } from '../../../nodes/CustomerRelationship/errors/explain';
import type { FailedWriteReport } from '../../../nodes/CustomerRelationship/errors/runReport';
import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';
import { UnusableAnswer } from '../../../nodes/CustomerRelationship/transport/pages';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { broken, create, get, reply, REQUESTS, start } from '../transport/failedAttempts';
import { failedRequest, itemText, refusalWith, textAfter } from './failedRequests';

const input = new InvalidInput('Phone', 'is empty', 'Fill it in.');
const full = failedRequest(undefined, get, { attempts: 0 });
const noToken = failedRequest(refusalWith('invalid_api_token'));
const list = new UnusableAnswer('it repeats', 'req_3');
const cut = failedRequest(broken('maybe'));

const RETRY_TRANSIENT =
	'Run the workflow again later, or raise Max Wait (Seconds) under Options to have the node wait longer.';
const GOES_ON = 'Nothing is lost: the next poll asks again from the same place.';
const TRY_AGAIN = 'Try again in a moment.';
const BY_ID = 'To go on without the list, change From List to By ID.';

// REMEDY and FACTS are what is known of the failure itself (explain.test.ts).
test.each<[string, unknown, { item: string; poll: string; sample: string; dropdown: string }]>([
	[
		'an invalid value',
		input,
		{
			item: 'Nothing was sent. REMEDY',
			poll: 'REMEDY',
			sample: 'REMEDY',
			dropdown: `REMEDY ${BY_ID}`,
		},
	],
	...[full, cut].map(
		(error): [string, unknown, Record<'item' | 'poll' | 'sample' | 'dropdown', string>] => [
			'a transient error',
			error,
			{
				item: `${RETRY_TRANSIENT} REMEDY`,
				poll: `${GOES_ON} REMEDY`,
				sample: `${TRY_AGAIN} REMEDY`,
				dropdown: `${TRY_AGAIN} ${BY_ID}`,
			},
		],
	),
	[
		'an error that the user has to correct',
		noToken,
		{
			item: 'REMEDY FACTS',
			poll: `${GOES_ON} REMEDY FACTS`,
			sample: 'REMEDY FACTS',
			dropdown: `REMEDY ${BY_ID} FACTS`,
		},
	],
	[
		'a list that breaks off',
		list,
		{
			item: 'None of its records were output. REMEDY FACTS',
			poll: `${GOES_ON} REMEDY FACTS`,
			sample: 'REMEDY FACTS',
			dropdown: `REMEDY ${BY_ID} FACTS`,
		},
	],
])('words %s for each audience', (_, error, texts) => {
	const explanation = explain(error)!;
	const { remedy, facts } = explanation;
	const descriptions = Object.entries({
		item: itemAudience(error, undefined),
		poll: pollAudience(error, true),
		sample: pollAudience(error, false),
		dropdown: DROPDOWN_AUDIENCE,
	}).map(([name, audience]) => {
		const { description } = composeErrorText(explanation, audience);
		return [name, description.replace(remedy, 'REMEDY').replace(facts || 'FACTS', 'FACTS')];
	});
	expect(Object.fromEntries(descriptions)).toEqual(texts);
});

test('adds nothing for the credential test', () => {
	const { message, remedy } = explain(noToken)!;
	expect(composeErrorText({ message, remedy }, CREDENTIAL_TEST_AUDIENCE)).toEqual({
		...{ message, description: remedy, whatToDo: remedy },
	});
});

describe('the outcome of an item', () => {
	const SEND = {
		mayHave: '; the message may have been sent all the same',
		look: 'Look into the conversation in the inbox before you send it again.',
		nothing: 'Nothing was sent.',
	};
	const CHANGE = {
		mayHave: '; the change may have been made all the same',
		look: 'Look in the service before you run this again.',
		nothing: 'Nothing was changed.',
	};

	test.each(Object.entries(REQUESTS))('names a message or a change: %s', (name, request) => {
		const { mayHave, look, nothing } = request.messageSend ? SEND : CHANGE;
		const unknown = itemText(failedRequest(broken('maybe'), request), { outcome: 'unknown' });
		expect(unknown.message).toBe(`The service did not answer${mayHave}`);
		expect(unknown.description).toMatch(new RegExp(`^${look} The connection broke`));
		const { message, description } = textAfter(refusalWith('owner_not_found'), request);
		expect(message).not.toContain('may have');
		expect(description.startsWith(nothing)).toBe(name !== 'get');
		expect(description).not.toContain(look);
	});

	test('is left to the remedy of a reused key', () => {
		const { description } = textAfter(refusalWith('idempotency_key_reused'), create);
		expect(description).toMatch(
			/^What is asked for now was not carried out: what was asked for first under this key counts\. /,
		);
	});

	test('is given for a write whose list could not be read', () => {
		const { description } = itemText(list, { outcome: 'notCarriedOut' });
		expect(description).toMatch(/^Nothing was sent or changed\. If it happens again/);
	});

	test('is not given for a failure after the write was carried out', () => {
		const { message, description } = itemText(noToken, { outcome: 'carriedOut' });
		const { remedy, facts } = explain(noToken)!;
		expect(message).toBe('The access token is not valid');
		expect(description).toBe(`This item was carried out: do not run it again. ${remedy} ${facts}`);
	});

	test('stands before the advice; an unknown outcome asks to look first', () => {
		const passing = refusalWith('api_tokens_disabled');
		expect(textAfter(passing, start).description).toMatch(
			/^Nothing was sent\. Run the workflow again later, or raise .* If it goes on, ask/,
		);
		expect(itemText(failedRequest(passing, start), { outcome: 'unknown' }).description).toMatch(
			/^Look into the conversation in the inbox before you send it again\. If it goes on, ask/,
		);
	});
});

describe('the reported outcome of an item', () => {
	const read = failedRequest(refusalWith('invalid_api_token'));

	test('overrides how the last request ended', () => {
		const unknown = itemText(read, { outcome: 'unknown' });
		expect(unknown.message).toMatch(/; the change may have been made all the same$/);
		expect(unknown.whatToDo).toMatch(/^Look in the service before you run this again\. /);
		const notCarriedOut = itemText(read, { outcome: 'notCarriedOut' });
		expect(notCarriedOut.message).not.toContain('may');
		expect(notCarriedOut.description).toMatch(/^Nothing was changed\. /);
	});

	test('is kept when a further attempt has invalid input', () => {
		const look =
			'An earlier attempt may have carried it out: look in the service before you run this again.';
		expect(itemText(input, { outcome: 'unknown' })).toMatchObject({
			description: `${look} Fill it in.`,
			whatToDo: `${look} Fill it in.`,
		});
	});
});

describe('a failure that ends the run', () => {
	const runReport = { carriedOut: [], keptBack: [], unknown: [], notCarriedOut: [1], output: [] };
	const refusedRequest = (request: ApiRequest) =>
		failedRequest(refusalWith('template_not_found'), request);

	test.each([
		[input, 'Nothing was sent in this run of the node.'],
		[refusedRequest(start), 'Nothing was sent in this run of the node.'],
		[refusedRequest(create), 'Nothing was changed in this run of the node.'],
	])('says that nothing was done in this run of the node (%#)', (failure, text) => {
		const item: FailedWriteReport = { outcome: 'notCarriedOut', runReport };
		expect(itemText(failure, item).description).toContain(text);
	});

	test('does not say that nothing was changed where something could not be undone', () => {
		const item: FailedWriteReport = { outcome: 'notCarriedOut', undoFailures: ['It stayed.'] };
		for (const error of [refusedRequest(create), list]) {
			expect(itemText(error, item).description).toMatch(/^Nothing was sent\. /);
		}
	});

	const keyReused = failedRequest(refusalWith('idempotency_key_reused'), create);

	test.each([input, refusedRequest(create), list, keyReused])(
		'reports all items if any may have been carried out (%#)',
		(failure) => {
			const after = { ...runReport, carriedOut: [0] };
			const { description } = itemText(failure, { outcome: 'notCarriedOut', runReport: after });
			expect(description).toContain('1 was carried out (item 0) and 1 was not (item 1). Run again');
			expect(description).not.toContain('Nothing was');
		},
	);

	test('has no report on other items in a run of one item', () => {
		const alone = { ...runReport, notCarriedOut: [], unknown: [0] };
		const item: FailedWriteReport = { outcome: 'unknown', runReport: alone };
		const { description } = itemText(failedRequest(broken('maybe'), create), item);
		expect(description).toMatch(/^Look in the service before you run this again\. The connection/);
		expect(description).not.toContain('Run again');
	});
});

describe('a replayed answer', () => {
	const STORED =
		'The service gives this answer to the same idempotency key for 24 hours: fix the cause, then run the workflow again, with another Idempotency Key if you gave one.';

	test('says how to get a new one', () => {
		expect(
			textAfter(refusalWith('owner_not_found', { replayed: true }), create).description,
		).toContain(
			`Nothing was changed. Check Owner ID: it takes the ID of an active user of the account. ${STORED} For support: Code:`,
		);
		expect(textAfter(refusalWith('owner_not_found'), create).description).not.toContain('24 hours');
	});

	test.each([false, true])(
		'of a 402 or 403 with Once per Phone, stored %s, says how to go on',
		(replayed) => {
			const advice =
				'The service may keep this refusal for the phone for 24 hours. Fix the cause. Then run what was refused or not tried, one item for each phone and nobody else: at once with Once per Phone off, or with it on 24 hours after the refusal.';
			const report: FailedWriteReport = { outcome: 'notCarriedOut' };
			for (const code of ['subscription_inactive', 'permission_denied']) {
				const refusal = refusalWith(code, { replayed });
				const text = (more: object) =>
					itemText(failedRequest(refusal, start, more), report).description;
				expect(text({ keyStandsFor: 'phone' })).toContain(advice);
				expect(text({})).not.toContain('Once per Phone');
			}
			const ownerNotFound = failedRequest(refusalWith('owner_not_found', { replayed }), start, {
				keyStandsFor: 'phone',
			});
			expect(itemText(ownerNotFound, report).description).not.toContain('Once per Phone');
		},
	);

	test.each([
		[
			'word',
			'Run what was refused with another word under Counts As, or 24 hours after the refusal.',
		],
		[
			'days',
			'Then run what was not tried as it is, and what was refused 24 hours after the refusal.',
		],
	] as const)('of a 403 whose key stands for %s says how to go on', (keyStandsFor, advice) => {
		const error = failedRequest(refusalWith('permission_denied'), start, { keyStandsFor });
		expect(itemText(error, { outcome: 'notCarriedOut' }).description).toContain(advice);
	});

	test.each([start, reply, create])(
		'does not suggest another key if the outcome is unknown: %j',
		(request) => {
			const { message, description } = textAfter(
				refusalWith('internal_error', { replayed: true }),
				request,
			);
			expect(message).toMatch(/stored answer.*; the (message|change) may have been/);
			expect(description).not.toContain(STORED);
		},
	);
});

describe('a failure that ends the run after its own write was carried out', () => {
	test('reports all items, and says not to run it again', () => {
		const runReport = {
			carriedOut: [0],
			keptBack: [],
			unknown: [1],
			notCarriedOut: [],
			output: [],
		};
		const { description } = itemText(full, { outcome: 'carriedOut', runReport });
		expect(description).toMatch(/^Of the 2 items .* 1 was carried out \(item 0\)/);
		expect(description).toContain('This item was carried out: do not run it again.');
		expect(description).not.toContain(RETRY_TRANSIENT);
	});
});
