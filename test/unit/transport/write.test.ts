import type { AttemptResult } from '../../../nodes/CustomerRelationship/transport/answer';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { Write } from '../../../nodes/CustomerRelationship/transport/write';
import { answered } from '../resources/requests';
import { broken, create, foreign, refusal, start } from './failedAttempts';

const done: AttemptResult = {
	kind: 'success',
	answer: answered({ id: 'a' }),
	headers: {},
} as AttemptResult;
const stored = {
	...done,
	answer: { ...answered({ id: 'a' }), replayed: true },
} as AttemptResult;
const lost = broken('maybe');
const unreachable = broken('no');
const inside = refusal(500, 'api_error', 'internal_error');
const limit = refusal(429, 'rate_limit_error', 'rate_limited');
const token = refusal(401, 'authentication_error', 'invalid_api_token');
const missing = refusal(404, 'not_found_error', 'resource_not_found');
const reused = refusal(409, 'conflict_error', 'idempotency_key_reused');
const running = refusal(409, 'conflict_error', 'idempotency_key_in_progress');

const after = (...results: Array<AttemptResult | undefined>) => afterOf(create, results);

function afterOf(
	request: ApiRequest,
	results: Array<AttemptResult | undefined>,
	write = new Write('k'),
): Write {
	for (const result of results) {
		write.attemptStarted();
		write.attemptEnded(result, request);
	}
	return write;
}

// Idempotency 2 to 5: a stored answer tells how the first attempt ended; a 5xx is not stored.
test.each<[Write['state'], Array<AttemptResult | undefined>]>([
	['unsent', []],
	['done', [done]],
	['done', [lost, stored]],
	['not done', [missing]],
	['not done', [limit]],
	['not done', [unreachable]],
	['unknown', [undefined]],
	['not done', [refusal(503, 'api_error', 'queue_unavailable')]],
	['unknown', [lost]],
	['unknown', [running]],
	['unknown', [foreign(502)]],
	['unknown', [lost, unreachable]],
	['not done', [undefined, missing]],
	['unknown', [lost, limit]],
	['unknown', [lost, token]],
	['not done', [lost, missing]],
	['unknown', [reused]],
	['unknown', [lost, reused]],
	['failed inside', [inside]],
	['failed inside', [lost, inside, missing]],
	['failed inside', [inside, lost]],
	['done', [inside, done]],
	['done', [done, missing]],
	['done', [done, reused]],
	['done', [done, lost]],
])('%s', (state, results) => {
	const write = after(...results);
	expect(write.state).toBe(state);
	expect(write.mayHaveRun).toBe(['done', 'unknown', 'failed inside'].includes(state));
});

test('is on its way until it is answered, and what may have run stays that', () => {
	const write = new Write('k');
	write.attemptStarted();
	expect([write.state, write.mayHaveRun]).toEqual(['on its way', false]);
	write.attemptEnded(lost, create);
	write.attemptStarted();
	expect(write.state).toBe('unknown');
});

test.each<[boolean, AttemptResult[]]>([
	[false, [done]],
	[true, [stored]],
	[true, [limit, stored]],
	[true, [stored, stored]],
	[false, [lost, stored]],
	[true, [done, stored]],
	[true, [running, stored]],
	[true, [running, limit, stored]],
	[false, [lost, running, stored]],
	[true, [lost, stored, stored]],
])('did nothing new: %s', (wasDoneBefore, results) => {
	expect(after(...results)).toMatchObject({ wasDoneBefore, answer: { body: { id: 'a' } } });
});

// The key of Once per Phone stands for another message: this one was not sent, unless an attempt before may be that one.
test.each<[Write['state'], AttemptResult[]]>([
	['not done', [reused]],
	['unknown', [lost, reused]],
])('of a message that is to be sent once: %s', (state, results) => {
	expect(afterOf(start, results, new Write('k', {}, 'phone')).state).toBe(state);
});
