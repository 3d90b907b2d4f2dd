import type { INodeProperties, JsonValue } from 'n8n-workflow';
import { utcOf } from './dateTime';
import { booleanField, textOf, type Field } from './field';
import { InvalidInput } from '../invalidInput';
import { requiredId } from './id';

/**
 * A filter that narrows the list. One that was added but holds nothing, as where an expression
 * yields nothing, would let everything through, so it is refused.
 */
const narrowing = <Value extends JsonValue>({
	property,
	read,
}: Field<Value | undefined>): Field<Value> => ({
	property,
	read: (value, timezone) => {
		const wanted = read(value, timezone);
		if (wanted !== undefined) return wanted;
		throw new InvalidInput(
			property.displayName,
			'is empty',
			'Without a value everything would be let through: give one, check the expression, or take the filter out.',
		);
	},
});

/** A filter by a record. */
export const idFilter = ({ property, read }: Field<string | undefined>): Field<string> =>
	narrowing<string>({
		property,
		read: (value, timezone) => read(value, timezone) && requiredId(value, property.displayName),
	});

/** Part of a name, number or the like that a list's records hold (1 to 200 characters). */
export const searchFilter = (what: string) =>
	narrowing<string>({
		property: {
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. Souza',
			description: `Part of ${what}, 1 to 200 characters`,
		},
		read: (value) => {
			const search = textOf(value, 'Search')?.trim() || undefined;
			if (search !== undefined && search.length > 200) {
				throw new InvalidInput('Search', `has ${search.length} characters`, 'Use at most 200.');
			}
			return search;
		},
	});

export const updatedSinceFilter: Field<string | undefined> = {
	property: {
		displayName: 'Updated Since',
		name: 'updatedSince',
		type: 'dateTime',
		default: '',
		description:
			'Only records that changed at this time or later. A time without an offset is read in the workflow’s time zone.',
	},
	read: (value, timezone) => utcOf(value, 'Updated Since', timezone),
};

export const includeInactiveFilter = narrowing(
	booleanField({
		displayName: 'Include Inactive',
		name: 'includeInactive',
		default: false,
		description: 'Whether to include deactivated records',
	}),
);

/** A filter by one of a few values. */
export const choiceFilter = (property: Omit<INodeProperties, 'type'>) =>
	narrowing<string>({
		property: { ...property, type: 'options' },
		read: (value) => textOf(value, property.displayName)?.trim() || undefined,
	});
