/**
 * The types of the table of mistakes, and sets of purposes and sources for its entries.
 *
 * A field gives its whole value. A *longer text* is an expression with something beside it: typed characters, a blank
 * or another expression. It also gives its parts: the result of each expression (`embedded`), and what was typed
 * around the expressions (`literal`).
 *
 * | Field               | Whole value                   | `embedded`       | `literal`       |
 * | ------------------- | ----------------------------- | ---------------- | --------------- |
 * | `Hi Ana!`, fixed    | `Hi Ana!` (`fixed`)           |                  |                 |
 * | `{{ $json.a }}`     | `Ana` (`expressionOnly`)      |                  |                 |
 * | `Hi {{ $json.a }}!` | `Hi Ana!` (`mixed`)           | `Ana`            | `Hi \uFFFC!`    |
 * | `{{ … }} {{ … }}`   | `Ana Lima` (`expressionOnly`) | `Ana` and `Lima` | `\uFFFC \uFFFC` |
 *
 * The purpose of the field decides which parts are given:
 *
 * | Purpose                   | Whole value | `embedded`                           | `literal` |
 * | ------------------------- | ----------- | ------------------------------------ | --------- |
 * | `key`, `variable`, `text` | always      | always                               | always    |
 * | `tagFilter`               | always      | always                               | never     |
 * | others                    | always      | if the whole value matches a `trace` | never     |
 */

/** What a value is for. Each field says it. */
export type Purpose =
	/** It tells the node how to work, and is stored in no record: a switch, a choice, a number, *Template Text*. */
	| 'setting'
	/** It filters records, or names what is removed. It may hold a mistake on purpose, to find or remove it. */
	| 'filter'
	/**
	 * It names tags, separated by commas, that choose records or receivers. If one is missing, too many get
	 * through.
	 */
	| 'tagFilter'
	/** It is written into a record, or names one. */
	| 'record'
	/**
	 * It is an idempotency key, or *Counts As*, the word that a key is made of. If an expression in it gives nothing,
	 * several items may get the same key.
	 */
	| 'key'
	/** A variable of a template, which a customer reads. */
	| 'variable'
	/** Free text, which a customer reads. */
	| 'text'
	/** It is a heading of the user's sheet. */
	| 'heading';

/** Where a value comes from. The table at the top of this file has examples. */
export type Source =
	/** It was typed in a field that is not set to Expression, or it is a heading. */
	| 'fixed'
	/** Expressions give all of it: at most white space was typed. A cell of a sheet counts as an expression. */
	| 'expressionOnly'
	/** A longer text, a part of which was typed; also text without an expression in a field set to Expression. */
	| 'mixed'
	/** The result of one expression in a longer text. */
	| 'embedded'
	/** The typed part of a longer text, with an `EXPRESSION_PLACEHOLDER` for each expression. */
	| 'literal';

/** Stands for an expression in a `literal`: Unicode's character for an object that is embedded in a text. */
export const EXPRESSION_PLACEHOLDER = '\uFFFC';

/**
 * One value of a field. A list, an object or JSON gives one for each plain value and each property name in it. An
 * expression in a longer text gives its result as it is; if that is a list, each entry as well.
 */
export interface ValueToJudge {
	/** The field as the user sees it. */
	label: string;
	value: unknown;
	source: Source;
	purpose: Purpose;
	/**
	 * With its braces. Of an `embedded` value: the expression that gives it; of a list's entry, the one that
	 * gives the list. Of an `expressionOnly` value: the expression whose result it is, if there is one.
	 */
	expression?: string | undefined;
	/** One entry of the list that the expression gives; a remedy can't quote the expression for it. */
	isListEntry?: boolean | undefined;
	/** Of a `mixed` value: the `literal` of the same text. */
	literal?: string | undefined;
	/**
	 * Of an `embedded` value: the text before its expression. Lists and objects in it, which come from other
	 * expressions, are left out.
	 */
	before?: string | undefined;
	/** Of a whole value that stands in an object: the property that holds it. */
	property?: string | undefined;
}

