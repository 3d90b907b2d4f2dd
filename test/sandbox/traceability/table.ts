import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { SPECIFICATION } from './specification';

const TESTS = join(__dirname, '..');
export const TABLE_FILE = join(__dirname, '../../../sandbox/TRACEABILITY.md');

export interface ShownRow {
	row: string;
	title: string;
	file: string;
}

/** Every `rule(rows, title, …)` in the tests of the sandbox. */
export function shownRows(): ShownRow[] {
	return readdirSync(TESTS)
		.filter((file) => file.endsWith('.test.ts'))
		.sort()
		.flatMap((file) => rulesOf(file, readFileSync(join(TESTS, file), 'utf8')));
}

/** Rows of the specification that no test shows. */
export function missingRows(shown: readonly ShownRow[]): string[] {
	const found = new Set(shown.map(({ row }) => row));
	return Object.values(SPECIFICATION)
		.flatMap(Object.keys)
		.filter((row) => !found.has(row));
}

export function renderTable(shown: readonly ShownRow[]): string {
	const lines = [
		'# Which test shows which rule',
		'',
		'Made from the tests by `npm run sandbox:traceability`; a test fails when it is out of date or a row has no test.',
		'',
	];
	for (const [section, rows] of Object.entries(SPECIFICATION)) {
		lines.push(`## ${section}`, '', '| Row | Rule | Shown by |', '|---|---|---|');
		for (const [row, text] of Object.entries(rows)) {
			const tests = shown
				.filter((one) => one.row === row)
				.map(({ file, title }) => `${title} (\`${file}\`)`);
			lines.push(`| ${row} | ${text} | ${tests.join('<br>')} |`);
		}
		lines.push('');
	}
	return lines.join('\n');
}

function rulesOf(file: string, text: string): ShownRow[] {
	const found: ShownRow[] = [];
	const visit = (node: ts.Node): void => {
		if (
			ts.isCallExpression(node) &&
			ts.isIdentifier(node.expression) &&
			node.expression.text === 'rule'
		) {
			const [rows, title] = node.arguments;
			if (!rows || !title || !ts.isStringLiteralLike(title)) {
				throw new Error(`${file}: rule needs literals`);
			}
			const literals = ts.isArrayLiteralExpression(rows) ? rows.elements : [rows];
			for (const literal of literals) {
				if (!ts.isStringLiteralLike(literal)) throw new Error(`${file}: rule needs literals`);
				found.push({ row: literal.text, title: title.text, file });
			}
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022));
	return found;
}
