import { MaxMessagesRule } from '../../../../nodes/CustomerRelationship/execution/rules/maxMessages';
import { messageTask } from './messageTask';

const rule = new MaxMessagesRule();
const tasks = (...most: Array<number | undefined>) =>
	most.map((maxMessages) => messageTask({ maxMessages }));

// The smallest counts, and what went out before in the execution counts along.
test.each<[Array<number | undefined>, number, string | undefined]>([
	[Array(50).fill(undefined), 0, undefined],
	[Array(51).fill(undefined), 0, '“Max Messages” is 50, but 51 are to be sent'],
	[[], 0, undefined],
	[[], 99, undefined],
	[[2, 2], 0, undefined],
	[[2, 2], 1, '“Max Messages” is 2, but 2 are to be sent, and this execution already has 1'],
	[[2, 2, 2], 0, '“Max Messages” is 2, but 3 are to be sent'],
	[[9, 1, 9], 0, '“Max Messages” is 1, but 3 are to be sent'],
	[[5], 5, '“Max Messages” is 5, but 1 is to be sent, and this execution already has 5'],
	[[5], 4, undefined],
])('most %j, %i before', (most, before, message) => {
	const error = rule.reasonToBlockAll(tasks(...most), { own: most.length, others: before });
	expect(error?.message).toBe(message);
	if (!error) return;
	expect(error.code).toBe('too_many_messages');
	expect(error.remedy).toBe(
		'Look first whether these are the right items: Check Only shows who would get what. If they are, raise Max Messages under Options.',
	);
});

test('judges as many items as an execution can have', () => {
	const many = Array<ReturnType<typeof messageTask>>(300_000).fill(messageTask({ maxMessages: 9 }));
	const error = rule.reasonToBlockAll(many, { own: many.length, others: 0 });
	expect(error?.message).toBe('“Max Messages” is 9, but 300000 are to be sent');
});
