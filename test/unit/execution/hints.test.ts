import { Hints } from '../../../nodes/CustomerRelationship/execution/hints';

const messages = (hints: Hints) => hints.all.map(({ message }) => message);

test('short waits are nobody’s concern', () => {
	const hints = new Hints();
	hints.waited('request', 2_999);
	hints.waited('send', 2_999);
	expect(hints.all).toEqual([]);
});

test('longer ones are told in all, for each limit', () => {
	const hints = new Hints();
	hints.waited('request', 2_000);
	hints.waited('request', 1_000);
	hints.waited('send', 61_400);
	expect(messages(hints)).toEqual([
		'Waited 3 s in all to stay within the limit of requests a minute.',
		'Waited 61 s in all to stay within the limit of 30 message sends a minute and channel.',
	]);
	expect(hints.all[0]).toMatchObject({ type: 'info', location: 'outputPane' });
});

test('a note is told once', () => {
	const hints = new Hints();
	hints.note('One');
	hints.note('Two');
	hints.note('One');
	expect(messages(hints)).toEqual(['One', 'Two']);
});
