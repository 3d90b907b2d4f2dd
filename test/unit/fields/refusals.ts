import type { RecordField } from '../../../nodes/CustomerRelationship/fields/field';
import { FieldError } from '../../../nodes/CustomerRelationship/fieldError';
import { withValueInError } from '../../../nodes/CustomerRelationship/invalidInput';

/** The refusal that `work` ends in; a test fails when it ends otherwise. */
export function refusalOf(work: () => unknown): FieldError & { value?: unknown } {
	let result: unknown;
	try {
		result = work();
	} catch (error) {
		if (!(error instanceof FieldError)) throw error;
		// Every refusal says what to do.
		expect(error.remedy).toMatch(/^(n8n |[A-Z]).*\.$/);
		return error;
	}
	throw new Error(`Not refused, but read as ${JSON.stringify(result)}`);
}

/** What an unset field, an emptied one and an expression without a result give. */
export const NOTHING: Array<[string, unknown]> = [
	['undefined', undefined],
	['null', null],
	['an empty text', ''],
];

/** Reads a field as it stands; the workflow is in UTC. */
export const readOne = (field: RecordField, value: unknown) =>
	withValueInError(value, (given) => field.read(given, 'UTC'));
