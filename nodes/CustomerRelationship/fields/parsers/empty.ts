/** Whether a value is what an unset field, an emptied one or an expression without a result yields. */
export const isEmpty = (value: unknown): value is undefined | null | '' =>
	value === undefined || value === null || value === '';

/**
 * Characters of which nothing is seen if they stand alone: white space, format characters, combining marks, and letters
 * that are drawn as nothing, such as the Hangul filler.
 */
const NOTHING_TO_SEE = /^[\s\p{Cf}\p{Mn}\u2800\u3164\u115F\u1160\uFFA0]*$/u;

/** Whether a value is empty, or a text of which nothing is seen. */
export const isBlank = (value: unknown): boolean =>
	isEmpty(value) || (typeof value === 'string' && NOTHING_TO_SEE.test(value));
