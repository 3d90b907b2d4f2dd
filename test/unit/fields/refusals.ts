import { FieldError } from '../../../nodes/CustomerRelationship/fieldError';

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
