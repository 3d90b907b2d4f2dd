import { parsedField, type FieldSettings } from './field';
import { parseList } from './parsers/list';

/**
 * A list that the user writes as text with commas, or that an expression gives as an array.
 * @param separator what a text is split at
 */
export const listField = (property: FieldSettings, separator?: RegExp) =>
	parsedField(property, (value, label) => parseList(value, label, separator));
