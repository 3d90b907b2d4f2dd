import { fieldWarnings } from '../../../nodes/CustomerRelationship/execution/prepare/fieldWarnings';

const warning = (label: string, description = '“\\n”') => ({
	label,
	description,
	remedy: 'Look at it.',
});

test('does not warn where nothing is odd', () => {
	const warnings = fieldWarnings([{ item: 0, warnings: [] }]);
	expect(warnings.forPanel).toEqual([]);
	expect(warnings.forItem(0)).toEqual([]);
});

test('names an item once, however many of its mistakes have one remedy', () => {
	const warnings = fieldWarnings([
		{ item: 0, warnings: [warning('Text'), warning('Text', '“b”')] },
		{ item: 1, warnings: [warning('Text')] },
	]);
	expect(warnings.forPanel).toEqual([
		'“Text” of items 0–1 (the first item is 0) holds “\\n” or the like. Look at it.',
	]);
});

test('names the items and fields of each kind in one hint', () => {
	const other = { label: 'Text', description: '“&amp;”', remedy: 'Read it again.' };
	const warnings = fieldWarnings([
		{ item: 0, warnings: [warning('Text')] },
		{ item: 2, warnings: [warning('Text', '“b”'), warning('Name'), other] },
		{ item: 3, warnings: [] },
	]);
	expect(warnings.forPanel).toEqual([
		'“Text” of items 0 and 2 (the first item is 0) holds “\\n” or the like; “Name” of item 2 holds “\\n”. Look at it.',
		'“Text” of item 2 (the first item is 0) holds “&amp;”. Read it again.',
	]);
	expect(warnings.forItem(0)).toEqual([
		'“Text” of item 0 (the first item is 0) holds “\\n”. Look at it.',
	]);
	expect(warnings.forItem(2)).toHaveLength(2);
	expect(warnings.forItem(3)).toEqual([]);
});

test('of many fields five are named', () => {
	const fields = Array.from({ length: 7 }, (_, n) => warning(`F${n}`));
	const [hint = ''] = fieldWarnings([{ item: 0, warnings: fields }]).forPanel;
	expect(hint).toContain('“F4” of item 0 holds “\\n”; 2 more fields. Look at it.');
	expect(hint).not.toContain('F5');
	expect(fieldWarnings([{ item: 0, warnings: fields.slice(0, 5) }]).forPanel[0]).not.toContain(
		'more',
	);
});
