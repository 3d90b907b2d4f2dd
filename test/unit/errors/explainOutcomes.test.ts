import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';
import { BrokenList } from '../../../nodes/CustomerRelationship/transport/pages';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { explain, NO_DETAILS } from '../../../nodes/CustomerRelationship/errors/explain';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import type { Setback } from '../../../nodes/CustomerRelationship/transport/retryPolicy';
import { broken, create, get, refusal, reply, start } from '../transport/setbacks';
import type { Became } from '../../../nodes/CustomerRelationship/errors/report';
import { labelOf, of, told, type Circumstances } from './told';

describe('a write that may have been carried out', () => {
	test.each([
		[start, 'sent', 'Look into the conversation in the inbox before you send it again. '],
		[create, 'made', 'Look in the service before you run this again. '],
	] as const)('says so in its message, and where to look: %j', (request, done, look) => {
		const { message, description } = told(of('internal_error'), request);
		const subject = request === start ? 'message' : 'change';
		expect(message).toMatch(new RegExp(`; the ${subject} may have been ${done} all the same$`));
		expect(description).toContain(look);
	});

	test('is told of where an earlier try wrote it, and this one could not even read', () => {
		const refused = new RequestFailed(get, of('invalid_api_token'), { attempts: 1, waitedMs: 0 });
		expect(explain(refused, labelOf, { outcome: 'unknown' })).toMatchObject({
			message: expect.stringMatching(/; the change may have been made all the same$/) as string,
			whatToDo: expect.stringContaining('Look in the service before you run this again.') as string,
		});
		expect(explain(refused, labelOf, { outcome: 'notCarriedOut' })?.message).not.toContain('may');
	});

	test('is told of where its input is refused now', () => {
		const input = new InvalidInput('Phone', 'is empty', 'Fill it in.');
		const look =
			'An earlier try may have carried it out: look in the service before you run this again.';
		expect(explain(input, labelOf, { outcome: 'unknown' })).toMatchObject({
			description: `Fill it in. ${look}`,
			whatToDo: `Fill it in. ${look}`,
		});
	});
});

describe('in a run that it ends', () => {
	const report = { carriedOut: [], unknown: [], notCarriedOut: [1], output: [] };
	const input = new InvalidInput('Phone', 'is empty', 'Fill it in.');
	const refused = (request: ApiRequest) =>
		new RequestFailed(request, of('template_not_found'), { attempts: 1, waitedMs: 0 });

	test('a failure says that nothing was done, of this run of the node', () => {
		for (const [failure, text] of [
			[input, 'Nothing was sent in this run of the node.'],
			[refused(start), 'Nothing was sent in this run of the node.'],
			[refused(create), 'Nothing was changed in this run of the node.'],
		] as const) {
			expect(
				explain(failure, labelOf, { outcome: 'notCarriedOut', report })?.description,
			).toContain(text);
		}
	});

	test('a failure says what became of all items, where anything was done', () => {
		for (const failure of [input, refused(create), new BrokenList('it repeats', undefined)]) {
			const after = { ...report, carriedOut: [0] };
			const became = { outcome: 'notCarriedOut', report: after } as const;
			const { description } = explain(failure, labelOf, became as Became) ?? {};
			expect(description).toContain('1 was carried out (item 0) and 1 was not (item 1). Run again');
			expect(description).not.toContain('Nothing was');
		}
	});

	test('an item that was alone says it in its own words', () => {
		const failure = new RequestFailed(create, broken('maybe'), { attempts: 1, waitedMs: 0 });
		const alone = { ...report, notCarriedOut: [], unknown: [0] };
		const { description } = explain(failure, labelOf, { outcome: 'unknown', report: alone }) ?? {};
		expect(description).toMatch(
			/^The change may have been made all the same\. Look in the service/,
		);
		expect(description).not.toContain('Run again');
	});
});

test('a record that another execution kept busy is told of, and what to raise', () => {
	const { message, description, details } = told(undefined, get, {
		...{ attempts: 0, waitedMs: 2_000, isRecordInUse: true },
	});
	expect(message).toBe(
		'Another execution is still at work on this record, so nothing was sent this time',
	);
	expect(description).toBe(
		'Run the workflow again, or raise Max Wait (Seconds) under Options to have the node wait longer for it. Waited 2 s',
	);
	expect(details).toEqual({ ...NO_DETAILS, code: 'record_in_use' });
});

