/** Text as a search compares it: no case, no accents. */
function folded(text: string): string {
	return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A search term that is a number, with or without mask. */
const NUMERIC_TERM = /^[\d\s()+./-]*\d[\d\s()+./-]*$/;

/**
 * `search` of contacts and companies: part of a text, or part of a number with or without mask.
 * What is searched in a record is worked out once for each version of it.
 */
export function searcher<T extends object>(
	texts: (record: T) => Array<string | null>,
	numbers: (record: T) => Array<string | null>,
): (record: T, term: string) => boolean {
	const prepared = new WeakMap<T, { text: string; digits: string }>();
	return (record, term) => {
		let haystack = prepared.get(record);
		if (!haystack) {
			// A line break cannot be typed into a search: no match reaches over two fields.
			const text = folded([...texts(record), ...numbers(record)].filter(Boolean).join('\n'));
			const digits = numbers(record)
				.map((number) => number?.replace(/\D/g, '') ?? '')
				.join('\n');
			haystack = { text, digits };
			prepared.set(record, haystack);
		}
		if (haystack.text.includes(folded(term.trim()))) return true;
		return NUMERIC_TERM.test(term) && haystack.digits.includes(term.replace(/\D/g, ''));
	};
}
