import type { INodeProperties } from 'n8n-workflow';
import { isBlank, type Field, type Shown } from './field';
import { isObject } from '../typeGuards';
import { InvalidInput } from '../invalidInput';

interface LocatorSettings {
	displayName: string;
	name: string;
	/** Name of the method in `methods.listSearch` that fills the list. */
	searchListMethod: string;
	description: string;
	required?: boolean;
	hint?: string;
}

/** A record picked from a searchable list or named by its ID. */
export function locatorField(settings: LocatorSettings): Field<string | undefined> {
	const { displayName, searchListMethod, ...rest } = settings;
	const noun = displayName.toLowerCase();
	const property: INodeProperties = {
		...rest,
		displayName,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${noun}…`,
				typeOptions: { searchListMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 8f14e45f',
			},
		],
	};
	return { property, read: (value) => givenId(value, displayName) };
}

/** An ID that n8n has no list for. */
export function idField(property: Shown): Field<string | undefined> {
	return {
		property: { ...property, type: 'string', default: '' },
		read: (value) => givenId(value, property.displayName),
	};
}

/** An ID that the user gives. @throws InvalidInput for values that can't be one */
function givenId(value: unknown, label: string): string | undefined {
	const id = idOf(value, label);
	if (id === undefined || !/\s/.test(id)) return id;
	throw new InvalidInput(
		label,
		'takes an ID, but got a text with a blank in it',
		'Give the ID, not a name; one ID alone.',
	);
}

/**
 * The ID in a resource locator's value or in a plain one, as text; undefined where there is
 * none. IDs are opaque (specification: General format rules 4), so nothing else is judged.
 * @throws InvalidInput for values that can't be an ID
 */
export function idOf(value: unknown, label: string): string | undefined {
	const isLocator = isObject(value) && ('mode' in value || '__rl' in value);
	const inner: unknown = isLocator ? value.value : value;
	if (isBlank(inner)) return undefined;
	if (typeof inner === 'object' || typeof inner === 'boolean') {
		throw new InvalidInput(
			label,
			`takes an ID, but got ${Array.isArray(inner) ? 'a list' : `a${typeof inner === 'object' ? 'n' : ''} ${typeof inner}`}`,
			'Check the expression: it should give a single ID.',
		);
	}
	if (typeof inner === 'number' && Math.abs(inner) > Number.MAX_SAFE_INTEGER) {
		throw new InvalidInput(
			label,
			'has more digits than a number can hold, so some of them are lost',
			'Have the ID as text in the item.',
		);
	}
	return String(inner).trim();
}

/** An ID without which there is no request. @throws InvalidInput when it is empty */
export function requiredId(value: unknown, label: string, hasList = true): string {
	const id = givenId(value, label);
	if (id === undefined) {
		throw new InvalidInput(
			label,
			'is empty',
			`${hasList ? 'Pick one from the list or give its ID' : 'Give the ID'}. If it comes from an expression, check that the item has that value.`,
		);
	}
	// As a segment of an address these mean a folder, or nothing at all.
	if (id === '.' || id === '..') {
		throw new InvalidInput(label, 'holds nothing that can be an ID', 'Check the expression.');
	}
	if (id.length > 64) {
		throw new InvalidInput(
			label,
			`has ${id.length} characters, but an ID has at most 64`,
			'Check the expression.',
		);
	}
	return id;
}
