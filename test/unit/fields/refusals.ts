import type { WritableField } from '../../../nodes/CustomerRelationship/fields/field';
import type { NamedValues } from '../../../nodes/CustomerRelationship/fields/parsers/entries';
import { bodyOfFields } from '../../../nodes/CustomerRelationship/resources/shared/body';
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

/** The context of a field that is read in a workflow in UTC. */
export const UTC = { timezone: 'UTC' };

/** The body that fields make of values as they stand. */
export const bodyFrom = <AnyField extends WritableField>(
	fields: readonly AnyField[],
	values: NamedValues,
) =>
	bodyOfFields(fields, (field) => {
		const { name } = field.property;
		if (!Object.hasOwn(values, name)) return undefined;
		return withValueInError(values[name], (value) => field.read(value, UTC));
	});
