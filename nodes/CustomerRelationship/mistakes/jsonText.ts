/** Recognizes JSON in a text, and finds the path to a text in it. */

/** The object or list that a text holds in JSON. */
export function tryParseObjectOrList(value: unknown): object | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	if (!/^[[{]/.test(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * The path to the first text in an object or list, as in an expression: `.output`, `[0].text`.
 * @returns undefined if no text is within three levels
 */
export function pathToFirstText(json: unknown, depth = 1): string | undefined {
	if (typeof json === 'string') return '';
	if (typeof json !== 'object' || json === null || depth > 3) return undefined;
	for (const [name, entry] of Object.entries(json).slice(0, 20)) {
		const rest = pathToFirstText(entry, depth + 1);
		const isPlain = /^[a-z_$][\w$]*$/i.test(name);
		const step = Array.isArray(json)
			? `[${name}]`
			: isPlain
				? `.${name}`
				: `[${JSON.stringify(name)}]`;
		// Braces would end the expression.
		if (rest !== undefined && step.length <= 50 && !/[{}]/.test(step)) return `${step}${rest}`;
	}
	return undefined;
}
