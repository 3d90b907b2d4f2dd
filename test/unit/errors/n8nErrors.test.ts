import { NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';
import {
	invalidItemsError,
	dropdownError,
	failedOutputItem,
	itemFailure,
	pollError,
} from '../../../nodes/CustomerRelationship/errors/n8nErrors';
import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';
import { findOperation } from '../../../nodes/CustomerRelationship/resources';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { Cancelled } from '../../../nodes/CustomerRelationship/transport/cancelled';
import { ERROR_CODES } from '../transport/errorCodes';
import { broken, create, foreign, refusal } from '../transport/failedAttempts';
import { itemText } from './failedRequests';

const node = {
	id: '1',
	name: 'CRM',
	type: 'test',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
} as INode;
const upsert = findOperation('contact', 'upsert');
const circumstances = { attempts: 1, tookMs: 0 };

const failedAttempts = [
	...ERROR_CODES.map(([status, type, code]) => refusal(status, type, code, { param: 'phone' })),
	refusal(507, 'odd', 'brand_new'),
	...[200, 302, 404, 502, 503].map((status) => foreign(status)),
	...['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'ECONNRESET'].map((code) => broken('maybe', code)),
];

test('keeps our texts: none has a word that n8n replaces by a text of its own', () => {
	for (const attempt of failedAttempts) {
		const failed = new RequestFailed(create, attempt, circumstances);
		const text = itemText(failed, undefined, upsert);
		const { error } = itemFailure(node, { item: 3, source: upsert, error: failed });
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe(text.message);
		expect(error.description).toBe(text.description);
		expect(error.context.itemIndex).toBe(3);
	}
});

test('passes the status of a refusal to n8n', () => {
	const failed = new RequestFailed(
		create,
		refusal(409, 'conflict_error', 'phone_already_in_use'),
		circumstances,
	);
	expect(itemFailure(node, { item: 0, source: upsert, error: failed }).error).toMatchObject({
		httpCode: '409',
	});
	const unanswered = new RequestFailed(create, broken('maybe'), circumstances);
	expect(itemFailure(node, { item: 0, source: upsert, error: unanswered }).error).toMatchObject({
		httpCode: 'connection_failed',
	});
});

test('gives a failed item nothing but the error and its details', () => {
	const attempt = refusal(400, 'invalid_request_error', 'invalid_parameter', {
		param: 'phone',
		requestId: 'req_5',
	});
	expect(
		itemFailure(node, {
			item: 0,
			source: upsert,
			error: new RequestFailed(create, attempt, circumstances),
		}).json,
	).toEqual({
		error: 'The service does not accept the value of “Phone”',
		details: {
			status: 400,
			type: 'invalid_request_error',
			code: 'invalid_parameter',
			param: 'phone',
			requestId: 'req_5',
			whatToDo: expect.stringMatching(/^Give the phone with its area code, as in/) as string,
		},
	});
});

test('makes a NodeOperationError of a value that can’t be sent', () => {
	const { error, json } = itemFailure(node, {
		item: 1,
		source: upsert,
		error: new InvalidInput('Phone', 'is empty', 'Fill it in.'),
	});
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({
		message: '“Phone” is empty',
		description: 'Nothing was sent. Fill it in.',
		context: { itemIndex: 1 },
	});
	expect(json).toEqual({
		error: '“Phone” is empty',
		details: { code: 'invalid_input', whatToDo: 'Fill it in.' },
	});
});

test('keeps an error of n8n as it is', () => {
	const own = new NodeApiError(node, { message: 'blocked' } as JsonObject, { message: 'Blocked' });
	const { error, json } = itemFailure(node, { item: 2, source: undefined, error: own });
	expect(error).toBe(own);
	expect(error.context.itemIndex).toBe(2);
	expect(json).toEqual({
		error: 'Blocked',
		details: { whatToDo: 'blocked' },
	});
});

test('makes a NodeOperationError of anything else', () => {
	const cancelled = itemFailure(node, { item: 0, source: upsert, error: new Cancelled() }).error;
	expect(cancelled).toMatchObject({ message: 'The execution was cancelled', level: 'warning' });
	// n8n logs the stack of a cause that is neither an error of its own nor a warning.
	expect(cancelled.cause).not.toBeInstanceOf(Cancelled);
	const runReport = { carriedOut: [], keptBack: [], unknown: [], notCarriedOut: [0], output: [] };
	const report = { outcome: 'notCarriedOut', runReport } as const;
	expect(
		itemFailure(node, { item: 0, source: upsert, error: new Cancelled(), report }).error
			.description,
	).toBe('Nothing was carried out in this run of the node.');
	expect(itemFailure(node, { item: 0, source: upsert, error: undefined }).error).toBeInstanceOf(
		NodeOperationError,
	);
});

test('tells a dropdown’s reader how to go on without its list', () => {
	const failed = new RequestFailed(
		{ method: 'GET', path: '/deals' },
		refusal(401, 'authentication_error', 'invalid_api_token'),
		circumstances,
	);
	expect(dropdownError(node, failed)).toMatchObject({
		message: 'The access token is not valid',
		description: expect.stringContaining('change From List to By ID') as string,
	});
});

test('adds advice to errors of n8n that have none, such as a missing credential', () => {
	const whatToDo = 'Check the node’s credential and its expressions.';
	for (const raised of ['No credential', new Error('No credential')]) {
		expect(itemFailure(node, { item: 0, source: upsert, error: raised })).toMatchObject({
			error: { message: 'No credential', description: whatToDo },
			json: { details: { whatToDo } },
		});
	}
	expect(pollError(node, {}, new Error('No credential'), true).description).toBe(whatToDo);
	const runReport = { carriedOut: [0], keptBack: [], unknown: [], notCarriedOut: [1], output: [] };
	const report = { outcome: 'notCarriedOut', runReport } as const;
	const { error, json } = itemFailure(node, {
		item: 1,
		source: upsert,
		error: new Error('No credential'),
		report,
	});
	expect(error.description).toMatch(/^Of the 2 items .* Check the node’s credential/);
	expect(json.details).toMatchObject({ whatToDo });
	expect(
		itemFailure(node, { item: 0, source: upsert, error: new Cancelled() }).error.description,
	).toBeFalsy();
});

test('says of any error what could not be undone', () => {
	const undoFailures = ['The day in “Last Notice” stayed.'];
	const report = { outcome: 'notCarriedOut', undoFailures } as const;
	for (const error of [
		new Error('No credential'),
		new InvalidInput('Phone', 'is odd', 'Fix it.'),
	]) {
		const failure = itemFailure(node, { item: 0, source: upsert, error, report });
		expect(failure.error.description).toContain(undoFailures[0]);
		expect(failure.whatToDo).toContain(undoFailures[0]);
	}
});

describe('a failed item', () => {
	const failure = itemFailure(node, {
		item: 2,
		source: upsert,
		error: new InvalidInput('Phone', 'is odd', 'Correct it.'),
	});

	test('has an error by which older n8n routes it to the error output, and which is not copied', () => {
		const item = failedOutputItem({ ...node, onError: 'continueErrorOutput' }, 2, failure);
		expect(item.error).toBe(failure.error);
		expect({ ...item }).toStrictEqual({ json: failure.json, pairedItem: { item: 2 } });
		// As n8n 1 does; in strict mode this throws if it may not.
		item.error = undefined;
		expect(item.error).toBeUndefined();
	});

	test.each([undefined, 'continueRegularOutput'] as const)(
		'has no error of its own if that would replace the json (%s)',
		(onError) => {
			expect(failedOutputItem({ ...node, onError }, 2, failure)).toStrictEqual({
				json: failure.json,
				pairedItem: { item: 2 },
			});
			expect(failedOutputItem({ ...node, onError }, 2, failure).error).toBeUndefined();
		},
	);
});

describe('the error of several bad items', () => {
	const bad = [0, 1].map((item) => ({
		item,
		error: new InvalidInput('Phone', `is odd (${item})`, 'Correct it.'),
	}));
	const NOTHING = 'Nothing was sent in this run of the node.';
	const OTHERS = 'To let the other items through,';

	test('says that nothing was sent, and how others get through if there are some', () => {
		const all = invalidItemsError(node, bad, { source: upsert, total: 2 });
		expect(all.description).toContain(NOTHING);
		expect(all.description).not.toContain(OTHERS);
		expect(all.context.data).toBeUndefined();
		expect(invalidItemsError(node, bad, { source: upsert, total: 3 }).description).toContain(
			`${NOTHING} ${OTHERS}`,
		);
	});

	test('has the report on all items', () => {
		const runReport = {
			carriedOut: [2],
			keptBack: [],
			unknown: [],
			notCarriedOut: [0, 1],
			output: [],
		};
		const error = invalidItemsError(node, bad, {
			source: upsert,
			total: 3,
			report: { outcome: 'notCarriedOut', runReport },
		});
		expect(error.description).toContain('1 was carried out (item 2)');
		expect(error.context.data).toEqual({
			...{ carriedOut: [2], unknown: [], notCarriedOut: [0, 1], output: [] },
		});
	});
});

test('escapes descriptions, which n8n shows as HTML', () => {
	const invalid = new InvalidInput('Email', 'holds “<nome>”', 'Use {{ $json.a.split(/<b>/) }}.');
	const single = itemFailure(node, { item: 0, source: upsert, error: invalid });
	expect(single.error.description).toContain('split(/&lt;b>/)');
	expect(single.whatToDo).toContain('split(/<b>/)');
	const items = [0, 1].map((item) => ({ item, error: invalid }));
	const { description } = invalidItemsError(node, items, { source: upsert, total: 2 });
	expect(description).toContain('“&lt;nome>”');
	expect(description).not.toContain('<');
});

test('escapes the names of customers in the description of an error that is n8n’s own', () => {
	const runReport = { carriedOut: [0], keptBack: [], unknown: [1], notCarriedOut: [], output: [] };
	const report = {
		outcome: 'unknown',
		runReport,
		undoFailures: ['The field “<last>” may hold a day.'],
		nameOf: () => '<Ana>',
	} as const;
	const error = new NodeOperationError(node, 'No access', { description: 'See <a>n8n</a>.' });
	const failure = itemFailure(node, { item: 1, source: upsert, error, report });
	expect(failure.error.description).toContain('&lt;Ana>');
	expect(failure.error.description).toContain('“&lt;last>”');
	expect(failure.error.description).toContain('See <a>n8n</a>.');
});

test('leaves the description of a dropdown, and n8n’s own, as it is', () => {
	const invalid = new InvalidInput('Search', 'is wrong', 'Remove “A & B <x>”.');
	expect(dropdownError(node, invalid).description).toContain('A & B <x>');
	const error = new NodeOperationError(node, 'No access', { description: 'See <a>n8n</a>.' });
	const items = [0, 1].map((item) => ({ item, error }));
	const { description } = invalidItemsError(node, items, { source: upsert, total: 2 });
	expect(description).toContain('See <a>n8n</a>.');
});