/** A kind of value that is probably not meant: an error, which is not sent, or a warning, which is sent. */
export interface Mistake {
	/**
	 * Names it in tests. `judge` keeps one warning of a name for each label. Two entries have the same name if
	 * they look for the same mistake in different values.
	 */
	name: string;
	/** Only values with one of these purposes and one of these sources are searched. */
	purposes: readonly Purpose[];
	sources: readonly Source[];
	/**
	 * Searches a value.
	 * @returns the words that follow “holds”, or “which gives” after an expression; undefined without such a mistake
	 */
	find(judged: ValueToJudge): string | undefined;
	/**
	 * What to do, in sentences. `remedyWithExpression` fills placeholders such as `‹text›` with the user's own
	 * expression, or with an example such as `$json.text`.
	 */
	remedy: Remedy;
	/** What to do if the mistake was typed, or a parser has read it out of a text: `remedy` if left out. */
	remedyIfTyped?: Remedy;
	/**
	 * A cheap first test of a whole text into which an expression may have put this mistake. If it matches,
	 * each expression of the text is evaluated by itself, whatever the field’s purpose. `undefined`, `null`
	 * and `NaN` leave no trace: n8n inserts nothing for them.
	 */
	trace?: RegExp;
	/**
	 * The error is also looked for in values that a parser reads out of a text, such as JSON or the entries of
	 * a list: the parser knows neither purpose nor source (`assertParsedValue`).
	 */
	inParsedValues?: true;
	/** It may be meant: the value is sent, with a warning. */
	isWarning?: true;
}

type Remedy = string | ((judged: ValueToJudge) => string);

/** What a customer reads. */
export const CUSTOMER_FACING_PURPOSES: readonly Purpose[] = ['variable', 'text'];
/** Use for gaps where an expression gives nothing: a customer sees them, or keys collide. */
export const CUSTOMER_FACING_OR_KEY_PURPOSES: readonly Purpose[] = [
	'key',
	...CUSTOMER_FACING_PURPOSES,
];
/** All that the service stores, and keys. */
export const STORED_OR_KEY_PURPOSES: readonly Purpose[] = [
	'record',
	...CUSTOMER_FACING_OR_KEY_PURPOSES,
];
/** Every expression in a longer text is evaluated for these, with or without a `trace`. */
export const PURPOSES_JUDGED_PER_EXPRESSION: readonly Purpose[] = [
	'tagFilter',
	...CUSTOMER_FACING_OR_KEY_PURPOSES,
];
/** All that goes to the service, or is compared with what it stores. */
export const SENT_OR_COMPARED_PURPOSES: readonly Purpose[] = [
	'filter',
	'tagFilter',
	...STORED_OR_KEY_PURPOSES,
];
export const ALL_PURPOSES: readonly Purpose[] = [
	'setting',
	...SENT_OR_COMPARED_PURPOSES,
	'heading',
];

/** The whole value as it is sent. Use for mistakes that count whether typed or not. */
export const WHOLE_SOURCES: readonly Source[] = ['fixed', 'expressionOnly', 'mixed'];
/** The same, and what each expression in it gives. Use for mistakes whose error should name the expression. */
export const WHOLE_OR_EMBEDDED_SOURCES: readonly Source[] = [...WHOLE_SOURCES, 'embedded'];
/** What was typed, as a whole value or around expressions. Use for mistakes in typing. */
export const TYPED_SOURCES: readonly Source[] = ['fixed', 'literal'];
/** What expressions give, alone or in a longer text. Use for mistakes that may be meant if they were typed. */
export const NOT_TYPED_SOURCES: readonly Source[] = ['expressionOnly', 'embedded'];
/**
 * What was typed or given as one piece: not the text that mixes both. Use if the mistake lies within one piece, and
 * `WHOLE_SOURCES` if joining typed text and an expression can make it.
 */
export const SINGLE_PIECE_SOURCES: readonly Source[] = ['fixed', ...NOT_TYPED_SOURCES];
