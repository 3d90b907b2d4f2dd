import { opening, tableText, verdictTable } from '../report/markdown';
import type { Part, Table } from '../report/part';
import type { BlockSize } from './block';

interface Made {
	/** The command, as it was typed. */
	command: string;
	at: Date;
	circumstances: Table;
	size: BlockSize;
}

/** The whole report, in Markdown. */
export function triggerReport(parts: Part[], { command, at, circumstances, size }: Made): string {
	const verdicts = parts.flatMap((part) => part.verdicts);
	return `${[
		...opening('Benchmark results: the trigger', command, at, verdicts),
		tableText(verdictTable(verdicts)),
		`Workflows of a trigger and a step that does nothing, active in one real n8n with SQLite, saving every execution. They take turns, ${size.events} events at a time, ${size.inFlight} in flight over connections that are kept alive; each event has an ID of its own and is signed. Each block is checked: every event was answered 200 and started exactly one execution that ended well. Ours then gets ${size.duplicates} of them a second time, uncounted: none may start anything. Rates are medians of the blocks; a ratio (×) is the median of the rounds' own ratios, so that other work on the machine leaves it alone as far as it can. CPU time is that of n8n's process until the last execution is stored, executions included: it is steadier than the rates.`,
		tableText(circumstances),
		...parts.flatMap(({ title, method, tables }) => [
			`## ${title}`,
			...method,
			...tables.map(tableText),
		]),
	].join('\n\n')}\n`;
}
