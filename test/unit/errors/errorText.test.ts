/** What each reader is told besides what is known of the failure itself. */
import { explain } from '../../../nodes/CustomerRelationship/errors/explain';
import {
	credentialText,
	dropdownText,
	itemText,
	pollText,
} from '../../../nodes/CustomerRelationship/errors/errorText';
import type { ItemReport } from '../../../nodes/CustomerRelationship/errors/report';
import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';
import { BrokenList } from '../../../nodes/CustomerRelationship/transport/pages';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { broken, create, get, reply, REQUESTS, start } from '../transport/failedAttempts';
import { failed, of, told } from './told';

const input = new InvalidInput('Phone', 'is empty', 'Fill it in.');
const full = failed(undefined, get, { attempts: 0 });
const noToken = failed(of('invalid_api_token'));
const list = new BrokenList('it repeats', 'req_3');
const cut = failed(broken('maybe'));

const RUN_AGAIN =
	'Run the workflow again later, or raise Max Wait (Seconds) under Options to have the node wait longer.';
const GOES_ON = 'Nothing is lost: the next poll asks again from the same place.';
const TRY_AGAIN = 'Try again in a moment.';
const BY_ID = 'To go on without the list, change From List to By ID.';

// REMEDY and FACTS are what is known of the failure itself (explain.test.ts).
test.each<[string, unknown, { item: string; poll: string; sample: string; dropdown: string }]>([
	[
		'a value',
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
			'what passes',
			error,
			{
				item: `${RUN_AGAIN} REMEDY`,
				poll: `${GOES_ON} REMEDY`,
				sample: `${TRY_AGAIN} REMEDY`,
				dropdown: `${TRY_AGAIN} ${BY_ID}`,
			},
		],
	),
	[
		'what has to be mended',
		noToken,
		{
			item: 'REMEDY FACTS',
			poll: `${GOES_ON} REMEDY FACTS`,
			sample: 'REMEDY FACTS',
			dropdown: `REMEDY ${BY_ID} FACTS`,
		},
	],
	[
		'a list',
		list,
		{
			item: 'No part of it was given out. REMEDY FACTS',
			poll: `${GOES_ON} REMEDY FACTS`,
			sample: 'REMEDY FACTS',
			dropdown: `REMEDY ${BY_ID} FACTS`,
		},
	],
])('%s, as each is told of it', (_, error, toldTo) => {
	const { remedy, facts } = explain(error)!;
	const framed = (text: { description: string } | undefined) =>
		text?.description.replace(remedy, 'REMEDY').replace(facts || 'FACTS', 'FACTS');
	expect({
		item: framed(itemText(error)),
		poll: framed(pollText(error, {}, true)),
		sample: framed(pollText(error, {}, false)),
		dropdown: framed(dropdownText(error)),
	}).toEqual(toldTo);
});

test('the credential’s test has one text for all', () => {
	const explained = explain(noToken)!;
	expect(credentialText(explained)).toBe(`${explained.message}. ${explained.remedy}`);
});

test('what the node did not raise is told by nobody', () => {
	for (const error of [new Error('x'), undefined]) {
		expect(itemText(error)).toBeUndefined();
		expect(pollText(error, {}, true)).toBeUndefined();
		expect(dropdownText(error)).toBeUndefined();
	}
});

describe('what became of an item', () => {
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

	test.each(Object.entries(REQUESTS))('that is a %s', (name, request) => {
		const { mayHave, look, nothing } = request.send ? SEND : CHANGE;
		const unknown = itemText(failed(broken('maybe'), request), {}, { outcome: 'unknown' });
		expect(unknown?.message).toBe(`The service did not answer${mayHave}`);
		expect(unknown?.description).toMatch(new RegExp(`^${look} The connection broke`));
		const refused = told(of('owner_not_found'), request);
		expect(refused.message).not.toContain('may have');
		expect(refused.description.startsWith(nothing)).toBe(name !== 'get');
		expect(refused.description).not.toContain(look);
	});

	test('is told by the code itself where the key stands for another request', () => {
		const { description } = told(of('idempotency_key_reused'), create);
		expect(description).toMatch(
			/^What is asked for now was not carried out: what was asked for first under this key counts\. /,
		);
	});

	test('is told of a list that it was to read first, too', () => {
		const { description } = itemText(list, {}, { outcome: 'notCarriedOut' }) ?? {};
		expect(description).toMatch(/^Nothing was changed\. If it happens again/);
	});

	test('comes before how to try again, which comes after a look where nobody knows', () => {
		const passing = of('api_tokens_disabled');
		expect(told(passing, start).description).toMatch(
			/^Nothing was sent\. Run the workflow again later, or raise .* If it goes on, ask/,
		);
		expect(itemText(failed(passing, start), {}, { outcome: 'unknown' })?.description).toMatch(
			/^Look into the conversation in the inbox before you send it again\. If it goes on, ask/,
		);
	});
});

