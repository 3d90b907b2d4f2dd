import type { IExecuteFunctions } from 'n8n-workflow';

/** What a node carried out in runs of an execution, as in a loop. */
export interface EarlierRuns {
	items: number;
	/** Whether all of them have keys of the user's. */
	haveOwnKeys: boolean;
	/** Whether a new execution finds all that they created. */
	areFound: boolean;
}

/** The last run that ended well, which n8n's Retry On Fail may do again, and those before it. */
interface Kept {
	run: number;
	last: EarlierRuns;
	before: EarlierRuns;
}

const NONE: EarlierRuns = { items: 0, haveOwnKeys: true, areFound: true };

/** Of the runs before this one. */
export function earlierRunsOf(context: IExecuteFunctions): EarlierRuns {
	const kept = keptOf(context)[context.getNode().name];
	if (!kept) return NONE;
	return kept.run === runOf(context) ? kept.before : sum(kept.before, kept.last);
}

/** Keeps what this run carried out, all of its tries together. */
export function keepRun(context: IExecuteFunctions, last: EarlierRuns): void {
	const before = earlierRunsOf(context);
	keptOf(context)[context.getNode().name] = { run: runOf(context), last, before };
}

const sum = (one: EarlierRuns, other: EarlierRuns): EarlierRuns => ({
	items: one.items + other.items,
	haveOwnKeys: one.haveOwnKeys && other.haveOwnKeys,
	areFound: one.areFound && other.areFound,
});

const runOf = (context: IExecuteFunctions): number => context.getWorkflowDataProxy(0).$runIndex;

/** Kept with the execution's own data: that outlasts a Wait node in the loop. */
function keptOf(context: IExecuteFunctions): Record<string, Kept | undefined> {
	const data = context.getContext('flow');
	data.customerRelationshipCarriedOut ??= {};
	return data.customerRelationshipCarriedOut;
}
