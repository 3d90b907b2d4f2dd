/** The types of the table of mistakes: the values that are looked at, the rules, and sets of purposes and sources. */

/** What a value is for. Each field says it. */
export type Purpose =
	/** It tells the node how to work; its parser accepts only a few values. */
	| 'setting'
	/** It narrows what is read, or names what is removed: somebody may look for records with a mistake. */
	| 'filter'
	/** It names tags by which records are chosen: a gap among them lets others through. */
	| 'tagFilter'
	/** It is written into a record, or names one. */
	| 'record'
	/** It is an idempotency key: with a gap in it, several items have the same one. */
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
	/** The field is fixed: all of it was typed. */
	| 'fixed'
	/** Expressions, or a column of a table, give all of it: only white space was typed. */
	| 'yielded'
	/** It is a longer text, of which some was typed and some comes from expressions. */
	| 'combined'
	/** What one expression within a longer text gives. Not always known: see `EVALUATED_IN_PARTS`. */
	| 'embedded'
	/** What was typed around the expressions of a longer text. Only `CUSTOMER_READS_OR_KEY` have it. */
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
	/** The finished text before the expression. */
	before?: string | undefined;
	/** The property that holds it, within an object. */
	property?: string | undefined;
}

/** A kind of value that is probably not meant, and that is refused, or sent with a warning. */
export interface Mistake {
	/** The purposes of the values in which it is looked for. */
	purposes: readonly Purpose[];
	/** The sources of those values. */
	sources: readonly Source[];
	/** @returns the words that follow “holds” in the error or warning; undefined without such a mistake */
	find(value: unknown, of: FieldValue): string | undefined;
	/**
	 * What to do, in sentences. `‹text›`, `‹output›` and `‹total›` are replaced with the user's own expression, or with an
	 * example such as `$json.text`.
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
/** Each piece of a value by itself, so that an error can name the expression that gives it. */
export const PIECES: readonly Source[] = [...TYPED, ...NOT_TYPED];
/** All values. The text around expressions is part of the finished one. */
export const ANYWHERE: readonly Source[] = [...WHOLE, 'embedded'];
