import { readFileSync } from 'node:fs';
import { ROWS } from './traceability/specification';
import { missingRows, renderTable, shownRows, TABLE_FILE } from './traceability/table';

const shown = shownRows();

test('every row of the specification is shown by a test', () => {
	expect(missingRows(shown)).toEqual([]);
});

test('no test names a row that the specification does not have', () => {
	expect(shown.map(({ row }) => row).filter((row) => !ROWS.has(row))).toEqual([]);
});

test('a row without a test is noticed', () => {
	const without = shown.filter(({ row }) => row !== 'Idempotency 4');
	expect(missingRows(without)).toContain('Idempotency 4');
});

test('sandbox/TRACEABILITY.md is current: npm run sandbox:traceability', () => {
	expect(readFileSync(TABLE_FILE, 'utf8')).toBe(renderTable(shown));
});
