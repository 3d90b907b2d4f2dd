/** What a line of the table of mistakes says. */

/** What a value is for: that decides which mistakes are looked for in it. */
export type FieldKind =
	/** It narrows what is read, or names what is removed: a mistake can be what somebody looks for. */
	| 'filter'
	| 'written'
	/** A gap in it makes one key of many. */
	| 'key'
	/** What a customer reads: a variable of a template, and free text. */
	| 'variable'
	| 'text'
	/** The heading of a column. */
	| 'heading';

/** The kinds of fields by their parameters’ names; fields within a collection are of its kind, all others are written. */
export const FIELD_KINDS: Readonly<Record<string, FieldKind>> = {
	filters: 'filter',
	additionalQuery: 'filter',
	removeTags: 'filter',
	idempotencyKey: 'key',
	templateParams: 'variable',
	templateVariables: 'variable',
	text: 'text',
};

export const CUSTOMER_READS: readonly FieldKind[] = ['variable', 'text'];
export const STRICT: readonly FieldKind[] = ['key', ...CUSTOMER_READS];
export const WRITTEN: readonly FieldKind[] = ['written', ...STRICT];
export const ALL: readonly FieldKind[] = ['filter', ...WRITTEN, 'heading'];

/** What a mistake is looked for in. */
export type Subject =
	/** A value, and every value and property name within it, wherever it comes from. */
	| 'value'
	/** The same, if nothing of it was typed: it comes from expressions, or from a column. */
	| 'yieldedValue'
	/** What one expression evaluates to, whether it fills the field or is embedded in text. */
	| 'yield'
	/** The same, but only if it is embedded in text. */
	| 'partYield'
	/** The whole field as it was typed, expressions included. */
	| 'typed'
	/** The whole of a fixed field. */
	| 'typedFixed'
	/** The text around expressions. */
	| 'typedBesideExpressions';

/** A kind of value that nobody means. */
export interface Mistake {
	subjects: readonly Subject[];
	/** The fields that it is looked for in. */
	fields: readonly FieldKind[];
	/** @returns what the error or hint says behind “holds”; undefined without such a mistake */
	find(value: unknown): string | undefined;
	/** What to do, in sentences. */
	advice: string | ((field: FieldKind, value: unknown) => string);
	/** The value may be meant: it is sent, with a hint. */
	isSent?: true;
}
