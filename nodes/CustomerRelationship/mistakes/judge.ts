import { InvalidInput } from '../invalidInput';
import { excerpt, quote } from '../quote';
import type { FieldValue, Mistake, Purpose, Source } from './mistake';
import { MISTAKES } from './table';
import { leavesOf } from './valuesOf';

/** What is odd in a field, and sent all the same. */
export interface Warning {
	/** The field as the user sees it. */
	label: string;
	/** What it holds. */
	found: string;
	/** What to do, in sentences. */
	advice: string;
}

/**
 * Looks for mistakes in the values of a field.
 * @returns what is odd in them and sent: of each kind the first
 * @throws InvalidInput for what nobody means
 */
export function judge(values: Iterable<FieldValue>): Warning[] {
	const warnings = new Map<string, Warning>();
	for (const value of values) {
		for (const mistake of mistakesFor(value.purpose, value.source)) {
			const found = foundIn(value, mistake);
			if (found === undefined) continue;
			const { label } = value;
			if (!mistake.isWarning) {
				throw new InvalidInput(label, `holds ${found}`, adviceOn(mistake, value));
			}
			const key = `${MISTAKES.indexOf(mistake)} ${label}`;
			if (!warnings.has(key)) warnings.set(key, { label, found, advice: adviceOn(mistake, value) });
		}
	}
	return [...warnings.values()];
}

/** @throws InvalidInput for what a text hid until it was parsed, such as half a character in a JSON list */
export function assertNoMistake(value: unknown, label: string): void {
	for (const leaf of leavesOf(value, label)) {
		judge([{ label, purpose: 'filter', source: 'fixed', ...leaf }]);
	}
}

/** By purpose and source: each value of each item is judged. */
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

const adviceOn = ({ advice }: Mistake, value: FieldValue): string =>
	typeof advice === 'string' ? advice : advice(value);

/** What a value holds, with the expression and the property that give it. */
function foundIn(fieldValue: FieldValue, mistake: Mistake): string | undefined {
	const { value, source, written, property } = fieldValue;
	const found = mistake.find(value, fieldValue);
	if (found === undefined) return undefined;
	const isNamed = source === 'embedded' && written !== undefined && !found.includes(written);
	const expression = isNamed ? `${excerpt(written)}, which gives ` : '';
	return `${expression}${found}${property === undefined ? '' : ` (${quote(property)})`}`;
}
