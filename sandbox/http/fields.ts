import { z } from 'zod';
import { timestamp } from '../clock';

/** Shapes that several operations take. */

const text = z.string().max(1000);

/** A text of a create: absent or not empty. */
export const givenText = text.min(1).optional();

/** A text of an update: `null` or empty text clears it. */
export const clearableText = text
	.nullable()
	.transform((value) => (value === '' ? null : value))
	.optional();

/** README, `asciiEmails`: letters of any alphabet. */
const email = z
	.string()
	.max(1000)
	.regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address');
export const givenEmail = email.optional();
export const clearableEmail = z
	.union([z.literal(''), email])
	.nullable()
	.transform((value) => (value === '' ? null : value))
	.optional();

/** An id in a body. */
export const givenId = z.string().min(1).max(64).optional();
export const clearableId = z
	.string()
	.max(64)
	.nullable()
	.transform((value) => (value === '' ? null : value))
	.optional();

export const tags = z.array(z.string().min(1));
/** A list of an update: `null` clears it. */
export const clearableTags = tags
	.nullable()
	.transform((list) => list ?? [])
	.optional();

/** As parsed: a schema that rebuilds the object would lose a slug such as `__proto__` in silence. */
export const customFields = z
	.custom<Record<string, unknown>>(
		(value) => typeof value === 'object' && value !== null && !Array.isArray(value),
		'must be an object',
	)
	.optional();

/** A filter in a query. */
export const queryId = z.string().min(1).max(64).optional();
export const queryBoolean = z
	.enum(['true', 'false'])
	.transform((value) => value === 'true')
	.optional();
/** "Limits": 1 to 200 characters. */
export const querySearch = z.string().min(1).max(200).optional();

/** `limit`, `cursor`; the largest `limit` is a setting and checked by the list. */
export const pagingQuery = {
	limit: z
		.string()
		.regex(/^\d{1,9}$/, 'must be a whole number')
		.transform(Number)
		.optional(),
	cursor: z.string().optional(),
};

/** Records changed at or after this time. */
export const updatedSince = timestamp.optional();
