/** Warnings about a run's items. */
export interface ItemWarnings {
	/** Of an item. */
	of(item: number): string[];
	/** Of all of them, in a sentence each. */
	hints: string[];
}

/** How many records, values or fields a hint names; the others are counted. */
export const MOST_NAMED = 5;
