import type { LeftOut } from '../columns/leftOut';

/** What the preparation of a run's items tells its report, besides what items fail with. */
export interface PreparationReport {
	/** The warnings for the panel: a sentence for all items concerned, most of which name these items. */
	panelWarnings: string[];
	/** The warnings about what an item has in its input. */
	inputWarnings(item: number): string[];
	/** Properties of items that are not sent. */
	leftOut: readonly LeftOut[];
	/** Whether items are only checked. */
	hasChecks: boolean;
	/** For items that are only checked: why a rule would stop them now. */
	hintIfStoppedNow: string | undefined;
}
