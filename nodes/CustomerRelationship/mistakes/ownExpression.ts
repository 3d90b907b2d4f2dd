/** Puts the user's own expression into a remedy, so that they can paste what it shows. */

/** The code of an expression that is a plain path, such as `$json.Nome`; undefined for any other. */
export function plainPath(expression: string | undefined): string | undefined {
	const [, code = ''] = /^\{\{([^{}]{1,80})\}\}$/.exec(expression ?? '') ?? [];
	const path = code.trim();
	return /^\$[\w$]+(?:\.[\w$]+|\[(["'])[^"'\\]+\1\])*$/.test(path) ? path : undefined;
}

/** A placeholder for the user's expression in a remedy. Its word is the example's property: `‹text›` becomes `$json.text`. */
const PLACEHOLDER = /‹(\w{1,40})›/g;

/**
 * A remedy with the user's own expression in its placeholders. If that is not a plain path, an example such as
 * `$json.text` stands there, and a sentence says so.
 */
export function remedyWithExpression(remedy: string, expression: string | undefined): string {
	const path = plainPath(expression);
	const examples = new Set<string>();
	const filled = remedy.replace(PLACEHOLDER, (_, property: string) => {
		if (path !== undefined) return path;
		const example = `$json.${property}`;
		examples.add(example);
		return example;
	});
	return examples.size === 0
		? filled
		: `${filled} Put your own field in place of ${[...examples].join(' and ')}.`;
}
