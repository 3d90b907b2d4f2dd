import { createHash } from 'node:crypto';
import type { Clock } from '../clock';
import { refuse } from './errors';

/** "Limits": idempotency storage. */
const STORED_MS = 24 * 60 * 60 * 1000;
/** README, "Memory": the oldest finished keys make room beyond this. */
const MOST_KEYS = 200_000;

/** Which answers are stored: `POST /conversations` has rules of its own (Idempotency 5). */
export type StoragePolicy = 'ordinary' | 'conversationStart';

export interface StoredAnswer {
	status: number;
	body: string;
	/** The stored answer's own; a replay repeats it, because the error envelope names it too. */
	requestId: string;
}

interface Slot {
	fingerprint: string;
	/** Null while the first request is running. */
	answer: StoredAnswer | null;
	/** ms since 1970, on the service's clock. */
	expiresAt: number;
}

/** The bytes that make two requests "the same" (Idempotency 2). */
export interface RequestBytes {
	method: string;
	/** As sent, query included. */
	target: string;
	body: Buffer;
}

/** "Limits, Idempotency" 1 to 6. */
export class Idempotency {
	private readonly slots = new Map<string, Slot>();

	constructor(private readonly clock: Clock) {}

	/**
	 * Starts a request under its key, or gives back the stored answer.
	 * Throws 409 `idempotency_key_reused` or `idempotency_key_in_progress`.
	 */
	begin(tokenId: string, key: string, request: RequestBytes): StoredAnswer | IdempotentRun {
		this.forgetExpired();
		const name = `${tokenId} ${key}`;
		const fingerprint = fingerprintOf(request);
		const slot = this.slots.get(name);
		if (slot) {
			if (slot.fingerprint !== fingerprint) {
				refuse('idempotency_key_reused', 'This Idempotency-Key was used with a different request.');
			}
			if (slot.answer) return slot.answer;
			refuse('idempotency_key_in_progress', 'The first request with this key is still running.');
		}
		const running: Slot = { fingerprint, answer: null, expiresAt: this.clock.now() + STORED_MS };
		this.slots.set(name, running);
		return {
			finish: (answer, policy) => {
				if (this.slots.get(name) !== running) return;
				if (isStored(answer.status, policy)) running.answer = answer;
				else this.slots.delete(name);
			},
		};
	}

	reset(): void {
		this.slots.clear();
	}

	/** Keys expire in the order in which they came, so the oldest are always in front. */
	private forgetExpired(): void {
		const now = this.clock.now();
		for (const [name, slot] of this.slots) {
			// Idempotency 4 knows no end of "still running".
			if (slot.answer === null) continue;
			if (slot.expiresAt > now && this.slots.size < MOST_KEYS) break;
			this.slots.delete(name);
		}
	}
}

export interface IdempotentRun {
	/** Stores the answer, or frees the key for another try. */
	finish(answer: StoredAnswer, policy: StoragePolicy): void;
}

/** Idempotency 6 and "Limits": 1 to 255 visible ASCII characters. */
export function requireValidKey(key: string): void {
	if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
		refuse(
			'invalid_idempotency_key',
			'Idempotency-Key must have 1 to 255 visible ASCII characters.',
			'Idempotency-Key',
		);
	}
}

/** Idempotency 5. */
function isStored(status: number, policy: StoragePolicy): boolean {
	if (policy === 'conversationStart') {
		return status === 500 || (status < 500 && ![400, 404, 409, 422, 429].includes(status));
	}
	return status < 500 && status !== 429;
}

function fingerprintOf({ method, target, body }: RequestBytes): string {
	return createHash('sha256').update(`${method} ${target}\n`).update(body).digest('base64');
}
