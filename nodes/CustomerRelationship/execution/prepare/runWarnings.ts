/** The warnings of one kind about a run's items, in sentences. */
export interface RunWarnings {
	/** The warnings about one item. */
	forItem(item: number): string[];
	/** The same warnings for the panel, each about all items concerned. Most of them name these items. */
	forPanel: string[];
}

/** The most records, values or fields that a warning names. */
const MAX_NAMED = 5;

/** What a warning names of many, and how many others it counts. */
export const firstFewAndOtherCount = <Named>(
	all: readonly Named[],
): { named: Named[]; others: number } => ({
	named: all.slice(0, MAX_NAMED),
	others: Math.max(0, all.length - MAX_NAMED),
});
