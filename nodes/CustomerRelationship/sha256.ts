import { hash, type BinaryToTextEncoding } from 'crypto';

/** SHA-256 of a text (as UTF-8) or of bytes, in hex by default; for values that must be compared but not kept. */
export const sha256 = (value: string | Buffer, encoding: BinaryToTextEncoding = 'hex'): string =>
	hash('sha256', value, encoding);