test('a request that was not tried, because none before it was answered, says so', () => {
	const untried = (more: Partial<Circumstances>) =>
		told(broken('no', 'ETIMEDOUT'), create, { attempts: 0, outcomeUnknown: false, ...more });
	const { message, description, details } = untried({});
	expect(message).toBe(
		'The service left earlier requests without an answer, so no further one was sent',
	);
	expect(description).toBe(
		'Nothing was changed. See whether the service is up, then run the workflow again.',
	);
	expect(details.code).toBe('connection_failed');
	expect(untried({ outcomeUnknown: true }).message).toMatch(/may have been made all the same$/);
	expect(told(broken('no', 'ETIMEDOUT'), create).message).toBe('The service could not be reached');
});

describe('keys of the user’s', () => {
	const ANOTHER =
		'Look into the conversation in the inbox before you send it again. If it is not there, send it with another key: the service gives this answer to this one for 24 hours. ';

	test('keep the failure inside of a template, and of nothing else', () => {
		for (const replayed of [false, true]) {
			const setback = of('internal_error', { replayed });
			expect(told(setback, start, { hasOwnKey: true }).description).toContain(ANOTHER);
			expect(told(setback, start).description).not.toContain('another key');
		}
		for (const [setback, request] of [
			[of('internal_error'), reply],
			[of('internal_error'), create],
			[of('queue_unavailable'), start],
			[broken('maybe'), start],
		] as const) {
			expect(told(setback, request, { hasOwnKey: true }).description).not.toContain('another key');
		}
	});

	const KEPT =
		'The service keeps a refusal for 24 hours under its idempotency key: once the cause is fixed, change that key, too.';

	test('keep a refusal, which is said when it comes', () => {
		for (const code of ['unknown_custom_field', 'phone_already_in_use', 'resource_not_found']) {
			expect(told(of(code), create, { hasOwnKey: true }).description).toContain(KEPT);
			expect(told(of(code), create).description).not.toContain('24 hours');
		}
		expect(told(of('owner_not_found', { replayed: true }), create).description).toContain(
			'once the cause is fixed, run the workflow anew.',
		);
	});

	test.each([
		...([400, 404, 409, 422].map((status) => [refusal(status, '', 'x'), start]) as Array<
			[Setback, ApiRequest]
		>),
		...(
			[
				...['rate_limited', 'idempotency_unavailable', 'invalid_api_token'],
				...['idempotency_key_reused', 'invalid_idempotency_key', 'idempotency_key_in_progress'],
			] as const
		).map((code): [Setback, ApiRequest] => [of(code), create]),
		[of('resource_not_found'), get],
		[broken('no'), create],
	])('keep none that the service does not store (%#)', (setback, request) => {
		expect(told(setback, request, { hasOwnKey: true }).description).not.toContain(
			'keeps a refusal',
		);
	});

	test('keep no refusal where it is not known what became of an earlier try', () => {
		const { description } = told(of('owner_not_found'), create, {
			...{ hasOwnKey: true, outcomeUnknown: true },
		});
		expect(description).not.toContain('change that key');
	});

	test('that were used before stand for what came of that, be it a refusal', () => {
		const { description } = told(of('idempotency_key_reused'), create);
		expect(description).toMatch(
			/^What came of the first request with the key counts; this one was not carried out\. If the first was refused, nothing was done: give the corrected one a new key\. /,
		);
		expect(description).not.toContain('stands');
	});
});

describe('a stored answer', () => {
	const replayed = { replayed: true };

	test('is called one, and how to get a fresh one', () => {
		const { message, description } = told(of('owner_not_found', replayed), create);
		expect(message).toContain('stored answer');
		expect(description).toContain('24 hours');
	});

	test('of a failure is no reason to send again with another key', () => {
		const { message, description } = told(of('internal_error', replayed), start);
		expect(message).toContain('stored answer');
		expect(description).not.toContain('24 hours');
		expect(description).toContain('may have been sent');
	});
});

describe('a wait that was too long', () => {
	test('is named with what it was for', () => {
		const { description } = told(of('rate_limited'), create, {
			refusedWait: { ms: 39_001, reason: 'rate_limited' },
		});
		expect(description).toContain('The next try would have been 40 s later (rate_limited)');
		expect(description).toContain('Max Wait (Seconds)');
	});

	test('before the first attempt leaves nothing behind', () => {
		const refusedWait = { ms: 40_000, reason: 'rate_limited' };
		const { message, description, details } = told(undefined, start, { attempts: 0, refusedWait });
		expect(message).toBe('A limit per minute was reached');
		expect(description).toContain('Nothing was sent.');
		expect(details).toEqual({ ...NO_DETAILS, code: 'rate_limited' });
	});
});
