/** What one part of the benchmark found, before it is put into words and pictures. */
export interface Part {
	title: string;
	/** What is measured and how, a paragraph each. */
	method: string[];
	tables: Table[];
	verdicts: Verdict[];
	/** What the chart shows of it. */
	panels: Panel[];
}

export interface Table {
	caption?: string;
	columns: string[];
	rows: string[][];
}

/** A target, and whether it was met. */
export interface Verdict {
	target: string;
	/** What was measured in its place. */
	measured: string;
	met: boolean;
	/** By how much it was met or missed, in words. */
	margin: string;
}

/** Horizontal bars, one a contender. */
export interface Panel {
	title: string;
	bars: Array<{
		name: string;
		/** Length of the bar. */
		value: number;
		/** What stands beside the bar. */
		label: string;
		/** Ours is shown in the strong colour. */
		ours: boolean;
		/** Shown in red behind the label. */
		trouble?: string;
	}>;
	/** A line across the bars, e.g. the least that is possible. */
	line?: { value: number; label: string };
}
