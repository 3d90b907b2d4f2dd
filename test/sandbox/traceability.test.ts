import { missingRows, shownRows } from './traceability/table';

test('every row of the specification is shown by a test', () => {
	expect(missingRows(shownRows())).toEqual([]);
});

test('a row without a test is noticed', () => {
	const shown = shownRows();
	expect(shown.delete('Idempotency 4')).toBe(true);
	expect(missingRows(shown)).toEqual(['Idempotency 4']);
});
