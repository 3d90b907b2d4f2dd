import type { Part, Table, Verdict } from './part';

/** A Markdown table; the first column is text, the others are numbers. */
export function tableText({ caption, columns, rows }: Table): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const aligned = columns.map((_, index) => (index === 0 ? '---' : '--:'));
	const table = [columns, aligned, ...rows].map(line).join('\n');
	return caption ? `**${caption}**\n\n${table}` : table;
}

/** The targets of all parts, and which were met. */
export function verdictTable(verdicts: Verdict[]): Table {
	return {
		columns: ['Target', 'Measured', 'Verdict'],
		rows: verdicts.map(({ target, measured, met, margin }) => [
			target,
			measured,
			[met ? 'met' : '**missed**', margin].filter(Boolean).join(', '),
		]),
	};
}

/** One part as a section. */
export function partText({ title, method, tables, verdicts }: Part): string {
	const blocks = [`## ${title}`, ...method, ...tables.map(tableText)];
	if (verdicts.length > 0) blocks.push(tableText(verdictTable(verdicts)));
	return `${blocks.join('\n\n')}\n`;
}
