import { z } from 'zod';

/** An absolute address that a browser may be sent to and an event delivered to. */
export const httpUrl = z
	.string()
	.url()
	.regex(/^https?:\/\//i, 'must begin with http:// or https://');
