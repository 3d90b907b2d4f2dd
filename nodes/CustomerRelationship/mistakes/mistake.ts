/** The types of the table of mistakes: the values that are looked at, a mistake, and sets of purposes and sources. */

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
	/**
	 * As the workflow holds it. For `fixed`, the text that was typed. For `embedded`, its expression. For `yielded`, the
	 * expression if it gives exactly this value, and not a list or object that contains it.
	 */
	raw?: string | undefined;
	/** Of an `embedded` value: the finished text before its expression. */
	before?: string | undefined;
	/** Of a `fixed`, `yielded` or `combined` value within an object: the property that holds it. */
	property?: string | undefined;
}

/** A kind of value that is probably not meant, and that is refused, or sent with a warning. */
export interface Mistake {
	/** The purposes of the values in which it is looked for. */
	purposes: readonly Purpose[];
	/** The sources of those values. */
	sources: readonly Source[];
	/** @returns the words that follow “holds” in the error or warning; undefined without such a mistake */
	find(value: unknown, fieldValue: FieldValue): string | undefined;
	/**
	 * What to do, in sentences. `withOwnExpression` replaces placeholders such as `‹text›` with the user's own expression, or
	 * with an example such as `$json.text`.
	 */
	remedy: string | ((found: FieldValue) => string);
	/**
	 * What the finished longer text shows if one of its expressions gives this mistake. Such a text may be innocent
	 * (`Infinity` may be a word), so a match refuses nothing: it only makes each expression be evaluated by itself, also for
	 * purposes outside of `EVALUATED_IN_PARTS`. `undefined`, `null` and `NaN` can't be found so: n8n inserts nothing for them.
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
 * Purposes for which every expression within a longer text is evaluated by itself. For other purposes this happens only if
 * the finished text matches a `trace`. So a mistake that names only `embedded` is missed there unless it has one.
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
/** A fixed field, and the value of each expression, by themselves: an error can name the expression. */
export const PIECES: readonly Source[] = ['fixed', ...NOT_TYPED];
/** All values. The text around expressions is part of the finished one. */
export const ANYWHERE: readonly Source[] = [...WHOLE, 'embedded'];
