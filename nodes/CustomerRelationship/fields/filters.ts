import { utcOf } from './dateTime';
import { booleanField, textOf, type Field } from './field';
import { InvalidInput } from '../invalidInput';
import { requiredId } from './id';

/** Part of a name, number or the like that a list's records hold (1 to 200 characters). */
export const searchFilter = (what: string): Field<string | undefined> => ({
	property: {
		displayName: 'Search',
		name: 'search',
		type: 'string',
		default: '',
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
			'Only records changed at this time or later. Without an offset it is read in the workflow’s time zone.',
	},
	read: (value, timezone) => utcOf(value, 'Updated Since', timezone),
};

/**
 * A filter by a record. One that was added but names none would widen the list to everything,
 * so it is refused.
 */
export const idFilter = ({ property }: Field): Field<string> => ({
	property,
	read: (value) => requiredId(value, property.displayName),
});

export const includeInactiveFilter = booleanField({
	displayName: 'Include Inactive',
	name: 'includeInactive',
	default: false,
	description: 'Whether to include deactivated records',
});
