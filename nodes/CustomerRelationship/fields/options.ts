import type { INodeProperties } from 'n8n-workflow';
import { optionsCollection } from './collections';
import { InvalidInput } from '../invalidInput';
import { booleanField, countField, strictBooleanField, type Field } from './field';
import { idempotencyKey } from './idempotencyKey';
import { additionalQuery } from './json';
import { MAX_SINGLE_VALUE_LENGTH } from './parsers/length';
import { parseMessageLimit, parseSeconds } from './parsers/number';

export const includeResponse = booleanField({
	displayName: 'Include Response Details',
	name: 'includeResponse',
	purpose: 'setting',
	default: true,
	description:
		'Whether to add <code>_response</code> to each item: what was created or written, the request ID, and hints about the item, which a published workflow shows nowhere else',
});

const MAX_WAIT = 'Max Wait (Seconds)';
const DEFAULT_MAX_WAIT_SECONDS = 300;
/**
 * The service knows a key for 24 hours (specification: Limits), and n8n tries a node up to five times with
 * one key. An hour leaves room for the waits in each try that this setting does not limit, such as those for
 * the rate limiter.
 */
const LONGEST_MAX_WAIT_SECONDS = 3_600;

export const maxWaitSeconds: Field<number> = {
	property: {
		displayName: MAX_WAIT,
		name: 'maxWaitSeconds',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: DEFAULT_MAX_WAIT_SECONDS,
		description:
			'How long the node goes on trying while the service refuses a request for its limits, is unavailable or does not answer. Then the item fails. At most 3600, one hour.',
	},
	purpose: 'setting',
	maxLength: MAX_SINGLE_VALUE_LENGTH,
	read: (value) => {
		const seconds = parseSeconds(value, MAX_WAIT) ?? DEFAULT_MAX_WAIT_SECONDS;
		if (seconds <= LONGEST_MAX_WAIT_SECONDS) return seconds;
		throw new InvalidInput(
			MAX_WAIT,
			`is more than ${LONGEST_MAX_WAIT_SECONDS}, one hour`,
			'Give less, and run the workflow again later if the service is out of order for longer.',
		);
	},
};

export const checkOnly = strictBooleanField({
	displayName: 'Check Only',
	name: 'checkOnly',
	default: true,
	description:
		'Whether to show each request instead of sending it. Nothing is written; an item that can’t be sent says why in <code>problem</code>. Nodes behind this one run for real.',
});

/** *Output*: whether each item of a write becomes the record, or its row with the outcome. */
export const output: Field<'record' | 'row'> = {
	property: {
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'Record', value: 'record', description: 'What the service gives' },
			{
				name: 'Row',
				value: 'row',
				description: 'The input item, and behind its fields what became of it',
			},
		],
		// Whoever adds the option wants rows; without it the output is the record.
		default: 'row',
		description:
			'What to output. A row has <code>result_status</code>, <code>result_id</code>, <code>result_reason</code> and <code>result_at</code>. With On Error: Continue a failed item is a row as well.',
	},
	purpose: 'setting',
	maxLength: MAX_SINGLE_VALUE_LENGTH,
	read: (value) => {
		if (value === 'record' || value === 'row') return value;
		throw new InvalidInput(
			'Output',
			'is neither record nor row',
			'Choose one, or have the expression give it.',
		);
	},
};

export const MAX_MESSAGES_LABEL = 'Max Messages';
export const DEFAULT_MAX_MESSAGES = 50;

/** *Max Messages*, a guard against sending to a list that is longer than meant. */
export const maxMessages: Field<number> = {
	property: {
		displayName: MAX_MESSAGES_LABEL,
		name: 'maxMessages',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: DEFAULT_MAX_MESSAGES,
		description: `The most messages that this node may send in one execution. If there are more, nothing of the run is sent. Without this option it is ${DEFAULT_MAX_MESSAGES}.`,
	},
	purpose: 'setting',
	maxLength: MAX_SINGLE_VALUE_LENGTH,
	read: (value) => parseMessageLimit(value, MAX_MESSAGES_LABEL),
};

/** *Only Fill Empty Fields*, with which *Create or Update* overwrites nothing of an existing record. */
export const onlyFillEmpty = strictBooleanField({
	displayName: 'Only Fill Empty Fields',
	name: 'onlyFillEmpty',
	default: true,
	description:
		'Whether to keep what an existing record has, and fill in only what is empty there. Tags, and emails and phones of a company, are added as without this option.',
});

export const DEFAULT_PARALLEL_READS = 5;
export const DEFAULT_PARALLEL_WRITES = 1;

const parallelReads = countField({
	displayName: 'Parallel Requests',
	name: 'parallelRequests',
	typeOptions: { maxValue: 50 },
	default: DEFAULT_PARALLEL_READS,
	description:
		'How many items the node works on at the same time. More is faster. The output always has the order of the input.',
});

const parallelWrites = countField({
	...parallelReads.property,
	default: DEFAULT_PARALLEL_WRITES,
	description:
		'How many items the node works on at the same time. More is faster. With 1 they are sent in their order. The output always has the order of the input.',
});

export const parallelRequestsByKind = {
	read: parallelReads,
	write: parallelWrites,
	list: parallelReads,
};

/** The specification does not show the bounds of a page's size. */
export const DEFAULT_PAGE_SIZE = 100;

export const pageSize = countField({
	displayName: 'Page Size',
	name: 'pageSize',
	default: DEFAULT_PAGE_SIZE,
	description:
		'How many records to ask for in each request. If the service does not accept the number, the node uses the service’s own.',
});

/** Whether an operation reads a record, writes one or lists several. */
export type OperationKind = 'read' | 'write' | 'list';

/**
 * The options collection of an operation.
 * @param extra fields of that operation alone
 */
export function optionsOf(kind: OperationKind, extra: readonly Field[] = []): INodeProperties {
	return optionsCollection([
		includeResponse,
		maxWaitSeconds,
		parallelRequestsByKind[kind],
		...(kind === 'write' ? [checkOnly, idempotencyKey, output] : []),
		...(kind === 'list' ? [additionalQuery] : []),
		...extra,
	]);
}
