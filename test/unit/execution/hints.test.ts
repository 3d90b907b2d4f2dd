import { Hints } from '../../../nodes/CustomerRelationship/execution/hints';

const messages = (hints: Hints) => hints.all.map(({ message }) => message);

test('short waits are nobody’s concern', () => {
	const hints = new Hints();
	hints.waited('request', 0, 2_999);
	hints.waited('send', 0, 2_999);
	expect(hints.all).toEqual([]);
});

test('longer ones are told in all, for each limit', () => {
	const hints = new Hints();
	hints.waited('request', 0, 2_000);
	hints.waited('request', 5_000, 6_000);
	hints.waited('send', 0, 61_400);
	expect(messages(hints)).toEqual([
		'Waited 3 s in all to stay within the limit of requests a minute.',
		'Waited 61 s in all to stay within the limit of 30 message sends a minute and channel.',
	]);
	expect(hints.all[0]).toMatchObject({ type: 'info', location: 'outputPane' });
});

test('what items waited beside each other counts once', () => {
	const hints = new Hints();
	hints.waited('send', 0, 4_000);
	hints.waited('send', 1_000, 6_000);
	hints.waited('send', 2_000, 5_000);
	expect(messages(hints)).toEqual([expect.stringMatching(/^Waited 6 s in all/)]);
});

test('that there are more is told once, with what all lists gave', () => {
	const hints = new Hints();
	hints.endedAtLimit(50);
	hints.endedAtLimit(100);
	expect(messages(hints)).toEqual([
		'Limit was reached after 150 records, and there are more. Turn on Return All or raise Limit to get more.',
	]);
});

test('what the node’s own filters cost is told where it is much, with what all lists took', () => {
	const hints = new Hints();
	hints.filtered(9);
	expect(hints.all).toEqual([]);
	hints.filtered(1);
	expect(messages(hints)).toEqual([
		'Has Tags, Without Tags and Has Phone took 10 requests: the service does not know them, so the list was read page by page. Another filter, such as Updated Since, makes it shorter.',
	]);
});

test('a note is told once', () => {
	const hints = new Hints();
	hints.note('One');
	hints.note('Two');
	hints.note('One');
	expect(messages(hints)).toEqual(['One', 'Two']);
});

test('what was left out is told once, by the reason, and not endlessly', () => {
	const hints = new Hints();
	hints.leftOut([{ name: 'id', why: 'no column fits' }]);
	hints.leftOut();
	hints.leftOut([
		{ name: 'id', why: 'no column fits' },
		{ name: 'tags', why: 'a list' },
	]);
	expect(messages(hints)).toEqual(['Not sent: “id” (no column fits); “tags” (a list).']);
	const text = (length: number) => {
		const many = new Hints();
		many.leftOut(Array.from({ length }, (_, n) => ({ name: `c${n}`, why: 'no column fits' })));
		return messages(many)[0];
	};
	expect(text(30)).toContain('“c29” (no column fits)');
	expect(text(32)).toContain('“c29”, 2 more (no column fits)');
});
