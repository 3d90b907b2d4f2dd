/** Remedies that show the user's own expression: what is pasted then reads their field. */

/** The code of an expression that is a plain way to a value, such as `$json.Nome`; undefined for a longer one. */
export function plainPath(expression: string | undefined): string | undefined {
	const [, code = ''] = /^\{\{([^{}]{1,80})\}\}$/.exec(expression ?? '') ?? [];
	const path = code.trim();
	return /^\$[\w$]+(?:\.[\w$]+|\[(["'])[^"'\\]+\1\])*$/.test(path) ? path : undefined;
}

/** Stands in a remedy for the value that was found, with the name of the example for it. */
const FOUND = /‹(text|output|total)›/g;

/** A remedy with the user's own expression for the value that was found, or an example where that is no plain path. */
export const withOwnExpression = (remedy: string, expression: string | undefined): string =>
	remedy.replace(FOUND, (_, example: string) => plainPath(expression) ?? `$json.${example}`);
