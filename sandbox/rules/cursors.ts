import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { refuse } from './errors';

/** What a cursor is bound to: whose list, which list, which filters. */
export interface ListIdentity {
	userId: string;
	path: string;
	/** Every query parameter but `cursor` and `limit`. */
	filters: Record<string, unknown>;
}

/** Opaque cursors: a position, sealed together with the list that it belongs to. */
export class Cursors {
	private readonly key = randomBytes(32);

	/** @param sequence the place of the page's last record in the order of creation */
	write(list: ListIdentity, sequence: number): string {
		const position = sequence.toString(36);
		return Buffer.from(`${position}.${this.seal(list, position)}`).toString('base64url');
	}

	/** The sequence again; 400 `invalid_cursor` when altered or from another list. */
	read(list: ListIdentity, cursor: string): number {
		const text = Buffer.from(cursor, 'base64url').toString();
		const [position = '', seal = ''] = text.split('.');
		const expected = Buffer.from(this.seal(list, position));
		const given = Buffer.from(seal);
		const canonical = Buffer.from(text).toString('base64url') === cursor;
		if (!canonical || given.length !== expected.length || !timingSafeEqual(given, expected)) {
			refuse('invalid_cursor', 'The cursor was altered or belongs to another list.', 'cursor');
		}
		return parseInt(position, 36);
	}

	private seal({ userId, path, filters }: ListIdentity, position: string): string {
		const sorted = Object.entries(filters)
			.filter(([, value]) => value !== undefined)
			.sort(([a], [b]) => (a < b ? -1 : 1));
		return createHmac('sha256', this.key)
			.update(JSON.stringify([userId, path, sorted, position]))
			.digest('base64url')
			.slice(0, 22);
	}
}
