/** What an error means for the user. */
export interface Explanation {
	/** What went wrong. */
	message: string;
	/** What to do about the cause. What was sent, and how to try again, depends on the reader: see `errorText`. */
	remedy: string;
	/** The condition ends by itself, so requests wait for that and are retried. */
	isTransient?: true;
}

/** What a refusal is about. */
interface RefusalContext {
	/** The field that the answer names, as in “Phone”. */
	field: string;
	/** The scope of the token that the request needs. */
	scope: string;
}

/** An explanation, or a function of what the refusal is about. */
export type Meaning = Explanation | ((context: RefusalContext) => Explanation);

/** The explanation of a refusal with this meaning. */
export const explanationOf = (meaning: Meaning, context: RefusalContext): Explanation =>
	typeof meaning === 'function' ? meaning(context) : meaning;

/**
 * What refusals mean at one operation, if that differs from the catalogue. Keys are a code, a code with a
 * parameter (`invalid_parameter phone`), or a status, for codes that the specification does not show.
 */
export type Refusals = Readonly<Record<string, Meaning>>;
