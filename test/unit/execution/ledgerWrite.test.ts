import { LedgerWrite } from '../../../nodes/CustomerRelationship/execution/ledger/ledgerWrite';
import type { AttemptResult } from '../../../nodes/CustomerRelationship/transport/answer';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { decideOnFailedAttempt } from '../../../nodes/CustomerRelationship/transport/retryPolicy';
import { answered } from '../resources/requests';
import { broken, create, foreign, refusal, start } from '../transport/failedAttempts';

const done: AttemptResult = {
	kind: 'success',
	answer: answered({ id: 'a' }),
	headers: {},
} as AttemptResult;
const replayed = {
	...done,
	answer: { ...answered({ id: 'a' }), replayed: true },
} as AttemptResult;
const lost = broken('maybe');
const unreachable = broken('no');
const serverError = refusal(500, 'api_error', 'internal_error');
const limit = refusal(429, 'rate_limit_error', 'rate_limited');
const token = refusal(401, 'authentication_error', 'invalid_api_token');
const missing = refusal(404, 'not_found_error', 'resource_not_found');
const reused = refusal(409, 'conflict_error', 'idempotency_key_reused');
const inProgress = refusal(409, 'conflict_error', 'idempotency_key_in_progress');

/** A write after attempts with these results; undefined where nobody knows the result. */
function after(
	results: Array<AttemptResult | undefined>,
	write = new LedgerWrite('k'),
	body = '{}',
) {
	const request = write.keyStandsFor === 'phone' ? start : create;
	for (const result of results) {
		write.recordStart(body, 0);
		if (result?.kind === 'success') write.recordSuccess(result.answer);
		else if (result)
			write.recordFailure(decideOnFailedAttempt(result, request, write.keyStandsFor));
		else write.recordFailure({ write: 'unknown' });
	}
	return write;
}

// Idempotency 2 to 5: a stored answer tells how the first attempt ended; a 5xx is not stored.
test.each<[LedgerWrite['state'], Array<AttemptResult | undefined>]>([
	['unsent', []],
	['done', [done]],
	['done', [lost, replayed]],
	['not done', [missing]],
	['not done', [limit]],
	['not done', [unreachable]],
	['unknown', [undefined]],
	['not done', [refusal(503, 'api_error', 'queue_unavailable')]],
	['unknown', [lost]],
	['unknown', [inProgress]],
	['unknown', [foreign(502)]],
	['unknown', [lost, unreachable]],
	['not done', [undefined, missing]],
	['unknown', [lost, limit]],
	['unknown', [lost, token]],
	['not done', [lost, missing]],
	['unknown', [reused]],
	['unknown', [lost, reused]],
	['server error', [serverError]],
	['server error', [lost, serverError, missing]],
	['server error', [serverError, lost]],
	['done', [serverError, done]],
	['done', [done, missing]],
	['done', [done, reused]],
	['done', [done, lost]],
])('is %s after its attempts (%#)', (state, results) => {
	const write = after(results);
	expect(write.state).toBe(state);
	expect(write.mayHaveRun).toBe(['done', 'unknown', 'server error'].includes(state));
});

test('is in flight until its first answer; an attempt that may have run stays one', () => {
	const write = new LedgerWrite('k');
	write.recordStart('{}', 0);
	expect([write.state, write.mayHaveRun]).toEqual(['in flight', false]);
	after([lost], write);
	write.recordStart('{}', 0);
	expect(write.state).toBe('unknown');
});

test.each<[boolean, AttemptResult[]]>([
	[false, [done]],
	[true, [replayed]],
	[true, [limit, replayed]],
	[true, [replayed, replayed]],
	[false, [lost, replayed]],
	[true, [done, replayed]],
	[true, [inProgress, replayed]],
	[true, [reused, replayed]],
	[true, [inProgress, limit, replayed]],
	[false, [lost, inProgress, replayed]],
	[true, [lost, replayed, replayed]],
])('tells whether it was done before it was sent: %s (%#)', (wasDoneBefore, results) => {
	expect(after(results)).toMatchObject({ wasDoneBefore, answer: { body: { id: 'a' } } });
});

const MINUTE = 60_000;

test.each([
	['is its own', undefined, 0, false],
	['of a service whose clock is off is its own', -MINUTE, 0, false],
	['that may have come after its first attempt is its own', 5 * MINUTE, 0, false],
	['of before its first attempt is not', 5 * MINUTE + 1, 0, true],
	['that it waited for is its own', 65 * MINUTE, 60 * MINUTE, false],
	['of before a long wait is not', 65 * MINUTE + 1, 60 * MINUTE, true],
])('a stored answer %s, after an attempt that broke', (_, ageMs, waitedMs, wasDoneBefore) => {
	const write = new LedgerWrite('k');
	for (const [at, result] of [
		[1_000, lost],
		[1_000 + waitedMs, limit],
	] as const) {
		write.recordStart('{}', at);
		write.recordFailure(decideOnFailedAttempt(result, create));
	}
	write.recordSuccess({ ...answered({}, 1_000 + waitedMs), replayed: true }, ageMs);
	expect(write.wasDoneBefore).toBe(wasDoneBefore);
});

// Idempotency 2: an attempt with the same body that was carried out would have its stored answer. One with another body,
// as n8n's Retry On Fail may send it, may be the message that the key stands for.
test.each<[LedgerWrite['state'], Array<[body: string, AttemptResult]>]>([
	['not done', [['a', reused]]],
	[
		'not done',
		[
			['a', lost],
			['a', reused],
		],
	],
	[
		'not done',
		[
			['a', lost],
			['a', inProgress],
			['a', reused],
		],
	],
	[
		'unknown',
		[
			['a', lost],
			['b', reused],
		],
	],
	[
		'unknown',
		[
			['a', lost],
			['a', missing],
			['b', reused],
		],
	],
	[
		'unknown',
		[
			['a', lost],
			['b', lost],
			['b', reused],
		],
	],
	[
		'not done',
		[
			['a', lost],
			['b', reused],
			['a', reused],
		],
	],
])('is %s after its key was reused, where the key stands for a phone (%#)', (state, attempts) => {
	const write = new LedgerWrite('k', {}, 'phone');
	for (const [body, result] of attempts) after([result], write, body);
	expect(write.state).toBe(state);
});

describe('the failure that is kept', () => {
	const failure = new RequestFailed(create, missing, { attempts: 1, tookMs: 0 });
	const assertion = (write: LedgerWrite) => {
		try {
			return write.assertOpen();
		} catch (error) {
			return error;
		}
	};

	test.each([
		['of this write where the service stored its answer', 'answer stored', [failure, undefined]],
		['of all writes with the key where the key is closed', 'closed', [failure, failure]],
		['of none where the key stays open', undefined, [undefined, undefined]],
	] as const)('is thrown %s', (_, key, thrown) => {
		const shared = {};
		const [write, other] = [new LedgerWrite('k', shared), new LedgerWrite('k', shared)];
		write.keepFailure(failure, key);
		expect([write, other].map(assertion)).toEqual(thrown);
	});

	test('gives its state to writes with a closed key that were not sent themselves', () => {
		const shared = {};
		const [write, unsent, known] = [0, 1, 2].map(() => new LedgerWrite('k', shared));
		after([serverError], write);
		after([unreachable], known);
		write!.keepFailure(failure, 'closed');
		[unsent!, known!].forEach(assertion);
		expect([unsent!.state, known!.state]).toEqual(['server error', 'not done']);
	});
});
