import { missingRows, shownRows } from './traceability/table';

test('every row of the specification has a test', () => {
	expect(missingRows(shownRows())).toEqual([]);
});

test('finds a row without a test', () => {
	const shown = shownRows();
	expect(shown.delete('Idempotency 4')).toBe(true);
	expect(missingRows(shown)).toEqual(['Idempotency 4']);
});
