import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';

/** The refusal that `work` ends in; a test fails when it ends otherwise. */
export function refusalOf(work: () => unknown): InvalidInput {
	let result: unknown;
	try {
		result = work();
	} catch (error) {
		if (!(error instanceof InvalidInput)) throw error;
		// Every refusal says what to do.
		expect(error.remedy).toMatch(/^[A-Z].*\.$/);
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
