import { idempotencyKey } from '../../fields/idempotencyKey';
import {
	checkOnly,
	includeResponse,
	maxWaitSeconds,
	DEFAULT_PARALLEL_READS,
	DEFAULT_PARALLEL_WRITES,
	parallelRequests,
	type OperationKind,
} from '../../fields/options';
import { guardOf, optionOf, type ItemParameters } from '../../resources/shared/parameters';
import type { Settings } from '../task';

/** The settings of an item. @throws InvalidInput for an option with a value that it can't have */
export function settingsOf(parameters: ItemParameters, kind: OperationKind): Settings {
	const byDefault = kind === 'write' ? DEFAULT_PARALLEL_WRITES : DEFAULT_PARALLEL_READS;
	return {
		concurrency: optionOf(parameters, parallelRequests[kind]) ?? byDefault,
		maxWaitMs: optionOf(parameters, maxWaitSeconds) * 1000,
		includeResponse: optionOf(parameters, includeResponse) ?? false,
		ownKey: kind === 'write' ? optionOf(parameters, idempotencyKey) : undefined,
		checkOnly: kind === 'write' && guardOf(parameters, checkOnly) === true,
	};
}
