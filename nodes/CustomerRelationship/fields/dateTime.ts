import { tryToParseDateTime } from 'n8n-workflow';
import { isEmpty } from './field';
import { InvalidInput } from './invalidInput';

/**
 * A date in any of n8n's forms, as the API wants it: ISO 8601 in UTC with milliseconds
 * (specification: General format rules 2). A value without an offset is read in `timezone`.
 * @throws InvalidInput for what is no date
 */
export function utcOf(value: unknown, label: string, timezone: string): string | undefined {
	if (isEmpty(value)) return undefined;
	try {
		// A number, also as text, counts the milliseconds since 1970, as n8n's Date & Time node gives.
		const millis = /^\d{11,}$/.test(String(value)) ? new Date(Number(value)) : value;
		return new Date(tryToParseDateTime(millis, timezone).toMillis()).toISOString();
	} catch {
		return refuse(label);
	}
}

function refuse(label: string): never {
	throw new InvalidInput(
		label,
		'is not a date',
		'Pick a date, or give one such as 2026-01-31T09:00:00 or {{ $now.minus({ days: 1 }) }}.',
	);
}
