import { randomBytes } from 'node:crypto';

/** An opaque id; the prefix is for human readers only. */
export function randomId(prefix: string): string {
	return `${prefix}_${randomBytes(12).toString('base64url')}`;
}
