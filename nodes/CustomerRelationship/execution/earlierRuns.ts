import type { IExecuteFunctions } from 'n8n-workflow';

/** What a node carried out in earlier runs of an execution, as in a loop. */
export interface EarlierRuns {
	items: number;
	/** Whether all of them have keys of the user's. */
	haveOwnKeys: boolean;
	/** Whether a new execution finds all that they created. */
	areFound: boolean;
	/** The index of the last one. */
	last?: number;
}

export const earlierRunsOf = (context: IExecuteFunctions): EarlierRuns =>
	kept(context)[context.getNode().id] ?? { items: 0, haveOwnKeys: true, areFound: true };

/** Adds those of a run that ended well. */
export function addToEarlierRuns(context: IExecuteFunctions, run: EarlierRuns): void {
	const earlier = earlierRunsOf(context);
	const last = context.getWorkflowDataProxy(0).$runIndex;
	// n8n's Retry On Fail runs the node again, too, where its first record has an `error`.
	if (earlier.last === last) return;
	kept(context)[context.getNode().id] = {
		items: earlier.items + run.items,
		haveOwnKeys: earlier.haveOwnKeys && run.haveOwnKeys,
		areFound: earlier.areFound && run.areFound,
		last,
	};
}

/** Kept with the execution's own data: that outlasts a Wait node in the loop. */
function kept(context: IExecuteFunctions): Record<string, EarlierRuns | undefined> {
	const data = context.getContext('flow');
	data.customerRelationshipCarriedOut ??= {};
	return data.customerRelationshipCarriedOut;
}
