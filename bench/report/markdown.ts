import type { Part, Table, Verdict } from './part';

/** A Markdown table; the first column is text, the others are numbers. */
export function tableText({ caption, columns, rows }: Table): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	const aligned = columns.map((_, index) => (index === 0 ? '---' : '--:'));
	const table = [line(columns), line(aligned), ...rows.map(line)].join('\n');
	return caption ? `**${caption}**\n\n${table}` : table;
}

/** The targets, and which were met. */
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

/** A report's title, how it was made, and how many targets are met. @param at when it was made */
export function opening(title: string, command: string, at: Date, verdicts: Verdict[]): string[] {
	const met = verdicts.filter((verdict) => verdict.met).length;
	const minute = at.toISOString().slice(0, 16).replace('T', ' ');
	return [
		`# ${title}`,
		`Made by \`${command}\`, finished on ${minute} UTC. ${met} of ${verdicts.length} targets are met.`,
	];
}

/** One part as a section, without its verdicts. */
const partText = ({ title, method, tables }: Part): string =>
	[`## ${title}`, ...method, ...tables.map(tableText)].join('\n\n');

/**
 * The whole report.
 * @param command the command that made it, as it was typed
 * @param at when it was made
 * @param chart the chart's address, where there is one
 */
export function reportText(
	parts: Part[],
	{
		command,
		at,
		circumstances,
		chart,
	}: { command: string; at: Date; circumstances: Table; chart?: string },
): string {
	const verdicts = parts.flatMap((part) => part.verdicts);
	return `${[
		...opening('Benchmark results', command, at, verdicts),
		...(chart ? [`![Time and failures of each contender](${chart})`] : []),
		tableText(verdictTable(verdicts)),
		"Contenders work in new processes of the same Node.js, against the same sandbox in a process of its own on the same machine; nodes run in the same n8n engine. Contenders take turns, round after round, so that other work on the machine hits all alike. Times and sizes are medians; a ratio (×) is the median of the rounds' own ratios. Ratios can be compared between machines, times cannot.",
		tableText(circumstances),
		...parts.map(partText),
	].join('\n\n')}\n`;
}
