/**
 * The types of the table of mistakes, and sets of purposes and sources for its entries.
 *
 * A field gives one or more values, each with a source. A *longer text* is an expression with something beside it: typed
 * characters, a blank or another expression.
 *
 * | Field               | Values                                                                               |
 * | ------------------- | ------------------------------------------------------------------------------------ |
 * | `Hi Ana!`, fixed    | `Hi Ana!` (`fixed`)                                                                  |
 * | `{{ $json.a }}`     | `Ana` (`yielded`)                                                                    |
 * | `Hi {{ $json.a }}!` | `Hi Ana!` (`combined`), `Ana` (`embedded`), `Hi \uFFFC!` (`literal`)                 |
 * | `{{ … }} {{ … }}`   | `Ana Lima` (`yielded`), `Ana` and `Lima` (`embedded`), `\uFFFC \uFFFC` (`literal`) |
 *
 * The purpose of the field decides which of the values of a longer text are given:
 *
 * | Purpose                   | `combined`, `yielded` | `embedded`      | `literal` |
 * | ------------------------- | --------------------- | --------------- | --------- |
 * | `key`, `variable`, `text` | always                | always          | always    |
 * | `tagFilter`               | always                | always          | never     |
 * | others                    | always                | after a `trace` | never     |
 */

/** What a value is for. Each field says it. */
export type Purpose =
	/** It tells the node how to work, and is stored in no record: a switch, a choice, a number, *Template Text*. */
	| 'setting'
	/** It filters records, or names what is removed. It may hold a mistake on purpose, to find or remove it. */
	| 'filter'
	/** Tags by which records or receivers are chosen. If one is missing, too many get through. */
	| 'tagFilter'
	/** It is written into a record, or names one. */
	| 'record'
	/**
	 * It is an idempotency key, or *Counts As*, the word that a key is made of. If an expression in it gives nothing, several
	 * items may get the same key.
	 */
	| 'key'
	/** A variable of a template, which a customer reads. */
	| 'variable'
	/** Free text, which a customer reads. */
	| 'text'
	/** It is the heading of a column in the input. */
	| 'heading';

/** Where a value comes from. The tables at the top of this file have examples. */
export type Source =
	/** It was typed in a field that is not set to Expression, or it is a heading. */
	| 'fixed'
	/** Expressions, or a column of the input, give all of it: nothing but white space was typed. */
	| 'yielded'
	/** The finished text, a part of which was typed; also text without an expression in a field set to Expression. */
	| 'combined'
	/** The result of one expression in a longer text. */
	| 'embedded'
	/** The typed part of a `combined` value, with a mark for each expression. */
	| 'literal';

/** Stands for an expression in a `literal`: Unicode's character for an object that is embedded in a text. */
export const EXPRESSION_PLACEHOLDER = '\uFFFC';

/**
 * One value of a field. Lists, objects and JSON give the plain values and the property names in them. An `embedded` value is
 * what the expression gives, even a list or an object; a list gives each of its entries as well.
 */
export interface JudgedValue {
	/** The field as the user sees it. */
	label: string;
	value: unknown;
	source: Source;
	purpose: Purpose;
	/**
	 * With its braces.
	 * - `embedded`: the expression that gives the value, or the list that it is in.
	 * - `yielded`: the only expression of the field, or of a string in its JSON, if its result is this value itself; otherwise
	 *   undefined.
	 */
	expression?: string | undefined;
	/** Of an `embedded` value: its expression gives a list with it, so no remedy can show the expression in its place. */
	isEntry?: boolean | undefined;
	/** Of a `combined` value: the `literal` of the same text. */
	literal?: string | undefined;
	/** Of an `embedded` value: the text in front of its expression, as far as it is known. */
	before?: string | undefined;
	/** Of a `fixed`, `yielded` or `combined` value within an object: the property that holds it. */
	property?: string | undefined;
}

/** A kind of value that is probably not meant: an error, which is not sent, or a warning, which is sent. */
export interface Mistake {
	/**
	 * Names it in tests, and `judge` keeps one warning of a name for each label. Two entries of the table share a name if they
	 * look for the same mistake in different values.
	 */
	name: string;
	/** It is looked for in values with one of these purposes and one of these sources. */
	purposes: readonly Purpose[];
	sources: readonly Source[];
	/**
	 * @param value the text or other value to search: `fieldValue.value`, or `fieldValue.literal`
	 * @param fieldValue what else is known of the value
	 * @returns the words that follow “holds”, or “which gives” after an expression; undefined without such a mistake
	 */
	find(value: unknown, fieldValue: JudgedValue): string | undefined;
	/**
	 * What to do, in sentences. `remedyWithExpression` fills slots such as `‹text›` with the user's own expression, or
	 * with an example such as `$json.text`.
	 */
	remedy: Remedy;
	/** What to do if the mistake was typed: `remedy` if left out. Also for headings and parsed texts. */
	remedyIfTyped?: Remedy;
	/**
	 * Matches a finished text in which an expression may have given this mistake. If a longer text matches some `trace`, each
	 * of its expressions is evaluated, whatever its purpose. `undefined`, `null` and `NaN` leave no trace: n8n inserts
	 * nothing for them.
	 */
	trace?: RegExp;
	/** It may be meant: the value is sent, with a warning. */
	isWarning?: true;
}

type Remedy = string | ((fieldValue: JudgedValue) => string);

/** What a customer reads. */
export const CUSTOMER_FACING_PURPOSES: readonly Purpose[] = ['variable', 'text'];
/** Purposes in which an expression that gives nothing leaves a gap: a customer sees it, or keys collide. */
export const CUSTOMER_FACING_OR_KEY_PURPOSES: readonly Purpose[] = [
	'key',
	...CUSTOMER_FACING_PURPOSES,
];
/** All that the service stores. */
export const STORED_PURPOSES: readonly Purpose[] = ['record', ...CUSTOMER_FACING_OR_KEY_PURPOSES];
/** Purposes for which every expression in a longer text is evaluated, with or without a `trace`. */
export const PURPOSES_EVALUATED_IN_PARTS: readonly Purpose[] = [
	'tagFilter',
	...CUSTOMER_FACING_OR_KEY_PURPOSES,
];
/** All that goes to the service, or is compared with what the service stores. */
export const SENT_PURPOSES: readonly Purpose[] = ['filter', 'tagFilter', ...STORED_PURPOSES];
export const ALL_PURPOSES: readonly Purpose[] = ['setting', ...SENT_PURPOSES, 'heading'];

/**
 * The whole value as it is sent: for what is a mistake even if it was typed. An error that has all of `SENT_PURPOSES` and all
 * of these sources is also looked for in entries of lists and in parsed JSON (`assertSendable`).
 */
export const FINISHED_SOURCES: readonly Source[] = ['fixed', 'yielded', 'combined'];
/** The finished value, and what each expression within it gives: for what should name the expression. */
export const FINISHED_OR_EMBEDDED_SOURCES: readonly Source[] = [...FINISHED_SOURCES, 'embedded'];
/** What was typed, as a whole value or around expressions. Headings count as typed. */
export const TYPED_SOURCES: readonly Source[] = ['fixed', 'literal'];
/** What expressions and columns give, alone or within a longer text: for what may be meant if it was typed. */
export const NOT_TYPED_SOURCES: readonly Source[] = ['yielded', 'embedded'];
/** What was typed as a whole value, or what expressions and columns give: not the finished text that mixes both. */
export const UNMIXED_SOURCES: readonly Source[] = ['fixed', ...NOT_TYPED_SOURCES];
