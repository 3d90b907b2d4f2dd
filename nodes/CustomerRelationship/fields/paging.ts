import type { INodeProperties } from 'n8n-workflow';
import { isEmpty } from './field';
import { InvalidInput } from './invalidInput';

/** Default of `limit`, which n8n's lint wants as a number below. */
export const LIMIT = 50;

/** How much of a list to give out. */
export const pagingProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];

/** A whole number of at least 1; undefined when none is given. @throws InvalidInput otherwise */
export function countOf(value: unknown, label: string): number | undefined {
	if (isEmpty(value)) return undefined;
	const count = Number(value);
	if (!Number.isInteger(count) || count < 1) {
		throw new InvalidInput(
			label,
			'is not a whole number of at least 1',
			'Correct it or its expression.',
		);
	}
	return count;
}
