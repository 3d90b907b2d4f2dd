import { InvalidInput, withValueInError } from '../../../nodes/CustomerRelationship/invalidInput';

/** The error of a phone field with this value. */
export function phoneError(value: unknown, problem = 'has letters in it'): InvalidInput {
	try {
		return withValueInError(value, () => {
			throw new InvalidInput('Phone', problem, 'Give a phone.');
		});
	} catch (error) {
		return error as InvalidInput;
	}
}
