import { excerpt } from '../quote';

const MOST_CHARACTERS = 40;
/** A value is looked at no further than this, however long it is. */
const MOST_LOOKED_AT = 10_000;

/** The value of a field, quoted and shortened, for an error text; undefined if there is none or the message has it. */
export function shownValue({
	value,
	message,
}: {
	value?: unknown;
	message: string;
}): string | undefined {
	const inner: unknown =
		typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
	if (inner === undefined || typeof inner === 'object') return undefined;
	const plain = String(inner).trim().slice(0, MOST_LOOKED_AT).replace(/\s+/g, ' ');
	const text = excerpt(plain, MOST_CHARACTERS);
	return text === '' || message.includes(`“${text}”`) ? undefined : `“${text}”`;
}
