/** What an error means for the user. */
export interface Explanation {
	/** What went wrong. */
	message: string;
	/** What to do about the cause; nothing of what was sent or read, and of trying again, which depend on who meets it. */
	remedy: string;
	/** It is over by itself some time: the node waits for that, as long as it may. */
	isTransient?: true;
}

/** What a refusal is about. */
interface Subject {
	/** The field that the answer names, as in “Phone”. */
	field: string;
	/** The token's scope that the request needs. */
	scope: string;
}

/** An explanation; one that names what it is about is made for it. */
export type Meaning = Explanation | ((subject: Subject) => Explanation);

/** @param subject what it is about */
export const explanationOf = (meaning: Meaning, subject: Subject): Explanation =>
	typeof meaning === 'function' ? meaning(subject) : meaning;

/**
 * What refusals mean at an operation, where that is not what they mean everywhere: by code, by code and
 * parameter as in `invalid_parameter phone`, or by status, for codes that the specification does not show.
 */
export type Refusals = Readonly<Record<string, Meaning>>;
