import { InvalidInput } from '../../invalidInput';
import { isEmpty } from './empty';

/** A whole number of at least 1, and of at most `most`; undefined if it is empty. @throws InvalidInput otherwise */
export function parseCount(value: unknown, label: string, most = Infinity): number | undefined {
	if (isEmpty(value)) return undefined;
	const count = numberIn(value);
	if (!Number.isInteger(count) || count < 1 || count > most) {
		throw new InvalidInput(
			label,
			`is not a whole number ${most === Infinity ? 'of at least 1' : `from 1 to ${most}`}`,
			'Correct it or its expression.',
		);
	}
	return count;
}

/** A limit of messages. @throws InvalidInput for anything but a whole number of at least 1, and if it is empty */
export function parseMessageLimit(value: unknown, label: string): number {
	const isNumber =
		typeof value === 'number' || (typeof value === 'string' && /^\s*\d+\s*$/.test(value));
	const count = isNumber ? Number(value) : NaN;
	if (Number.isInteger(count) && count >= 1) return count;
	throw new InvalidInput(
		label,
		isEmpty(value) ? 'is empty' : 'is not a whole number of at least 1',
		'Correct it or its expression: without a valid limit, no message is sent.',
	);
}

/** A duration in seconds; undefined if it is empty. @throws InvalidInput for anything but a number of at least 0 */
export function parseSeconds(value: unknown, label: string): number | undefined {
	if (isEmpty(value)) return undefined;
	const seconds = numberIn(value);
	if (Number.isFinite(seconds) && seconds >= 0) return seconds;
	throw new InvalidInput(label, 'is not a number of seconds', 'Correct it or its expression.');
}

/** A number, or that of a text; NaN for anything else: `true` does not count as 1, nor a blank as 0. */
export const numberIn = (value: unknown): number =>
	typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
		? Number(value)
		: NaN;

/** As 1.200 and 1,200: 1200 in one language, 1.2 in another. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
/** A decimal comma, with or without points for thousands. */
const COMMA = /^[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * The value of a custom field that holds numbers, with a decimal point or comma.
 * @throws InvalidInput for other texts, ambiguous ones, and whole numbers that JavaScript can't hold exactly
 */
export function parseCustomFieldNumber(value: unknown, label: string): number {
	const text = typeof value === 'string' ? value.trim() : '';
	if (AMBIGUOUS.test(text)) {
		throw new InvalidInput(
			label,
			`holds “${text}”, which can be read in two ways`,
			`Enter ${text.replace(/[.,]/, '')}, or ${text}0 if it is a decimal ${text.includes(',') ? 'comma' : 'point'}. An expression can return a number instead of text.`,
		);
	}
	const decimal = COMMA.test(text) ? text.replaceAll('.', '').replace(',', '.') : text;
	const number = DECIMAL.test(decimal) ? Number(decimal) : value;
	if (typeof number !== 'number' || !Number.isFinite(number)) {
		throw new InvalidInput(
			label,
			'is not a number',
			'Enter a number such as 1200.5 or 1.200,5. If the field is not a number in the service, choose the type that it has there.',
		);
	}
	if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
		throw new InvalidInput(
			label,
			'has too many digits to be exact as a number',
			'Choose the type Text, or enter a smaller number.',
		);
	}
	return number;
}
