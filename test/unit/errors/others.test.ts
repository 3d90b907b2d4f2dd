import { othersText } from '../../../nodes/CustomerRelationship/errors/others';

const told = (
	carriedOut: number[],
	unknown: number[],
	notCarriedOut: number[],
	haveOwnKeys = false,
	earlier = 0,
	byAnotherToken?: true,
	mayBeDone = false,
) =>
	othersText(
		{
			...{ carriedOut, unknown, notCarriedOut, output: [] },
			report: { carriedOut: [], unknown: [], notCarriedOut: [], output: [] },
			...{ earlier, areAll: false, mayBeDone, haveOwnKeys },
		},
		byAnotherToken,
	);

const MANY = [[0, 1, 2, 4, 6, 7], [9], [3, 5]] as const;

test.each<[string, readonly number[], readonly number[], readonly number[]]>([
	['The other item (item 0) was carried out', [0], [], []],
	['The other item (item 2) may have been carried out', [], [2], []],
	['All 3 other items (items 0–2) were carried out', [0, 1, 2], [], []],
	['All 2 other items (items 1 and 3) may have been carried out', [], [1, 3], []],
	[
		'Of the other 3 items 1 was carried out (item 0) and 2 may have been (items 2–3)',
		...([[0], [2, 3], []] as const),
	],
	[
		'Of the other 4 items 3 were carried out (items 0–2) and 1 was not (item 4)',
		...([[0, 1, 2], [], [4]] as const),
	],
	[
		'Of the other 3 items 1 may have been carried out (item 0) and 2 were not (items 1–2)',
		...([[], [0], [1, 2]] as const),
	],
	[
		'Of the other 9 items 6 were carried out (items 0–2, 4 and 6–7), 1 may have been (item 9) and 2 were not (items 3 and 5)',
		...MANY,
	],
])('%s', (text, ...items) => {
	const [carriedOut, unknown, notCarriedOut] = items.map((numbers) => [...numbers]) as [
		...[number[], number[], number[]],
	];
	expect(told(carriedOut, unknown, notCarriedOut)).toBe(
		`${text}. A new execution would carry out once more what was carried out: leave that out of it. Next time, an Idempotency Key of its own for each item keeps a new execution with the same access token from that for 24 hours.`,
	);
	expect(told(carriedOut, unknown, notCarriedOut, true)).toBe(
		`${text}. Run again with the same keys and the same access token within 24 hours: what was carried out is not sent, created, moved, closed or deleted twice.${
			unknown.length > 0
				? ' Look in the service first at what may have been carried out, and leave out what is there: after a failure inside the service the same key carries it out once more, or in Conversation: Start only fails again, so give what is not there another one.'
				: ''
		}`,
	);
});

test('the one that failed is to be looked at, too, where it may have been carried out', () => {
	expect(told([0], [], [2], true, 0, undefined, true)).toContain(
		'deleted twice. Look in the service first at what may have been carried out, and leave out what is there',
	);
	expect(told([0], [], [2], true)).not.toContain('Look in the service');
});

test('where nothing was done nobody has to take care', () => {
	expect(told([], [], [1])).toBe('The other item was not carried out.');
	expect(told([], [], [1, 2])).toBe('None of the other items was carried out.');
	expect(told([], [], [])).toBeUndefined();
});

test('what earlier runs of the node carried out is told, whatever became of this one', () => {
	const earlier = (items: number, here: [number[], number[], number[]], own = false) =>
		told(...here, own, items);
	expect(earlier(1, [[], [], []])).toMatch(
		/^In earlier runs of this execution the node carried out 1 item\. A new execution would carry out once more/,
	);
	expect(earlier(30, [[], [], [1, 2]])).toContain(
		'None of the other items was carried out. In earlier runs of this execution the node carried out 30 items. A new execution would',
	);
	expect(earlier(30, [[0], [], []], true)).toBe(
		'The other item (item 0) was carried out. In earlier runs of this execution the node carried out 30 items. Run again with the same keys and the same access token within 24 hours: what was carried out is not sent, created, moved, closed or deleted twice. Leave out what was carried out more than 24 hours before: the service forgets its keys.',
	);
});

test('where another token is a way out, nobody is told to rely on keys that count for this one', () => {
	const text = told([0], [1], [2], true, 30, true);
	expect(text).toContain(
		'In earlier runs of this execution the node carried out 30 items. Run again without what was carried out: with another access token the same keys would carry it out once more. Look in the service first',
	);
	expect(text).not.toMatch(/deleted twice|24 hours before/);
});
