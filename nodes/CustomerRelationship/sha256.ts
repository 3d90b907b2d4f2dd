import { createHash } from 'crypto';

/** SHA-256 in hex, for values that must be compared but not kept. */
export const digest = (value: string): string => createHash('sha256').update(value).digest('hex');
