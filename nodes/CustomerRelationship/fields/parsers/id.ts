import { plainText } from '../../copiedText';
import { InvalidInput, MissingInput } from '../../invalidInput';
import { isLocator } from '../../typeGuards';
import { isBlank } from './empty';

/** The ID of a record. @throws InvalidInput for what can't be one, such as a link or a name with a space in it */
export function parseRecordId(value: unknown, label: string): string | undefined {
	const id = plainText(parseLocatorValue(value, label) ?? '');
	if (id === '') return undefined;
	if (id.includes('://') || /^www\./i.test(id)) {
		throw new InvalidInput(
			label,
			'takes an ID, but this is a link',
			'Enter only the ID, such as the id in the output of a Get.',
		);
	}
	if (!/\s/.test(id)) return id;
	throw new InvalidInput(
		label,
		'takes an ID, but got a text with a space in it',
		'Enter a single ID, not a name.',
	);
}

/**
 * The ID in a plain value or a resource locator, as text; undefined if there is none. IDs are opaque
 * (specification: General format rules 4), so their characters are not checked.
 * @throws InvalidInput for lists, objects, booleans, and numbers that have lost digits
 */
export function parseLocatorValue(value: unknown, label: string): string | undefined {
	const inner: unknown = isLocator(value) ? value.value : value;
	if (isBlank(inner)) return undefined;
	if (typeof inner === 'object' || typeof inner === 'boolean') {
		throw new InvalidInput(
			label,
			`takes an ID, but got ${Array.isArray(inner) ? 'a list' : `a${typeof inner === 'object' ? 'n' : ''} ${typeof inner}`}`,
			'Check the expression: it should return a single ID.',
		);
	}
	if (typeof inner === 'number' && Math.abs(inner) > Number.MAX_SAFE_INTEGER) {
		throw new InvalidInput(
			label,
			'has too many digits to be exact as a number, so the last ones are lost',
			'Turn it into text in the node that the item comes from.',
		);
	}
	return String(inner).trim();
}

/**
 * An ID that must not be empty.
 * @param hasList whether the panel offers a list to pick it from
 * @throws InvalidInput if it is empty or can't be one
 */
export function parseRequiredId(value: unknown, label: string, hasList = true): string {
	const id = parseRecordId(value, label);
	if (id === undefined) {
		throw new MissingInput(
			label,
			'is empty',
			`${hasList ? 'Choose one from the list or enter its ID' : 'Enter the ID'}. If it comes from an expression, check that the item has that value.`,
		);
	}
	// In a request's path these would lead to another path.
	if (id === '.' || id === '..') {
		throw new InvalidInput(label, 'holds nothing that can be an ID', 'Check the expression.');
	}
	return id;
}
