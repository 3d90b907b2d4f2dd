import { quote } from './quote';

/** An error about one field of the panel or of the credential, raised by the node itself. */
export class FieldError extends Error {
	/**
	 * @param label the field as the user sees it
	 * @param problem what is wrong with it, as in "has letters in it"
	 * @param remedy what to do about it, as a sentence
	 * @param code for workflows to branch on
	 */
	constructor(
		label: string,
		problem: string,
		public remedy: string,
		readonly code = 'invalid_input',
	) {
		super(`${quote(label)} ${problem}`);
		this.name = new.target.name;
	}
}
