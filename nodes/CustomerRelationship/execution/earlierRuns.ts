import type { IExecuteFunctions } from 'n8n-workflow';

/** What a node carried out in earlier runs of an execution, as in a loop. */
export interface EarlierRuns {
	items: number;
	/** Whether all of them have keys of the user's. */
	haveOwnKeys: boolean;
}

export const earlierRunsOf = (context: IExecuteFunctions): EarlierRuns =>
	kept(context)[context.getNode().id] ?? { items: 0, haveOwnKeys: true };

/** Adds those of a run that ended well. */
export function addToEarlierRuns(context: IExecuteFunctions, run: EarlierRuns): void {
	const { items, haveOwnKeys } = earlierRunsOf(context);
	kept(context)[context.getNode().id] = {
		items: items + run.items,
		haveOwnKeys: haveOwnKeys && run.haveOwnKeys,
	};
}

/** Kept with the execution's own data: that outlasts a Wait node in the loop. */
function kept(context: IExecuteFunctions): Record<string, EarlierRuns | undefined> {
	const data = context.getContext('flow');
	data.customerRelationshipCarriedOut ??= {};
	return data.customerRelationshipCarriedOut;
}