describe('what the run knows of an item', () => {
	const read = failed(of('invalid_api_token'));

	test('counts more than how the last request ended', () => {
		const unknown = itemText(read, {}, { outcome: 'unknown' });
		expect(unknown?.message).toMatch(/; the change may have been made all the same$/);
		expect(unknown?.whatToDo).toMatch(/^Look in the service before you run this again\. /);
		const notCarriedOut = itemText(read, {}, { outcome: 'notCarriedOut' });
		expect(notCarriedOut?.message).not.toContain('may');
		expect(notCarriedOut?.description).toMatch(/^Nothing was changed\. /);
	});

	test('is told of where its input is refused now', () => {
		const look =
			'An earlier try may have carried it out: look in the service before you run this again.';
		expect(itemText(input, {}, { outcome: 'unknown' })).toMatchObject({
			description: `${look} Fill it in.`,
			whatToDo: `${look} Fill it in.`,
		});
	});
});

describe('in a run that it ends', () => {
	const report = { carriedOut: [], unknown: [], notCarriedOut: [1], output: [] };
	const refused = (request: ApiRequest) => failed(of('template_not_found'), request);

	test.each([
		[input, 'Nothing was sent in this run of the node.'],
		[refused(start), 'Nothing was sent in this run of the node.'],
		[refused(create), 'Nothing was changed in this run of the node.'],
	])('a failure says that nothing was done, of this run of the node (%#)', (failure, text) => {
		const became: ItemReport = { outcome: 'notCarriedOut', run: report };
		expect(itemText(failure, {}, became)?.description).toContain(text);
	});

	test.each([input, refused(create), list, failed(of('idempotency_key_reused'), create)])(
		'a failure says what became of all items, where anything was done (%#)',
		(failure) => {
			const after = { ...report, carriedOut: [0] };
			const { description } = itemText(failure, {}, { outcome: 'notCarriedOut', run: after }) ?? {};
			expect(description).toContain('1 was carried out (item 0) and 1 was not (item 1). Run again');
			expect(description).not.toContain('Nothing was');
		},
	);

	test('an item that was alone says it in its own words', () => {
		const alone = { ...report, notCarriedOut: [], unknown: [0] };
		const became: ItemReport = { outcome: 'unknown', run: alone };
		const { description } = itemText(failed(broken('maybe'), create), {}, became) ?? {};
		expect(description).toMatch(/^Look in the service before you run this again\. The connection/);
		expect(description).not.toContain('Run again');
	});
});

describe('a stored answer', () => {
	const STORED =
		'The service gives this answer to the same idempotency key for 24 hours: mend the cause, then run the workflow again, with another Idempotency Key if you gave one.';

	test('says how to get a fresh one', () => {
		expect(told(of('owner_not_found', { replayed: true }), create).description).toContain(
			`Nothing was changed. Check Owner ID: it takes the ID of an active user of the account. ${STORED} For support: Code:`,
		);
		expect(told(of('owner_not_found'), create).description).not.toContain('24 hours');
	});

	test.each([start, reply, create])(
		'of what may have been carried out is no reason to do it with another key: %j',
		(request) => {
			const { message, description } = told(of('internal_error', { replayed: true }), request);
			expect(message).toMatch(/stored answer.*; the (message|change) may have been/);
			expect(description).not.toContain(STORED);
		},
	);
});
