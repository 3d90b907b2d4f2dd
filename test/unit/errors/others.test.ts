import { othersText } from '../../../nodes/CustomerRelationship/errors/others';

const told = (
	carriedOut: number[],
	unknown: number[],
	notCarriedOut: number[],
	hasOwnKey = false,
) => othersText({ carriedOut, unknown, notCarriedOut, output: [] }, hasOwnKey);

test.each<[string, ...Parameters<typeof told>]>([
	['Of the other 1 items 1 was carried out (item 0), 0 were not', [0], [], []],
	['Of the other 1 items 0 were carried out, 1 may have been (item 2), 0 were not', [], [2], []],
	[
		'Of the other 9 items 6 were carried out (items 0–2, 4 and 6–7), 1 may have been (item 9), 2 were not (items 3 and 5)',
		...([[0, 1, 2, 4, 6, 7], [9], [3, 5]] as const).map((items) => [...items]),
	] as [string, number[], number[], number[]],
])('%s', (text, ...others) => {
	expect(told(...others)).toMatch(text);
	expect(told(...others)?.startsWith(`${text}. A new execution`)).toBe(true);
	const [carriedOut, unknown, notCarriedOut] = others;
	expect(told(carriedOut, unknown, notCarriedOut, true)).toBe(
		`${text}. Run with the same keys again within 24 hours, the service does not carry out again what was carried out.`,
	);
});

test('where nothing was done nobody has to take care', () => {
	expect(told([], [], [1, 2])).toBe('None of the other items was carried out.');
	expect(told([], [], [])).toBeUndefined();
});
