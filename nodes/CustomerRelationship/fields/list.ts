import { parsedField, type FieldSettings } from './field';
import { parseList } from './parsers/list';

/**
 * A list: a text with commas, or an array from an expression.
 * @param separator what a text is split at, if not commas
 */
export const listField = (property: FieldSettings, separator?: RegExp) =>
	parsedField(property, (value, label) => parseList(value, label, separator));
