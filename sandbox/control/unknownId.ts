/** 404 of the control API. */
export function unknownId(what: string): never {
	throw Object.assign(new Error(`There is no such ${what}.`), { statusCode: 404 });
}
