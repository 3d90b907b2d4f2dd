import { InvalidInput } from '../invalidInput';
import { excerpt, quote } from '../quote';
import { leavesOf } from './leaves';
import {
	TYPED_SOURCES,
	type ValueToJudge,
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
export function judge(values: Iterable<ValueToJudge>): Warning[] {
	const warnings = new Map<string, Warning>();
	for (const judged of values) {
		for (const mistake of mistakesFor(judged.purpose, judged.source)) {
			const description = describe(mistake, judged);
			if (description === undefined) continue;
			if (!mistake.isWarning) throw invalidValue(mistake, judged, description);
			const { label } = judged;
			const key = `${mistake.name} ${label}`;
			if (!warnings.has(key))
				warnings.set(key, { label, description, remedy: remedyOf(mistake, judged) });
		}
	}
	return [...warnings.values()];
}

const PARSED_VALUE_ERRORS = MISTAKES.filter(({ inParsedValues }) => inParsedValues);

/**
 * Judges the entries of a list, or JSON that a parser reads out of a text. Such a text can hide a mistake until it is
 * parsed: in JSON, the escape sequence `\ud83d` alone is half an emoji.
 * @throws InvalidInput for a mistake that is looked for in parsed values
 */
export function assertParsedValue(value: unknown, label: string): void {
	for (const leaf of leavesOf(value, label)) {
		// A parser knows neither purpose nor source. As `fixed`, the value gets the remedy for what was typed.
		const judged: ValueToJudge = { label, purpose: 'record', source: 'fixed', ...leaf };
		for (const mistake of PARSED_VALUE_ERRORS) {
			const description = describe(mistake, judged);
			if (description !== undefined) throw invalidValue(mistake, judged, description);
		}
	}
}

/** A cache, since every value of every item looks its mistakes up. */
const mistakesByPurpose: Partial<Record<Purpose, Partial<Record<Source, readonly Mistake[]>>>> = {};

function mistakesFor(purpose: Purpose, source: Source): readonly Mistake[] {
	const bySource = (mistakesByPurpose[purpose] ??= {});
	return (bySource[source] ??= MISTAKES.filter(
		({ purposes, sources }) => purposes.includes(purpose) && sources.includes(source),
	));
}

const invalidValue = (mistake: Mistake, judged: ValueToJudge, description: string): InvalidInput =>
	new InvalidInput(judged.label, `holds ${description}`, remedyOf(mistake, judged));

function remedyOf(mistake: Mistake, judged: ValueToJudge): string {
	const { remedy, remedyIfTyped = remedy } = mistake;
	const chosen = isTyped(mistake, judged) ? remedyIfTyped : remedy;
	const text = typeof chosen === 'string' ? chosen : chosen(judged);
	return remedyWithExpression(text, judged.isListEntry ? undefined : judged.expression);
}

/** Whether the user typed the mistake: in a `mixed` value, whether `find` says the same of the typed part alone. */
function isTyped({ find }: Mistake, judged: ValueToJudge): boolean {
	const { source, literal } = judged;
	if (literal === undefined) return TYPED_SOURCES.includes(source);
	return find({ ...judged, value: literal }) === find(judged);
}

/**
 * Describes a mistake, with the expression and the property that hold it.
 * @returns undefined without such a mistake
 */
function describe(mistake: Mistake, judged: ValueToJudge): string | undefined {
	const { source, expression, property } = judged;
	const description = mistake.find(judged);
	if (description === undefined) return undefined;
	// A mistake whose words quote the expression needs no other mention of it.
	const namesExpression =
		source === 'embedded' && expression !== undefined && !description.includes(expression);
	const origin = namesExpression ? `${excerpt(expression)}, which gives ` : '';
	return `${origin}${description}${property === undefined ? '' : ` (${quote(property)})`}`;
}
