/** Notions of empty, each wider than the one before. For values that are empty at any depth see `json.ts`. */
import { showsNothing } from '../../copiedText';

/** Whether a value is what an unset field, an emptied one or an expression without a result yields. */
export const isEmpty = (value: unknown): value is undefined | null | '' =>
	value === undefined || value === null || value === '';

/** Whether a value is empty, or a text of which nothing is seen. */
export const isBlank = (value: unknown): boolean =>
	isEmpty(value) || (typeof value === 'string' && showsNothing(value));

/** Whether a value is blank, or a list or an object without entries. 0 and false are not empty. */
export const hasNoContent = (value: unknown): boolean =>
	isBlank(value) || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
