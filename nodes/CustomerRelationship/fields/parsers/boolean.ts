import { InvalidInput } from '../../invalidInput';
import { isEmpty } from './empty';
import { foldCaseAndAccents, parseText } from './text';

const WORDS = new Map([
	...['true', 'sim', 'verdadeiro'].map((word) => [word, true] as const),
	...['false', 'nao', 'falso'].map((word) => [word, false] as const),
]);

/** True or false, also as `true`/`false`, sim/não, verdadeiro/falso; undefined if empty. @throws InvalidInput for anything else */
export function parseBoolean(value: unknown, label: string): boolean | undefined {
	if (isEmpty(value)) return undefined;
	const truth = WORDS.get(foldCaseAndAccents(String(parseText(value, label)).trim()));
	if (truth !== undefined) return truth;
	throw new InvalidInput(label, 'is neither true nor false', 'Check the expression.');
}

/** True or false. @throws InvalidInput for anything else: an empty value must not count as false */
export function parseStrictBoolean(value: unknown, label: string): boolean {
	if (typeof value === 'boolean') return value;
	throw new InvalidInput(
		label,
		isEmpty(value) ? 'is empty' : 'is neither true nor false',
		'Check its expression: it must give true or false for each item, not a text.',
	);
}
