/** What an unset field, an emptied one or an expression without a result gives. */
export const isEmpty = (value: unknown): value is undefined | null | '' =>
	value === undefined || value === null || value === '';

/** That, or blanks alone. */
export const isBlank = (value: unknown): boolean =>
	isEmpty(value) || (typeof value === 'string' && value.trim() === '');
