import type { Ending } from '../../../nodes/CustomerRelationship/transport/answer';
import { Write } from '../../../nodes/CustomerRelationship/transport/write';
import { answered } from '../resources/requests';
import { broken, create, foreign, refusal } from './setbacks';

const done: Ending = { kind: 'success', answer: answered({ id: 'a' }), headers: {} } as Ending;
const stored = {
	...done,
	answer: { ...answered({ id: 'a' }), replayed: true },
} as Ending;
const lost = broken('maybe');
const unreachable = broken('no');
const inside = refusal(500, 'api_error', 'internal_error');
const limit = refusal(429, 'rate_limit_error', 'rate_limited');
const token = refusal(401, 'authentication_error', 'invalid_api_token');
const missing = refusal(404, 'not_found_error', 'resource_not_found');
const reused = refusal(409, 'conflict_error', 'idempotency_key_reused');
const running = refusal(409, 'conflict_error', 'idempotency_key_in_progress');

const after = (...endings: Array<Ending | undefined>) => {
	const write = new Write('k');
	for (const ending of endings) {
		write.sent();
		write.ended(ending, create);
	}
	return write;
};

// Idempotency 2 to 5: a stored answer tells how the first attempt ended; a 5xx is not stored.
test.each<[Write['state'], Array<Ending | undefined>]>([
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
])('%s', (state, endings) => {
	const write = after(...endings);
	expect(write.state).toBe(state);
	expect(write.mayHaveRun).toBe(['done', 'unknown', 'failed inside'].includes(state));
});

test('is on its way until it is answered, and what may have run stays that', () => {
	const write = new Write('k');
	write.sent();
	expect([write.state, write.mayHaveRun]).toEqual(['on its way', false]);
	write.ended(lost, create);
	write.sent();
	expect(write.state).toBe('unknown');
});

test.each<[boolean, Ending[]]>([
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
])('did nothing new: %s', (didNothingNew, endings) => {
	expect(after(...endings)).toMatchObject({ didNothingNew, answer: { body: { id: 'a' } } });
});
