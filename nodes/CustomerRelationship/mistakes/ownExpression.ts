/** Puts the user's own expression into a remedy, so that they can paste what it shows. */

/** The code of an expression that is a plain path, such as `$json.Nome`; undefined for any other. */
export function plainPath(expression: string | undefined): string | undefined {
	const [, code = ''] = /^\{\{([^{}]{1,80})\}\}$/.exec(expression ?? '') ?? [];
	const path = code.trim();
	return /^\$[\w$]+(?:\.[\w$]+|\[(["'])[^"'\\]+\1\])*$/.test(path) ? path : undefined;
}

/** A placeholder in a remedy for the value that was found, with the property of the example. */
const FOUND = /‹(text|output|total)›/g;

/** A remedy with the user's own expression in its placeholders, or with an example if that is not a plain path. */
export const withOwnExpression = (remedy: string, expression: string | undefined): string =>
	remedy.replace(FOUND, (_, example: string) => plainPath(expression) ?? `$json.${example}`);
