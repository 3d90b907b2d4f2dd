/** What the table of mistakes is made of: a value of a field, and a kind of value that nobody means. */

/** What a value is for. Each field says it. */
export type Purpose =
	/** It tells the node how to work; its parser takes a few values alone. */
	| 'setting'
	/** It narrows what is read, or names what is removed: a mistake can be what somebody looks for. */
	| 'filter'
	/** It names tags by which records are chosen: a gap among them lets others through. */
	| 'tagFilter'
	/** It is written into a record, or names one. */
	| 'record'
	/** It is an idempotency key: a gap in it makes one key of many. */
	| 'key'
	/** A customer reads it, as a variable of a template or as free text. */
	| 'variable'
	| 'text'
	/** It is the heading of a column. */
	| 'heading';

/** Where a value comes from. A field with a longer text gives several values: the whole, its expressions, what was typed. */
export type Source =
	/** The field is fixed: it was typed as it stands. */
	| 'fixed'
	/** Expressions, or a column of a table, give all of it: nothing but blanks was typed. */
	| 'yielded'
	/** It is a longer text, of which some was typed and some comes from expressions. */
	| 'combined'
	/** One expression within a longer text gives it: see `LOOKED_INTO`. */
	| 'embedded'
	/** It is what was typed of a longer text, around its expressions. */
	| 'literal';

/** A plain value of a field: of a list, an object or JSON, one of those within it. */
export interface FieldValue {
	/** The field as the user sees it. */
	label: string;
	value: unknown;
	source: Source;
	purpose: Purpose;
	/** What the workflow holds: the text, or the expression that gives the value. */
	written?: string | undefined;
	/** What was typed right before the expression, within a longer text. */
	before?: string | undefined;
	/** The property that holds it, within an object. */
	property?: string | undefined;
}

/** A kind of value that nobody means. */
export interface Mistake {
	/** It is looked for in values for these purposes… */
	purposes: readonly Purpose[];
	/** …that come from these sources. */
	sources: readonly Source[];
	/** @returns what the error or hint says behind “holds”; undefined without such a mistake */
	find(value: unknown, of: FieldValue): string | undefined;
	/** What to do, in sentences. Each expression in it works on the value that was found. */
	advice: string | ((found: FieldValue) => string);
	/** It may be meant: the value is sent, with a hint. */
	isWarning?: true;
}

export const CUSTOMER_READS: readonly Purpose[] = ['variable', 'text'];
/** Here an expression that yields nothing does harm within a longer text, too. */
export const NO_GAPS: readonly Purpose[] = ['key', ...CUSTOMER_READS];
/** All that the service stores. */
export const STORED: readonly Purpose[] = ['record', ...NO_GAPS];
/**
 * For these purposes each expression within a longer text is evaluated by itself. For others that happens only if the
 * finished text shows a trace of a mistake, as `valuesOf` has it.
 */
export const LOOKED_INTO: readonly Purpose[] = ['tagFilter', ...NO_GAPS];
/** All that goes to the service, or is compared with what it has. */
export const SENT: readonly Purpose[] = ['filter', 'tagFilter', ...STORED];
export const ALL: readonly Purpose[] = ['setting', ...SENT, 'heading'];

/** Whole values. */
export const WHOLE: readonly Source[] = ['fixed', 'yielded', 'combined'];
/** Values of which nothing was typed. */
export const YIELDED: readonly Source[] = ['yielded', 'embedded'];
/** All values, but not the text around expressions. */
export const ALL_VALUES: readonly Source[] = [...WHOLE, 'embedded'];
