import { InvalidInput } from '../../invalidInput';
import { isEmpty } from './empty';
import { foldCaseAndAccents, parseText } from './text';

const WORDS = new Map([
	...['true', 'sim', 'verdadeiro'].map((word) => [word, true] as const),
	...['false', 'nao', 'falso'].map((word) => [word, false] as const),
]);

/** @throws InvalidInput for anything but true and false, also as words, in Portuguese as well */
export function parseBoolean(value: unknown, label: string): boolean | undefined {
	if (isEmpty(value)) return undefined;
	const truth = WORDS.get(foldCaseAndAccents(String(parseText(value, label)).trim()));
	if (truth !== undefined) return truth;
	throw new InvalidInput(label, 'is neither true nor false', 'Check the expression.');
}

/** @throws InvalidInput for anything but `true` and `false`: nothing at all must not count as `false` */
export function parseStrictBoolean(value: unknown, label: string): boolean {
	if (typeof value === 'boolean') return value;
	throw new InvalidInput(
		label,
		isEmpty(value) ? 'is empty' : 'is neither true nor false',
		'Check its expression: it must give true or false for each item, not a text.',
	);
}
