/** What the table of mistakes is made of: a value of a field, and a kind of value that is probably not meant. */

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
	/** A variable of a template, which a customer reads. */
	| 'variable'
	/** Free text, which a customer reads. */
	| 'text'
	/** It is the heading of a column. */
	| 'heading';

/**
 * Where a value comes from. A field with a longer text gives several values: `Hi {{ $json.a }}!` gives `Hi Ana!`
 * (combined), `Ana` (embedded) and `Hi  !` (literal).
 */
export type Source =
	/** The field is fixed: it was typed as it stands. */
	| 'fixed'
	/** Expressions, or a column of a table, give all of it: nothing but blanks was typed. */
	| 'yielded'
	/** It is a longer text, of which some was typed and some comes from expressions. */
	| 'combined'
	/** What one expression within a longer text gives. It is not always evaluated: see `EVALUATED_IN_PARTS`. */
	| 'embedded'
	/** What was typed around the expressions of a longer text. It is judged for `CUSTOMER_READS_OR_KEY` alone. */
	| 'literal';

/** One plain value of a field. Lists, objects and JSON give one for each value in them. */
export interface FieldValue {
	/** The field as the user sees it. */
	label: string;
	value: unknown;
	source: Source;
	purpose: Purpose;
	/** As the workflow holds it: the text, or the expression that gives the value. */
	raw?: string | undefined;
	/** All that stands before the expression within a longer text: what was typed, and what other expressions yield. */
	before?: string | undefined;
	/** The property that holds it, within an object. */
	property?: string | undefined;
}

/** A kind of value that is probably not meant: it is refused, or sent with a warning. */
export interface Mistake {
	/** Purposes of the values that it is looked for in. */
	purposes: readonly Purpose[];
	/** Sources of those values. */
	sources: readonly Source[];
	/** @returns the words that follow “holds” in the error or warning; undefined without such a mistake */
	find(value: unknown, of: FieldValue): string | undefined;
	/**
	 * What to do, in sentences. `‹text›`, `‹output›` and `‹total›` in it stand for the value that was found: the user's own
	 * expression takes their place, or `$json.text` and the like.
	 */
	remedy: string | ((found: FieldValue) => string);
	/**
	 * What the value leaves in a longer text that hides it: `Infinity` there may be a word. Where the text matches, each of
	 * its expressions is evaluated by itself, whatever the text is for. A value that n8n inserts as nothing leaves no trace.
	 */
	trace?: RegExp;
	/** It may be meant: the value is sent, with a warning. */
	isWarning?: true;
}

export const CUSTOMER_READS: readonly Purpose[] = ['variable', 'text'];
/** For these, an expression that yields nothing leaves a gap that a customer sees, or makes keys collide. */
export const CUSTOMER_READS_OR_KEY: readonly Purpose[] = ['key', ...CUSTOMER_READS];
/** All that the service stores. */
export const STORED: readonly Purpose[] = ['record', ...CUSTOMER_READS_OR_KEY];
/**
 * Purposes for which every expression within a longer text is evaluated by itself. For others this happens only if the
 * finished text matches a mistake's `trace`: a rule for `embedded` values would not always meet them.
 */
export const EVALUATED_IN_PARTS: readonly Purpose[] = ['tagFilter', ...CUSTOMER_READS_OR_KEY];
/** All that goes to the service, or is compared with what it has. */
export const SENT: readonly Purpose[] = ['filter', 'tagFilter', ...STORED];
export const ALL: readonly Purpose[] = ['setting', ...SENT, 'heading'];

/** Finished values, as they are sent. */
export const WHOLE: readonly Source[] = ['fixed', 'yielded', 'combined'];
/** What was typed: a whole field, or the text around expressions. */
export const TYPED: readonly Source[] = ['fixed', 'literal'];
/** What expressions and columns give, alone or within a longer text. */
export const NOT_TYPED: readonly Source[] = ['yielded', 'embedded'];
/** Single values before they become part of a longer text. */
export const UNJOINED: readonly Source[] = ['fixed', ...NOT_TYPED];
/** All values. The text around expressions is part of the finished one. */
export const ANYWHERE: readonly Source[] = [...WHOLE, 'embedded'];
