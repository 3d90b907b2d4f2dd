import type { INodeProperties } from 'n8n-workflow';
import { alphabetical } from './alphabetical';
import type { Field } from './field';
import { additionalQueryField } from './json';

/** Default of `maxWaitSeconds`. */
export const MAX_WAIT_SECONDS = 300;
/** Defaults of `parallelRequests`. */
export const PARALLEL_READS = 5;
export const PARALLEL_WRITES = 1;
/** Default of `pageSize`; the service's own bounds are not shown. */
export const PAGE_SIZE = 100;

const idempotencyKey: INodeProperties = {
	displayName: 'Idempotency Key',
	name: 'idempotencyKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-1042',
	description:
		'By default each item gets a key of its own, which keeps retries within an execution from doing anything twice. If a second execution must not repeat it either, give one from the data, such as the ID of the event that started the workflow. It must be different for each item and have 1 to 255 visible ASCII characters.',
};

const includeResponse: INodeProperties = {
	displayName: 'Include Response Details',
	name: 'includeResponse',
	type: 'boolean',
	default: false,
	description:
		'Whether to add <code>_response</code> to each item: the HTTP status, the request ID, whether the answer is a stored replay, and whether a record was created',
};

const maxWaitSeconds: INodeProperties = {
	displayName: 'Max Wait (Seconds)',
	name: 'maxWaitSeconds',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: MAX_WAIT_SECONDS,
	description:
		'How long a request may wait in total, from its turn on: for room under the service’s limits, while the service is unavailable, and between tries. Instead of waiting longer it fails at once.',
};

const parallelReads: INodeProperties = {
	displayName: 'Parallel Requests',
	name: 'parallelRequests',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 50 },
	default: PARALLEL_READS,
	description:
		'How many items to work on at the same time. The output keeps the order of the input.',
};

const parallelWrites: INodeProperties = {
	...parallelReads,
	default: PARALLEL_WRITES,
	description:
		'How many items to work on at the same time. With 1 they are sent strictly in their order; writes to the same record never overtake each other. The output keeps the order of the input.',
};

const pageSize: INodeProperties = {
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: PAGE_SIZE,
	description:
		'How many records to ask for in each request. If the service does not accept the number, its own default is used.',
};

export type OperationKind = 'read' | 'write' | 'list';

/**
 * The options collection of an operation.
 * @param extra fields of that operation alone
 */
export function optionsOf(
	kind: OperationKind,
	{ sized = false, extra = [] }: { sized?: boolean; extra?: Field[] } = {},
): INodeProperties {
	const properties = [
		includeResponse,
		maxWaitSeconds,
		...(kind === 'write' ? [parallelWrites, idempotencyKey] : [parallelReads]),
		...(kind === 'list' ? [additionalQueryField.property] : []),
		...(sized ? [pageSize] : []),
		...extra.map(({ property }) => property),
	];
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: alphabetical(properties, ({ displayName }) => displayName),
	};
}
