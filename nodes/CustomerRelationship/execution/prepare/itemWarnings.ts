/** Warnings about a run's items. */
export interface ItemWarnings {
	/** The warnings about one item, as sentences. */
	of(item: number): string[];
	/** The same warnings for the panel; each names its items. */
	hints: string[];
}

/** How many records, values or fields a hint names; the others are counted. */
export const MAX_NAMED_IN_HINT = 5;
