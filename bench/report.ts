/** Turns samples into ratios, verdicts and Markdown. */

/** What one part of the benchmark found. */
export interface Part {
	title: string;
	/** What is measured and how. */
	method: string;
	tables: Table[];
	verdicts: Verdict[];
}

export interface Table {
	columns: string[];
	rows: string[][];
}

/** A target, and whether it was met. */
export interface Verdict {
	target: string;
	measured: string;
	met: boolean;
	/** By how much, in words. */
	margin: string;
}

/**
 * Measures the contenders in turn, round after round, so that other load on the machine affects all of them alike.
 * A contender also pays for the garbage of the one before it: of three, each follows each other equally often within
 * six rounds (A B C, C B A, B C A, A C B, C A B, B A C).
 * @returns the samples of each, in order of the rounds
 */
export async function interleaved<Contender, Sample>(
	contenders: readonly Contender[],
	rounds: number,
	measure: (contender: Contender) => Promise<Sample>,
): Promise<Map<Contender, Sample[]>> {
	const samples = new Map<Contender, Sample[]>(contenders.map((contender) => [contender, []]));
	for (let round = 0; round < rounds; round++) {
		const first = (round >> 1) % contenders.length;
		const order = [...contenders.slice(first), ...contenders.slice(0, first)];
		if (round % 2 === 1) order.reverse();
		for (const contender of order) samples.get(contender)!.push(await measure(contender));
	}
	return samples;
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((one, other) => one - other);
	const [lower, upper] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
	return (lower + upper) / 2;
}

/**
 * The ratio to the reference: the median of the rounds' own ratios. A temporary slowdown affects a whole round, and
 * so does not change its ratio.
 */
export const ratio = (values: readonly number[], reference: readonly number[]): number =>
	median(values.map((value, round) => value / reference[round]!));

/** Compares a ratio with its target, e.g. at most 1.05 × the helper's time. */
export function judge(what: string, found: number, at: 'most' | 'least', bound: number): Verdict {
	const room = (at === 'most' ? bound - found : found - bound) / bound;
	const margin = `by ${(Math.abs(room) * 100).toFixed(1)} %`;
	const target = `${what} at ${at} ${times(bound)}`;
	return { target, measured: times(found), met: room >= 0, margin };
}

/** A ratio with two decimals. */
export const times = (value: number): string => `${value.toFixed(2)} ×`;
/** A whole number with thousands separators. */
export const thousands = (count: number): string => count.toLocaleString('en-US');
/** Seconds from 1 s on, else ms. */
export const duration = (ms: number): string =>
	ms >= 1_000 ? `${(ms / 1000).toFixed(2)} s` : `${ms.toFixed(1)} ms`;

/** A Markdown table; the first column is text, the others are numbers. */
export function tableText({ columns, rows }: Table): string {
	const aligned = columns.map((_, index) => (index === 0 ? '---' : '--:'));
	return [columns, aligned, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The targets, and which were met. */
export const verdictTable = (verdicts: Verdict[]): Table => ({
	columns: ['Target', 'Measured', 'Verdict'],
	rows: verdicts.map(({ target, measured, met, margin }) => [
		...[target, measured, `${met ? 'met' : '**missed**'} ${margin}`],
	]),
});

/** A whole report in Markdown. @param environment what the numbers depend on */
export function reportText(parts: Part[], environment: string): string {
	const verdicts = parts.flatMap((part) => part.verdicts);
	const met = verdicts.filter((verdict) => verdict.met).length;
	const day = new Date().toISOString().slice(0, 10);
	return `${[
		'# Benchmark results',
		`${day}: ${met} of ${verdicts.length} targets are met. ${environment}`,
		tableText(verdictTable(verdicts)),
		"Contenders take turns, round after round, so that other work on the machine hits all alike. Times are medians; a ratio (×) is the median of the rounds' own ratios. Ratios can be compared between machines, times cannot.",
		...parts.flatMap((part) => [`## ${part.title}`, part.method, ...part.tables.map(tableText)]),
	].join('\n\n')}\n`;
}
