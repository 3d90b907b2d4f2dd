import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SPECIFICATION } from '../../support/specification';

const TESTS = join(__dirname, '..');
/** The rows of `rule('Row', …)` and `rule(['Row', 'Another'], …)`. */
const RULE = /\brule\(\s*(?:'([^']*)'|\[([^\]]*)\])/g;

/** The rows that the tests of the sandbox show, by their `rule`s. */
export function shownRows(): Set<string> {
	const files = readdirSync(TESTS).filter((file) => file.endsWith('.test.ts'));
	const texts = files.map((file) => readFileSync(join(TESTS, file), 'utf8'));
	const rules = texts.flatMap((text) => [...text.matchAll(RULE)]);
	return new Set(
		rules.flatMap(
			([, row, rows = '']) => row ?? [...rows.matchAll(/'([^']*)'/g)].map(([, one]) => one!),
		),
	);
}

/** Rows of the specification that no test shows. */
export const missingRows = (shown: ReadonlySet<string>): string[] =>
	Object.values(SPECIFICATION)
		.flatMap(Object.keys)
		.filter((row) => !shown.has(row));
