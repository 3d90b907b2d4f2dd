import { FieldError } from './fieldError';

/** A field of the panel holds a value that can't be used. */
export class InvalidInput extends FieldError {
	/** The value, if a single one is at fault. */
	value?: unknown;

	/** Adds the value, unless an inner field has added a part of it already. */
	withValue(value: unknown): this {
		this.value ??= value;
		return this;
	}
}

/** A value is missing without which the operation can't be carried out. */
export class MissingInput extends InvalidInput {}

/** Reads a value of the panel. @throws InvalidInput of `read`, with the value added */
export function withValueInError<Value>(value: unknown, read: (value: unknown) => Value): Value {
	try {
		return read(value);
	} catch (error) {
		throw error instanceof InvalidInput ? error.withValue(value) : error;
	}
}
