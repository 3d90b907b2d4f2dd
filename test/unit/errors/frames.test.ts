/** What each reader is told besides what is known of the failure itself. */
import { explain } from '../../../nodes/CustomerRelationship/errors/explain';
import {
	credentialText,
	dropdownText,
	itemText,
	pollText,
} from '../../../nodes/CustomerRelationship/errors/frames';
import type { WriteOutcome } from '../../../nodes/CustomerRelationship/errors/report';
import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';
import { BrokenList } from '../../../nodes/CustomerRelationship/transport/pages';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { broken, create, get, reply, REQUESTS, start } from '../transport/setbacks';
import { failed, of, told } from './told';

const FULL =
	'If it happens often, spread the work, other programs’ too, over more time: a token has 120 requests a minute, the company 600 with all its tokens, and each channel 30 message sends.';
const TOKEN =
	'It may be expired or revoked, or its user may have lost access. Create a token in the service’s account settings and put it into the credential.';
const REPORT = 'If it happens again, report the request ID to the service’s support.';
const RUN_AGAIN =
	'Run the workflow again later, or raise Max Wait (Seconds) under Options to have the node wait longer.';
const GOES_ON = 'Nothing is lost: the next poll asks again from the same place.';
const BY_ID = 'To go on without the list, change From List to By ID.';

const input = new InvalidInput('Phone', 'is empty', 'Fill it in.');
const full = failed(undefined, get, { attempts: 0 });
const noToken = failed(of('invalid_api_token', { requestId: undefined }));
const list = new BrokenList('it repeats', 'req_3');
const cut = failed(broken('maybe'));
const hung = failed(broken('no', 'ETIMEDOUT'), get, { attempts: 0 });
const CUT =
	'The connection broke before an answer came (ECONNRESET). If that goes on, check n8n’s network and whether the service is up.';
const UP = 'See whether the service is up.';
const TRY_AGAIN = 'Try again in a moment.';
const REQUEST_ID = 'Request ID: req_3';
const TOKEN_FACTS = 'Code: invalid_api_token · Status: 401';

test.each<[string, unknown, { item: string; poll: string; sample: string; dropdown: string }]>([
	[
		'a value',
		input,
		{
			item: 'Nothing was sent. Fill it in.',
			poll: 'Fill it in.',
			sample: 'Fill it in.',
			dropdown: `Fill it in. ${BY_ID}`,
		},
	],
	[
		'a limit',
		full,
		{
			item: `${RUN_AGAIN} ${FULL}`,
			poll: `${GOES_ON} ${FULL}`,
			sample: `${TRY_AGAIN} ${FULL}`,
			dropdown: `${TRY_AGAIN} ${BY_ID}`,
		},
	],
	[
		'a connection that broke',
		cut,
		{
			item: `${RUN_AGAIN} ${CUT}`,
			poll: `${GOES_ON} ${CUT}`,
			sample: `${TRY_AGAIN} ${CUT}`,
			dropdown: `${TRY_AGAIN} ${BY_ID}`,
		},
	],
	[
		'a service that hangs',
		hung,
		{
			item: `${RUN_AGAIN} ${UP}`,
			poll: `${GOES_ON} ${UP}`,
			sample: `${TRY_AGAIN} ${UP}`,
			dropdown: `${TRY_AGAIN} ${BY_ID}`,
		},
	],
	[
		'a token',
		noToken,
		{
			item: `${TOKEN} ${TOKEN_FACTS}`,
			poll: `${GOES_ON} ${TOKEN} ${TOKEN_FACTS}`,
			sample: `${TOKEN} ${TOKEN_FACTS}`,
			dropdown: `${TOKEN} ${BY_ID} ${TOKEN_FACTS}`,
		},
	],
	[
		'a list',
		list,
		{
			item: `No part of it was given out. ${REPORT} ${REQUEST_ID}`,
			poll: `${GOES_ON} ${REPORT} ${REQUEST_ID}`,
			sample: `${REPORT} ${REQUEST_ID}`,
			dropdown: `${REPORT} ${BY_ID} ${REQUEST_ID}`,
		},
	],
])('%s, as each is told of it', (_, error, { item, poll, sample, dropdown }) => {
	expect(itemText(error)?.description).toBe(item);
	expect(pollText(error, {}, true)?.description).toBe(poll);
	expect(pollText(error, {}, false)?.description).toBe(sample);
	expect(dropdownText(error)?.description).toBe(dropdown);
});

test('the credential’s test has one text for all', () => {
	const explained = explain(noToken);
	expect(explained && credentialText(explained)).toBe(`The access token is not valid. ${TOKEN}`);
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
			/^What came of the first request counts\. If the first was refused, give the corrected one a new key\. /,
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
		const became: WriteOutcome = { outcome: 'notCarriedOut', report };
		expect(itemText(failure, {}, became)?.description).toContain(text);
	});

	test.each([input, refused(create), list, failed(of('idempotency_key_reused'), create)])(
		'a failure says what became of all items, where anything was done (%#)',
		(failure) => {
			const after = { ...report, carriedOut: [0] };
			const { description } =
				itemText(failure, {}, { outcome: 'notCarriedOut', report: after }) ?? {};
			expect(description).toContain('1 was carried out (item 0) and 1 was not (item 1). Run again');
			expect(description).not.toContain('Nothing was');
		},
	);

	test('an item that was alone says it in its own words', () => {
		const alone = { ...report, notCarriedOut: [], unknown: [0] };
		const became: WriteOutcome = { outcome: 'unknown', report: alone };
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
			`Nothing was changed. Check Owner ID: it takes the ID of an active user of the account. ${STORED} Code:`,
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
