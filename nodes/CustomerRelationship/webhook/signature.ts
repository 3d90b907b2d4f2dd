import { createHmac, timingSafeEqual } from 'crypto';

/** What a readable `Svc-Signature` says. */
export interface SignatureHeader {
	/** `t` exactly as written, since it is part of what was signed. */
	timestamp: string;
	/** Each well-formed `v1`, as its 32 bytes. */
	signatures: Buffer[];
}

/** Why the header alone is enough to refuse a delivery. */
export type HeaderFault =
	| { fault: 'missing' | 'unreadable' | 'noTolerance' }
	| { fault: 'tooOld' | 'tooNew'; distanceSeconds: number };

/** What the header's time is held against. */
export interface Clock {
	/** The receiver's, in whole seconds since 1970. */
	nowSeconds: number;
	/** How far `t` may be from it, either way. Anything but a number, 0 or more, refuses. */
	toleranceSeconds: number;
}

const LONGEST_HEADER = 4096;
const TIMESTAMP = /^\d{1,15}$/;
const SIGNATURE = /^[0-9a-f]{64}$/i;

/**
 * Reads the header of a delivery that is recent enough (specification: Events, Signature 1 and 3). Throws nothing.
 * @param value of `Svc-Signature`; an array when it came more than once
 */
export function readHeader(
	value: string | string[] | undefined,
	{ nowSeconds, toleranceSeconds }: Clock,
): SignatureHeader | HeaderFault {
	if (value === undefined) return { fault: 'missing' };
	const header = parseHeader(value);
	if (header === undefined) return { fault: 'unreadable' };
	if (!Number.isFinite(toleranceSeconds) || toleranceSeconds < 0) return { fault: 'noTolerance' };

	const ageSeconds = nowSeconds - Number(header.timestamp);
	const distanceSeconds = Math.abs(ageSeconds);
	if (distanceSeconds <= toleranceSeconds) return header;
	return { fault: ageSeconds < 0 ? 'tooNew' : 'tooOld', distanceSeconds };
}

/**
 * Reads `t=<unix seconds>,v1=<hex>[,v1=<hex>…]` (specification: Events, Signature 1): in any order, hex in either
 * case, blanks forgiven; whatever else is in it, an unreadable `v1` included, is ignored. `undefined` without
 * exactly one `t`, a readable one, and at least one readable `v1`, or when it is over 4,096 characters long.
 */
export function parseHeader(value: string | string[]): SignatureHeader | undefined {
	const text = String(value);
	if (text.length > LONGEST_HEADER) return undefined;
	const elements = text.split(',').map((element) => {
		const [name = '', ...rest] = element.split('=');
		return { name: name.trim(), content: rest.join('=').trim() };
	});
	const contentsOf = (wanted: string) =>
		elements.filter(({ name }) => name === wanted).map(({ content }) => content);

	const [timestamp = '', second] = contentsOf('t');
	const signatures = contentsOf('v1').filter((content) => SIGNATURE.test(content));
	if (second !== undefined || !TIMESTAMP.test(timestamp) || signatures.length === 0) {
		return undefined;
	}
	return { timestamp, signatures: signatures.map((hex) => Buffer.from(hex, 'hex')) };
}

/**
 * Whether any of the header's signatures was made with any of the secrets (specification: Events, Signature 2 and 3);
 * never without a secret. Every signature is compared with every secret, in constant time, so the time taken tells
 * nothing about where they differ or which of them holds.
 * @param body its bytes as received
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

/** HMAC-SHA256 over `<t>.<body>` (specification: Events, Signature 2), 32 bytes. */
function sign(secret: string, timestamp: string, body: Buffer): Buffer {
	return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
}
