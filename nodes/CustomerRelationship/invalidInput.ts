/** A value that can't be sent. It is raised before anything leaves, so nothing is lost. */
export class InvalidInput extends Error {
	/** The value, where the fault is that of a single one from the panel. The credential's are never kept. */
	value?: unknown;

	/**
	 * @param label the field as the user sees it
	 * @param problem what is wrong with its value, as in "has letters in it"
	 * @param remedy what to do about it, as a sentence
	 * @param code for workflows to branch on
	 */
	constructor(
		label: string,
		problem: string,
		readonly remedy: string,
		readonly code = 'invalid_input',
	) {
		super(`“${label}” ${problem}`);
		this.name = 'InvalidInput';
	}

	/** Has it know its value, unless it knows a part of that already. */
	about(value: unknown): this {
		this.value ??= value;
		return this;
	}
}

/** Reads a value of the panel. @throws InvalidInput of `read`, which then knows the value */
export function reading<Value>(value: unknown, read: (value: unknown) => Value): Value {
	try {
		return read(value);
	} catch (error) {
		throw error instanceof InvalidInput ? error.about(value) : error;
	}
}
