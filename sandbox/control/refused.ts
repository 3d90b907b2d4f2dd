/** A refusal of the control API. */
export function refused(message: string, statusCode: number): never {
	throw Object.assign(new Error(message), { statusCode });
}

export function unknownId(what: string): never {
	return refused(`There is no such ${what}.`, 404);
}
