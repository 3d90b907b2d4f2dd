import { FIRST_ITEM_IS_0 } from '../itemsText';

/** The error of items that had not ended when a rule before sending ended the run. */
export class RunEndedByRule extends Error {
	/**
	 * @param item the one that ended the run, counted from 0
	 * @param reason what it failed with
	 */
	constructor(
		readonly item: number,
		reason: string,
	) {
		super(`A rule before sending ended the run at item ${item} (${FIRST_ITEM_IS_0}): ${reason}`);
		this.name = 'RunEndedByRule';
	}
}
