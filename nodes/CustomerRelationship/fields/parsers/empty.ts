import { showsNothing } from '../../copiedText';

/** Whether a value is what an unset field, an emptied one or an expression without a result yields. */
export const isEmpty = (value: unknown): value is undefined | null | '' =>
	value === undefined || value === null || value === '';

/** Whether a value is empty, or a text of which nothing is seen. */
export const isBlank = (value: unknown): boolean =>
	isEmpty(value) || (typeof value === 'string' && showsNothing(value));
