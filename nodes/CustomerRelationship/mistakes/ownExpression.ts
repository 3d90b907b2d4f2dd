/** Remedies that show the user's own expression: what is pasted then reads their field. */

/** The code of an expression that is a plain way to a value, such as `$json.Nome`; undefined for a longer one. */
export function plainPath(expression: string | undefined): string | undefined {
	const [, code = ''] = /^\{\{([^{}]{1,80})\}\}$/.exec(expression ?? '') ?? [];
	const path = code.trim();
	return /^\$[\w$]+(?:\.[\w$]+|\[(["'])[^"'\\]+\1\])*$/.test(path) ? path : undefined;
}

/** The examples by which remedies name the value that was found. */
const EXAMPLE = /\$json\.(?:text\b|total\b|output(?=\.(?:split|replace)\())/g;

/** A remedy with the user's own expression in place of the example, where that is a plain way to the value. */
export function withOwnExpression(remedy: string, expression: string | undefined): string {
	const own = plainPath(expression);
	return own === undefined ? remedy : remedy.replace(EXAMPLE, () => own);
}
