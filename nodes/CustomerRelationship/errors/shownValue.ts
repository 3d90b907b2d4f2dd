const MOST_CHARACTERS = 40;

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
	if (inner === undefined || inner === null || typeof inner === 'object') return undefined;
	const characters = [...String(inner).replace(/\s+/g, ' ').trim()];
	const isLong = characters.length > MOST_CHARACTERS;
	const text = isLong ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : characters.join('');
	return text === '' || message.includes(`“${text}”`) ? undefined : `“${text}”`;
}
