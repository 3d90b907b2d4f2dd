import { sharedRecordWarnings } from '../../../nodes/CustomerRelationship/execution/prepare/sharedRecordWarnings';

const hintsFor = (...targets: Array<string | undefined>) =>
	sharedRecordWarnings(targets.map((target, item) => ({ item, intent: { target } })));
/** Items that name these records; undefined where the service decides which it is. */
const hintFor = (...targets: Array<string | undefined>) => hintsFor(...targets).forPanel[0];

test('names the items that share a record, not those where the service decides', () => {
	expect(hintFor('deal 1', 'deal 2', undefined, undefined)).toBeUndefined();
	const end = '. Where several set a field, the last one counts.';
	expect(hintFor('deal 1', 'deal 2', 'deal 1')).toBe(
		`Items 0 and 2 (the first item is 0) are about one record${end}`,
	);
	expect(hintFor('a', 'a', 'b', 'b')).toBe(
		`Items 0–1 (the first item is 0) are about one record; so are items 2–3${end}`,
	);
});

test('tells that the first one counts if all of them only fill empty fields', () => {
	const endOf = (...onlyFillEmpty: boolean[]) =>
		sharedRecordWarnings(
			onlyFillEmpty.map((onlyFillsEmpty, item) => ({
				item,
				intent: { target: 'a', onlyFillsEmpty },
			})),
		).forPanel[0];
	expect(endOf(true, true)).toMatch(
		/Where several fill in an empty field, the first one counts\.$/,
	);
	expect(endOf(true, false)).toMatch(/the last one counts\.$/);
});

test('tells which one counts for each record, if not all items only fill empty fields', () => {
	const items = ['a', 'a', 'b', 'b'].map((target, item) => ({
		item,
		intent: { target, onlyFillsEmpty: target === 'a' },
	}));
	const FIRST = 'Where several fill in an empty field, the first one counts.';
	const LAST = 'Where several set a field, the last one counts.';
	const { forItem, forPanel } = sharedRecordWarnings(items);
	expect(forPanel[0]).toMatch(new RegExp(`\\. ${FIRST} ${LAST}$`));
	expect([
		forItem(0)[0]!.endsWith(`record. ${FIRST}`),
		forItem(2)[0]!.endsWith(`record. ${LAST}`),
	]).toEqual([...[true, true]]);
});

test('names for an item those that share its record', () => {
	const of = (item: number) => hintsFor('a', 'b', 'a', 'c', 'b').forItem(item);
	expect([0, 3].map(of)).toEqual([
		[
			'Items 0 and 2 (the first item is 0) are about one record. Where several set a field, the last one counts.',
		],
		[],
	]);
	expect(of(4)[0]).toContain('Items 1 and 4 (');
});

test('names the items of five records, and counts the others', () => {
	const records = (count: number) => Array.from({ length: 2 * count }, (_, n) => String(n % count));
	expect(hintFor(...records(7))).toContain('so are items 4 and 11; 2 more records are repeated. W');
	expect(hintFor(...records(6))).toContain('; 1 more record is repeated. W');
	expect(hintFor(...records(5))).toContain('so are items 4 and 9. W');
});

test('names the first of many items that share a record', () => {
	const all = Array.from({ length: 11 }, () => '1');
	expect(hintFor(...all)).toContain('Item 0 and 10 others (the first item is 0) are ');
	expect(hintFor(...all.slice(1))).toContain('Items 0–9 (');
});
