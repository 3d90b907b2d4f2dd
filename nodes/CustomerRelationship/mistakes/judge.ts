import { InvalidInput } from '../invalidInput';
import { excerpt, quote } from '../quote';
import { leavesOf } from './leaves';
import {
	SENT_PURPOSES,
	TYPED_SOURCES,
	FINISHED_SOURCES,
	type JudgedValue,
	type Mistake,
	type Purpose,
	type Source,
} from './mistake';
import { remedyWithExpression } from './ownExpression';
import { MISTAKES } from './table';

/** A value that is sent although it is probably a mistake. */
export interface Warning {
	/** The field as the user sees it. */
	label: string;
	/** What the field holds, as words that follow “holds”. */
	description: string;
	/** What to do, in sentences. */
	remedy: string;
}

/**
 * Looks for mistakes in the values of a field.
 * @returns warnings about values that are sent all the same: for each label the first of each mistake
 * @throws InvalidInput for a mistake that is an error
 */
export function judge(values: Iterable<JudgedValue>): Warning[] {
	const warnings = new Map<string, Warning>();
	for (const fieldValue of values) {
		for (const mistake of mistakesFor(fieldValue.purpose, fieldValue.source)) {
			const description = describe(mistake, fieldValue);
			if (description === undefined) continue;
			if (!mistake.isWarning) throw invalidValue(mistake, fieldValue, description);
			const { label } = fieldValue;
			const key = `${mistake.name} ${label}`;
			if (!warnings.has(key))
				warnings.set(key, { label, description, remedy: remedyOf(mistake, fieldValue) });
		}
	}
	return [...warnings.values()];
}

/** The purpose and source of a value that a parser has read out of a text: the parser knows neither. */
const PARSED = { purpose: 'record', source: 'fixed' } as const;

/** The errors that are looked for in every finished value that is sent, whatever it is for. */
const IN_ALL_SENT = MISTAKES.filter(
	({ purposes, sources, isWarning }) =>
		!isWarning &&
		SENT_PURPOSES.every((purpose) => purposes.includes(purpose)) &&
		FINISHED_SOURCES.every((source) => sources.includes(source)),
);

/**
 * Judges the entries of a list, or JSON that a parser reads out of a text. Such a text can hide a mistake until it is
 * parsed: in JSON, the escape sequence `\ud83d` alone is half an emoji. Parsers know neither purpose nor source.
 * @throws InvalidInput for a mistake that is an error in every finished value that is sent
 */
export function assertSendable(value: unknown, label: string): void {
	for (const leaf of leavesOf(value, label)) {
		const fieldValue: JudgedValue = { label, ...PARSED, ...leaf };
		for (const mistake of IN_ALL_SENT) {
			const description = describe(mistake, fieldValue);
			if (description !== undefined) throw invalidValue(mistake, fieldValue, description);
		}
	}
}

/** Cached, since it is asked for with every value of every item. */
const mistakesByPurpose: Partial<Record<Purpose, Partial<Record<Source, readonly Mistake[]>>>> = {};

function mistakesFor(purpose: Purpose, source: Source): readonly Mistake[] {
	const bySource = (mistakesByPurpose[purpose] ??= {});
	return (bySource[source] ??= MISTAKES.filter(
		({ purposes, sources }) => purposes.includes(purpose) && sources.includes(source),
	));
}

const invalidValue = (
	mistake: Mistake,
	fieldValue: JudgedValue,
	description: string,
): InvalidInput =>
	new InvalidInput(fieldValue.label, `holds ${description}`, remedyOf(mistake, fieldValue));

function remedyOf(mistake: Mistake, fieldValue: JudgedValue): string {
	const { remedy, remedyIfTyped = remedy } = mistake;
	const chosen = isTyped(mistake, fieldValue) ? remedyIfTyped : remedy;
	const text = typeof chosen === 'string' ? chosen : chosen(fieldValue);
	return remedyWithExpression(text, fieldValue.isEntry ? undefined : fieldValue.expression);
}

/**
 * Whether the user typed the mistake. In a combined text a part was typed: the mistake was typed if `find` says the same of
 * the `literal` alone.
 */
function isTyped({ find }: Mistake, fieldValue: JudgedValue): boolean {
	const { value, source, literal } = fieldValue;
	if (literal === undefined) return TYPED_SOURCES.includes(source);
	return find(literal, fieldValue) === find(value, fieldValue);
}

/** Describes a mistake, with the expression and the property that hold it; undefined if the value has no such mistake. */
function describe(mistake: Mistake, fieldValue: JudgedValue): string | undefined {
	const { value, source, expression, property } = fieldValue;
	const description = mistake.find(value, fieldValue);
	if (description === undefined) return undefined;
	// A mistake whose words quote the expression needs no other mention of it.
	const namesExpression =
		source === 'embedded' && expression !== undefined && !description.includes(expression);
	const origin = namesExpression ? `${excerpt(expression)}, which gives ` : '';
	return `${origin}${description}${property === undefined ? '' : ` (${quote(property)})`}`;
}
