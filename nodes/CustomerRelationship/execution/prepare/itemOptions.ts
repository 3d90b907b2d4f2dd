import { idempotencyKey } from '../../fields/idempotencyKey';
import {
	checkOnly,
	includeResponse,
	maxWaitSeconds,
	output,
	DEFAULT_PARALLEL_READS,
	DEFAULT_PARALLEL_WRITES,
	parallelRequestsByKind,
	type OperationKind,
} from '../../fields/options';
import {
	collectionFieldIfAdded,
	collectionFieldValue,
	rawCollectionFieldValue,
	type ItemParameters,
} from '../../resources/shared/parameters';
import type { ItemOptions } from '../task';

/** The options of an item. @throws InvalidInput for an option with a value that it can't have */
export function itemOptionsOf(parameters: ItemParameters, kind: OperationKind): ItemOptions {
	// Only checks the value: `outputsRow` reads it of all items, also of those that fail.
	if (kind === 'write') collectionFieldIfAdded(parameters, output);
	const byDefault = kind === 'write' ? DEFAULT_PARALLEL_WRITES : DEFAULT_PARALLEL_READS;
	return {
		concurrency: collectionFieldValue(parameters, parallelRequestsByKind[kind]) ?? byDefault,
		maxWaitMs: collectionFieldValue(parameters, maxWaitSeconds) * 1000,
		includeResponse: collectionFieldValue(parameters, includeResponse) ?? false,
		ownKey: kind === 'write' ? collectionFieldValue(parameters, idempotencyKey) : undefined,
		checkOnly: kind === 'write' && collectionFieldIfAdded(parameters, checkOnly) === true,
	};
}

/** Whether Check Only is certainly on for an item that writes, whatever is wrong with its other parameters. */
export function isCheckOnly(parameters: ItemParameters): boolean {
	if (rawCollectionFieldValue(parameters, checkOnly.property.name) === true) return true;
	try {
		return collectionFieldIfAdded(parameters, checkOnly) === true;
	} catch {
		return false;
	}
}

/** Whether an item that writes is output as a row; false if the option can't be read, since the item then fails. */
export function outputsRow(parameters: ItemParameters): boolean {
	const raw = rawCollectionFieldValue(parameters, output.property.name);
	if (raw === undefined) return false;
	// Another option that can't be resolved must not hide a choice that was typed.
	if (raw === 'row') return true;
	try {
		return collectionFieldIfAdded(parameters, output) === 'row';
	} catch {
		return false;
	}
}
