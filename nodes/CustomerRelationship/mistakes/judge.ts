import { InvalidInput } from '../invalidInput';
import { excerpt, quote } from '../quote';
import type { FieldValue, Mistake, Purpose, Source } from './mistake';
import { withOwnExpression } from './ownExpression';
import { MISTAKES } from './table';
import { leavesOf } from './valuesOf';

/** A probable mistake that is sent anyway. */
export interface Warning {
	/** The field as the user sees it. */
	label: string;
	/** What it holds. */
	found: string;
	/** What to do, in sentences. */
	remedy: string;
}

/**
 * Looks for mistakes in the values of a field.
 * @returns what is odd in them and sent: the first of each kind for each label
 * @throws InvalidInput for a value that is certainly a mistake
 */
export function judge(values: Iterable<FieldValue>): Warning[] {
	const warnings = new Map<Mistake, Map<string, Warning>>();
	for (const value of values) {
		for (const mistake of mistakesFor(value.purpose, value.source)) {
			const found = foundIn(value, mistake);
			if (found === undefined) continue;
			const { label } = value;
			if (!mistake.isWarning) {
				throw new InvalidInput(label, `holds ${found}`, remedyOf(mistake, value));
			}
			const byLabel = warnings.get(mistake) ?? new Map<string, Warning>();
			warnings.set(mistake, byLabel);
			if (!byLabel.has(label))
				byLabel.set(label, { label, found, remedy: remedyOf(mistake, value) });
		}
	}
	return [...warnings.values()].flatMap((byLabel) => [...byLabel.values()]);
}

/**
 * Judges parsed values again: a JSON text can hide a mistake that shows only once it is parsed, such as `"\\ud83d"`, half
 * an emoji.
 * @throws InvalidInput for the first mistake
 */
export function assertNoMistake(value: unknown, label: string): void {
	for (const leaf of leavesOf(value, label)) {
		// Purpose `filter` with source `fixed` selects the rules that apply to every value. None of them warns.
		judge([{ label, purpose: 'filter', source: 'fixed', ...leaf }]);
	}
}

/** Cached by purpose and source, since every value of every item asks for it. */
const selections = new Map<string, readonly Mistake[]>();

function mistakesFor(purpose: Purpose, source: Source): readonly Mistake[] {
	const key = `${purpose} ${source}`;
	const known = selections.get(key);
	if (known) return known;
	const selection = MISTAKES.filter(
		({ purposes, sources }) => purposes.includes(purpose) && sources.includes(source),
	);
	selections.set(key, selection);
	return selection;
}

const remedyOf = ({ remedy }: Mistake, value: FieldValue): string =>
	withOwnExpression(typeof remedy === 'string' ? remedy : remedy(value), value.raw);

/** What a value holds, with the expression and the property that give it. */
function foundIn(fieldValue: FieldValue, mistake: Mistake): string | undefined {
	const { value, source, raw, property } = fieldValue;
	const found = mistake.find(value, fieldValue);
	if (found === undefined) return undefined;
	const isNamed = source === 'embedded' && raw !== undefined && !found.includes(raw);
	const expression = isNamed ? `${excerpt(raw)}, which gives ` : '';
	return `${expression}${found}${property === undefined ? '' : ` (${quote(property)})`}`;
}
