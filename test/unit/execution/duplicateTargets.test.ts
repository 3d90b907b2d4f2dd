import { duplicateTargets } from '../../../nodes/CustomerRelationship/execution/prepare/duplicateTargets';

const hintsFor = (...targets: Array<string | undefined>) =>
	duplicateTargets(targets.map((target, item) => ({ item, intent: { target } })));
/** Items that name these records; undefined where the service decides which it is. */
const hintFor = (...targets: Array<string | undefined>) => hintsFor(...targets).hints[0];

test('names the items that share a record, not those where the service decides', () => {
	expect(hintFor('deal 1', 'deal 2', undefined, undefined)).toBeUndefined();
	const end = '. Where several replace a field, the last counts.';
	expect(hintFor('deal 1', 'deal 2', 'deal 1')).toBe(
		`One record is that of items 0 and 2 (counted from 0)${end}`,
	);
	expect(hintFor('a', 'a', 'b', 'b')).toBe(
		`One record is that of items 0–1; another that of items 2–3 (counted from 0)${end}`,
	);
});

test('names for an item those that share its record', () => {
	const of = (item: number) => hintsFor('a', 'b', 'a', 'c', 'b').of(item);
	expect([0, 3].map(of)).toEqual([
		[
			'One record is that of items 0 and 2 (counted from 0). Where several replace a field, the last counts.',
		],
		[],
	]);
	expect(of(4)[0]).toContain('that of items 1 and 4 (');
});

test('names the items of five records, and counts the others', () => {
	const records = (count: number) => Array.from({ length: 2 * count }, (_, n) => String(n % count));
	expect(hintFor(...records(7))).toContain(
		'items 4 and 11 (counted from 0); 2 more records are repeated. W',
	);
	expect(hintFor(...records(6))).toContain('(counted from 0); 1 more record is repeated. W');
	expect(hintFor(...records(5))).toContain('items 4 and 9 (counted from 0). W');
});

test('names the first of many items that share a record', () => {
	const all = Array.from({ length: 11 }, () => '1');
	expect(hintFor(...all)).toContain('that of 11 items, the first of them item 0 (');
	expect(hintFor(...all.slice(1))).toContain('that of items 0–9 (');
});
