import type { LeftOut } from '../columns/leftOut';

/** What the act *prepare* tells the act *report*, besides what items fail with. */
export interface PreparationReport {
	/** The warnings for the panel, each about all items concerned. Most of them name these items. */
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
