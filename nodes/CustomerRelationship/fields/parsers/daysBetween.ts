import type { JsonObject } from 'n8n-workflow';
import { plainText } from '../../copiedText';
import { InvalidInput } from '../../invalidInput';
import { isObject } from '../../typeGuards';
import { parseLocatorValue } from './id';
import { assertMaxLength, MAX_ID_LENGTH, MAX_SINGLE_VALUE_LENGTH } from './length';
import { parseCount } from './number';

export const DAYS_BETWEEN_LABEL = 'Days Between';
export const REMEMBER_IN_LABEL = 'Remember In';
const DAYS_LABEL = `${DAYS_BETWEEN_LABEL}: Days`;
/** The most days that may lie between two messages. */
export const MAX_DAYS_BETWEEN = 365;
export const DEFAULT_DAYS_BETWEEN = 7;

/** How many days must lie between two messages to a person, and the field that holds the day of the last one. */
export interface DaysBetween extends JsonObject {
	days: number;
	/** The slug of a contact's custom field. */
	field: string;
	/** The time zone of the days, an IANA name. */
	timezone: string;
}

/** The rule from the panel. @throws InvalidInput for a part that is empty or invalid */
export function parseDaysBetween(value: unknown, timezone: string): DaysBetween {
	const rule = isObject(value) ? value.rule : undefined;
	if (!isObject(rule)) throw invalidRule('is empty', 'Choose Set Days, or take the rule out.');
	// n8n may leave a part out of the value if it equals its default.
	const dayCount = Object.hasOwn(rule, 'days') ? rule.days : DEFAULT_DAYS_BETWEEN;
	assertMaxLength(dayCount, DAYS_LABEL, MAX_SINGLE_VALUE_LENGTH);
	const days = parseCount(dayCount, DAYS_LABEL, MAX_DAYS_BETWEEN);
	if (days === undefined) {
		throw new InvalidInput(DAYS_LABEL, 'is empty', `Give a number from 1 to ${MAX_DAYS_BETWEEN}.`);
	}
	const field = plainText(parseLocatorValue(rule.rememberIn, REMEMBER_IN_LABEL) ?? '');
	assertMaxLength(field, REMEMBER_IN_LABEL, MAX_ID_LENGTH);
	if (field !== '') return { days, field, timezone };
	throw new InvalidInput(
		REMEMBER_IN_LABEL,
		'is empty',
		'Choose the contact’s custom field that holds the day of the last message. If it comes from an expression, check that it gives the field ID.',
	);
}

const invalidRule = (problem: string, remedy: string): InvalidInput =>
	new InvalidInput(DAYS_BETWEEN_LABEL, problem, remedy);
