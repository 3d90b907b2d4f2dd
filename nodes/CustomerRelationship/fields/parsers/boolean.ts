import { plainText } from '../../copiedText';
import { InvalidInput } from '../../invalidInput';
import { isEmpty } from './empty';
import { foldCaseAndAccents, scalarToText } from './text';

const YES = ['sim', 's', 'yes', 'y', '1', 'x', 'verdadeiro', 'true'];
const NO = ['não', 'n', 'no', '0', 'falso', 'false'];

const wordOf = (text: string): string => foldCaseAndAccents(plainText(text));
const WORDS = new Map([
	...YES.map((word) => [wordOf(word), true] as const),
	...NO.map((word) => [wordOf(word), false] as const),
]);

/** True or false, also as one of the words above; undefined if empty. @throws InvalidInput for anything else */
export function parseBoolean(value: unknown, label: string): boolean | undefined {
	if (isEmpty(value)) return undefined;
	const truth = WORDS.get(wordOf(String(scalarToText(value, label))));
	if (truth !== undefined) return truth;
	throw new InvalidInput(
		label,
		'is neither true nor false',
		`Use ${YES.join(', ')} for true, or ${NO.join(', ')} for false.`,
	);
}

/** True or false. @throws InvalidInput for anything else: an empty value must not count as false */
export function parseStrictBoolean(value: unknown, label: string): boolean {
	if (typeof value === 'boolean') return value;
	throw new InvalidInput(
		label,
		isEmpty(value) ? 'is empty' : 'is neither true nor false',
		'Check its expression: it must return true or false for each item, not text.',
	);
}
