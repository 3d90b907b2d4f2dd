/** Recognizes JSON in a text, and finds the way to the text that a reader is meant to get. */

/** The object or list that a text holds in JSON. */
export function jsonIn(value: unknown): object | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	if (!/^[[{]/.test(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * The way to a text in an object or list, as an expression takes it: `.output`, `[0].text`; undefined where there is none
 * near the top.
 */
export function firstTextIn(json: unknown, depth = 1): string | undefined {
	if (typeof json === 'string') return '';
	if (typeof json !== 'object' || json === null || depth > 3) return undefined;
	for (const [name, entry] of Object.entries(json).slice(0, 20)) {
		const within = firstTextIn(entry, depth + 1);
		const isPlain = /^[a-z_$][\w$]*$/i.test(name);
		const step = Array.isArray(json)
			? `[${name}]`
			: isPlain
				? `.${name}`
				: `[${JSON.stringify(name)}]`;
		// Braces would end the expression.
		if (within !== undefined && step.length <= 50 && !/[{}]/.test(step)) return `${step}${within}`;
	}
	return undefined;
}
