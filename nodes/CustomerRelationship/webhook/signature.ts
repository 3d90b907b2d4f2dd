import { createHmac, timingSafeEqual } from 'crypto';

/** What a delivery says of itself, and what that is held against. */
export interface Claim {
	/** Value of `Svc-Signature`; an array when it came more than once. */
	header: string | string[] | undefined;
	/** The receiver's clock, in whole seconds since 1970. */
	nowSeconds: number;
	/** How far `t` may be from the clock, either way. Anything but a number, 0 or more, refuses. */
	toleranceSeconds: number;
}

export interface SignedDelivery extends Claim {
	/** The body's bytes as received; `undefined` when n8n could not give them. */
	body: Buffer | undefined;
	secrets: string[];
}

/** A delivery that is not believed, and why. `mismatch`: nothing is wrong with it but that no signature holds. */
export interface Refused {
	believed: false;
	reason:
		| 'headerMissing'
		| 'headerUnreadable'
		| 'tooOld'
		| 'tooNew'
		| 'noTolerance'
		| 'noBody'
		| 'noSecret'
		| 'mismatch';
	/** Seconds between `t` and the clock, once `t` is known. */
	distanceSeconds?: number;
}

export type Verdict = { believed: true } | Refused;

export interface SignatureHeader {
	/** `t` exactly as written, since it is part of what was signed. */
	timestamp: string;
	/** Each well-formed `v1`, as its 32 bytes. */
	signatures: Buffer[];
}

const LONGEST_HEADER = 4096;
const TIMESTAMP = /^\d{1,15}$/;
const SIGNATURE = /^[0-9a-f]{64}$/i;

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

/** Why a delivery is refused whatever its body and the secrets are (specification: Events, Signature 1 and 3), if it is. */
export function refusalOf({ header, nowSeconds, toleranceSeconds }: Claim): Refused | undefined {
	if (header === undefined) return { believed: false, reason: 'headerMissing' };
	const parsed = parseHeader(header);
	if (parsed === undefined) return { believed: false, reason: 'headerUnreadable' };
	if (!Number.isFinite(toleranceSeconds) || toleranceSeconds < 0)
		return { believed: false, reason: 'noTolerance' };

	const ageSeconds = nowSeconds - Number(parsed.timestamp);
	const distanceSeconds = Math.abs(ageSeconds);
	if (distanceSeconds <= toleranceSeconds) return undefined;
	return { believed: false, reason: ageSeconds < 0 ? 'tooNew' : 'tooOld', distanceSeconds };
}

/**
 * Judges a delivery (specification: Events, Signature 1 to 3). Fails closed: without a secret,
 * a body or a readable header nothing is believed. Throws nothing.
 */
export function judge(delivery: SignedDelivery): Verdict {
	const refused = refusalOf(delivery);
	if (refused) return refused;
	const { header, secrets, body } = delivery;
	if (body === undefined) return { believed: false, reason: 'noBody' };
	if (secrets.length === 0) return { believed: false, reason: 'noSecret' };
	const holds = signatureHolds(parseHeader(header!)!, secrets, body);
	return holds ? { believed: true } : { believed: false, reason: 'mismatch' };
}
