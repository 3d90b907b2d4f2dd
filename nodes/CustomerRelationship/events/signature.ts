import { createHmac, timingSafeEqual } from 'crypto';

/** Why a delivery is not believed. `mismatch`: the header is well formed, yet no signature holds. */
type Refusal =
	'noSecret' | 'noBody' | 'headerMissing' | 'headerMalformed' | 'tooOld' | 'tooNew' | 'mismatch';

/** What a delivery claims, and what it is judged by. */
export interface SignedDelivery {
	/** The body's bytes as received; `undefined` when n8n could not give them. */
	body: Buffer | undefined;
	/** Value of `Svc-Signature`; an array when it came more than once. */
	header: string | string[] | undefined;
	secrets: string[];
	/** The receiver's clock, in whole seconds since 1970. */
	nowSeconds: number;
	/** How far `t` may be from the clock, either way. Anything but a number refuses. */
	toleranceSeconds: number;
}

export type Verdict =
	| { believed: true }
	| {
			believed: false;
			reason: Refusal;
			/** Seconds by which `t` lies behind the clock (negative: ahead of it), once `t` is known. */
			ageSeconds?: number;
			/** Whether a signature holds although the delivery is refused for its age. */
			signed?: boolean;
	  };

export interface SignatureHeader {
	/** `t` exactly as written, since it is part of what was signed. */
	timestamp: string;
	/** Each `v1` as its 32 bytes. */
	signatures: Buffer[];
}

const LONGEST_HEADER = 4096;
const TIMESTAMP = /^\d{1,15}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

/**
 * Reads `t=<unix seconds>,v1=<hex>[,v1=<hex>…]` (specification: Events, Signature 1): in any
 * order, pairs of other names ignored, blanks forgiven. `undefined` when anything else is off:
 * no `t` or two, no `v1`, a `v1` that is not 64 lower-case hex digits, over 4,096 characters.
 */
export function parseHeader(value: string | string[]): SignatureHeader | undefined {
	const text = typeof value === 'string' ? value : value.join(',');
	if (text.length > LONGEST_HEADER) return undefined;

	let timestamp: string | undefined;
	const signatures: Buffer[] = [];
	for (const pair of text.split(',')) {
		const equals = pair.indexOf('=');
		if (equals < 0) return undefined;
		const name = pair.slice(0, equals).trim();
		const content = pair.slice(equals + 1).trim();
		if (name === 't') {
			if (timestamp !== undefined || !TIMESTAMP.test(content)) return undefined;
			timestamp = content;
		} else if (name === 'v1') {
			if (!SIGNATURE.test(content)) return undefined;
			signatures.push(Buffer.from(content, 'hex'));
		}
	}
	return timestamp === undefined || signatures.length === 0 ? undefined : { timestamp, signatures };
}

/** HMAC-SHA256 over `<t>.<body>` (specification: Events, Signature 2), 32 bytes. */
function sign(secret: string, timestamp: string, body: Buffer): Buffer {
	return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
}

/**
 * Whether any of the header's signatures was made with any of the secrets. Every signature is
 * compared with every secret, in constant time, so the time taken tells nothing about where
 * they differ or which of them holds.
 */
export function signatureHolds(header: SignatureHeader, secrets: string[], body: Buffer): boolean {
	let holds = false;
	for (const secret of secrets) {
		const expected = sign(secret, header.timestamp, body);
		for (const signature of header.signatures) {
			holds = timingSafeEqual(expected, signature) || holds;
		}
	}
	return holds;
}

/**
 * Judges a delivery (specification: Events, Signature 1 to 3). Fails closed: without a secret,
 * a body or a readable header nothing is believed. Throws nothing.
 */
export function judge(delivery: SignedDelivery): Verdict {
	const { body, secrets, nowSeconds, toleranceSeconds } = delivery;
	if (secrets.length === 0) return { believed: false, reason: 'noSecret' };
	if (delivery.header === undefined) return { believed: false, reason: 'headerMissing' };
	const header = parseHeader(delivery.header);
	if (header === undefined) return { believed: false, reason: 'headerMalformed' };
	if (body === undefined) return { believed: false, reason: 'noBody' };

	const ageSeconds = nowSeconds - Number(header.timestamp);
	const signed = signatureHolds(header, secrets, body);
	// Written so that a tolerance that is not a number lets nothing pass.
	if (!(Math.abs(ageSeconds) <= toleranceSeconds)) {
		const reason = ageSeconds < 0 ? 'tooNew' : 'tooOld';
		return { believed: false, reason, ageSeconds, signed };
	}
	return signed ? { believed: true } : { believed: false, reason: 'mismatch', ageSeconds };
}
