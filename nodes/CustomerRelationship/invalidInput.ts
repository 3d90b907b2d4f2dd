/** A value that can't be sent. It is raised before anything leaves, so nothing is lost. */
export class InvalidInput extends Error {
	/**
	 * @param label the field as the user sees it
	 * @param problem what is wrong with its value, as in "has letters in it"
	 * @param remedy what to do about it, as a sentence
	 */
	constructor(
		label: string,
		problem: string,
		readonly remedy: string,
	) {
		super(`“${label}” ${problem}`);
		this.name = 'InvalidInput';
	}
}
