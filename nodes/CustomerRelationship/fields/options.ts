import type { INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../invalidInput';
import { options } from './collections';
import { booleanField, countField, isEmpty, type Field } from './field';
import { idempotencyKey } from './idempotencyKey';
import { additionalQueryField } from './json';

/** Default of `maxWaitSeconds`. */
const MAX_WAIT_SECONDS = 300;
/** Defaults of `parallelRequests`. */
export const PARALLEL_READS = 5;
export const PARALLEL_WRITES = 1;
/** Default of `pageSize`; the service's own bounds are not shown. */
export const PAGE_SIZE = 100;

export const includeResponse = booleanField({
	displayName: 'Include Response Details',
	name: 'includeResponse',
	default: false,
	description:
		'Whether to add <code>_response</code> to each item: the HTTP status, the request ID, whether a record was created, and whether the service repeated an earlier answer',
});

const MAX_WAIT = 'Max Wait (Seconds)';

export const maxWaitSeconds: Field<number> = {
	property: {
		displayName: MAX_WAIT,
		name: 'maxWaitSeconds',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: MAX_WAIT_SECONDS,
		description:
			'How long the node goes on trying while the service refuses a request for its limits, is unavailable or does not answer. Then the item fails. Waiting for its turn under the service’s limits does not count. An answer is awaited for at least 10 seconds. In an outage all items wait together, not one after the other.',
	},
	read: (value) => {
		const seconds = isEmpty(value) ? MAX_WAIT_SECONDS : Number(value);
		if (Number.isFinite(seconds) && seconds >= 0) return seconds;
		throw new InvalidInput(MAX_WAIT, 'is not a number of seconds', 'Correct it or its expression.');
	},
};

const parallelReads = countField({
	displayName: 'Parallel Requests',
	name: 'parallelRequests',
	typeOptions: { maxValue: 50 },
	default: PARALLEL_READS,
	description:
		'How many items to work on at the same time. The output always has the order of the input.',
});

const parallelWrites = countField({
	...parallelReads.property,
	default: PARALLEL_WRITES,
	description:
		'How many items to work on at the same time. With 1 they are sent in their order. With more, only items that name the same record in the same way keep their order. The output always has the order of the input.',
});

export const parallelRequests = { read: parallelReads, write: parallelWrites, list: parallelReads };

export const pageSize = countField({
	displayName: 'Page Size',
	name: 'pageSize',
	default: PAGE_SIZE,
	description:
		'How many records to ask for in each request. If the service does not accept the number, the node uses the service’s own.',
});

export type OperationKind = 'read' | 'write' | 'list';

/**
 * The options collection of an operation.
 * @param extra fields of that operation alone
 */
export function optionsOf(kind: OperationKind, extra: readonly Field[] = []): INodeProperties {
	return options([
		includeResponse,
		maxWaitSeconds,
		parallelRequests[kind],
		...(kind === 'write' ? [idempotencyKey] : []),
		...(kind === 'list' ? [additionalQueryField] : []),
		...extra,
	]);
}
