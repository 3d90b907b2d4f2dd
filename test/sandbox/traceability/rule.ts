import { ROWS } from '../../support/specification';

/**
 * A test that shows rows of the specification, by their names in `specification.ts`.
 * That every row has one is read from these calls, so rows are literals.
 */
export function rule(rows: string | string[], title: string, run: () => Promise<void>): void {
	const named = [rows].flat();
	const unknown = named.filter((row) => !ROWS.has(row));
	if (unknown.length > 0) throw new Error(`Not a row of the specification: ${unknown.join(', ')}`);
	test(`${named.join(' · ')}: ${title}`, run);
}
