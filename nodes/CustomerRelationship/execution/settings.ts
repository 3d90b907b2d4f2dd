import { idempotencyKey } from '../fields/idempotencyKey';
import {
	checkOnly,
	includeResponse,
	maxWaitSeconds,
	PARALLEL_READS,
	PARALLEL_WRITES,
	parallelRequests,
	type OperationKind,
} from '../fields/options';
import { guardOf, optionOf, type ItemParameters } from '../resources/operation';

/** What the options that every operation has ask for. */
export interface Settings {
	/** How many items to work on at the same time. */
	concurrency: number;
	/** Ms that a request takes at most from when it is let through for the first time; waiting for a record may take as long again. */
	maxWaitMs: number;
	includeResponse: boolean;
	/** The user's own key for a write. */
	ownKey: string | undefined;
	/** Nothing is written: what would be is given out. */
	checkOnly: boolean;
}

/** The settings of an item. @throws InvalidInput for an option with a value that it can't have */
export function settingsOf(parameters: ItemParameters, kind: OperationKind): Settings {
	const byDefault = kind === 'write' ? PARALLEL_WRITES : PARALLEL_READS;
	return {
		concurrency: optionOf(parameters, parallelRequests[kind]) ?? byDefault,
		maxWaitMs: optionOf(parameters, maxWaitSeconds) * 1000,
		includeResponse: optionOf(parameters, includeResponse) ?? false,
		ownKey: kind === 'write' ? optionOf(parameters, idempotencyKey) : undefined,
		checkOnly: kind === 'write' && guardOf(parameters, checkOnly) === true,
	};
}
