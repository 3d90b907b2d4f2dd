import type { Outcome } from '../../../nodes/CustomerRelationship/transport/answer';
import { Write } from '../../../nodes/CustomerRelationship/transport/write';
import { answered } from '../resources/requests';
import { broken, create, foreign, refusal } from './setbacks';

const done: Outcome = { kind: 'success', answer: answered({ id: 'a' }), headers: {} } as Outcome;
const stored = {
	...done,
	answer: { ...answered({ id: 'a' }), replayed: true },
} as Outcome;
const lost = broken('maybe');
const unreachable = broken('no');
const inside = refusal(500, 'api_error', 'internal_error');
const limit = refusal(429, 'rate_limit_error', 'rate_limited');
const token = refusal(401, 'authentication_error', 'invalid_api_token');
const missing = refusal(404, 'not_found_error', 'resource_not_found');
const reused = refusal(409, 'conflict_error', 'idempotency_key_reused');
const running = refusal(409, 'conflict_error', 'idempotency_key_in_progress');

const after = (...outcomes: Array<Outcome | undefined>) => {
	const write = new Write('k', false);
	for (const outcome of outcomes) {
		write.leave();
		write.settle(outcome, create);
	}
	return write;
};

// Idempotency 2 to 5: a stored answer tells how the first attempt ended; a 5xx is not stored.
test.each<[Write['state'], Array<Outcome | undefined>]>([
	['unsent', []],
	['done', [done]],
	['done', [lost, stored]],
	['refused', [missing]],
	['refused', [limit]],
	['refused', [unreachable]],
	['refused', [undefined]],
	['refused', [refusal(503, 'api_error', 'queue_unavailable')]],
	['unknown', [lost]],
	['unknown', [running]],
	['unknown', [foreign(502)]],
	['unknown', [lost, unreachable]],
	['unknown', [lost, undefined]],
	['unknown', [lost, limit]],
	['unknown', [lost, token]],
	['refused', [lost, missing]],
	['unknown', [reused]],
	['unknown', [lost, reused]],
	['failed inside', [inside]],
	['failed inside', [lost, inside, missing]],
	['failed inside', [inside, lost]],
	['done', [inside, done]],
	['done', [done, missing]],
	['done', [done, reused]],
	['done', [done, lost]],
])('%s', (state, outcomes) => {
	const write = after(...outcomes);
	expect(write.state).toBe(state);
	expect(write.mayHaveRun).toBe(['done', 'unknown', 'failed inside'].includes(state));
});

test('is on its way until it is answered, and what may have run stays that', () => {
	const write = new Write('k', false);
	write.leave();
	expect([write.state, write.mayHaveRun]).toEqual(['on its way', false]);
	write.settle(lost, create);
	write.leave();
	expect(write.state).toBe('unknown');
});

test.each<[boolean, Outcome[]]>([
	[false, [done]],
	[true, [stored]],
	[true, [limit, stored]],
	[true, [stored, stored]],
	[false, [lost, stored]],
	[false, [done, stored]],
])('did nothing new: %s', (didNothingNew, outcomes) => {
	expect(after(...outcomes)).toMatchObject({ didNothingNew, answer: { body: { id: 'a' } } });
});
