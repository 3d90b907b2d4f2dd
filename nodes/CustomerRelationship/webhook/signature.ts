import { createHmac, timingSafeEqual } from 'crypto';

/** A parsed `Svc-Signature`. */
export interface SignatureHeader {
	/** `t` exactly as written, because it is part of the signed content. */
	timestamp: string;
	/** Each well-formed `v1`, as its 32 bytes. */
	signatures: Buffer[];
}

/** Why a delivery is rejected by its header alone. */
export type HeaderFault =
	{ fault: 'missing' | 'malformed' } | { fault: 'tooOld' | 'tooNew'; distanceSeconds: number };

/** Which timestamps are recent enough. */
export interface ReplayWindow {
	/** Our clock, in whole seconds since the epoch. */
	nowSeconds: number;
	/** How far `t` may differ from it, either way. */
	toleranceSeconds: number;
}

const MAX_HEADER_LENGTH = 4096;
const TIMESTAMP = /^\d{1,15}$/;
const SIGNATURE = /^[0-9a-f]{64}$/i;

/**
 * Parses the header and checks that its timestamp is recent (specification: Events, Signature 1 and 3). Never throws.
 * @param value of `Svc-Signature`; an array if the request has several
 */
export function checkSignatureHeader(
	value: string | string[] | undefined,
	{ nowSeconds, toleranceSeconds }: ReplayWindow,
): SignatureHeader | HeaderFault {
	if (value === undefined) return { fault: 'missing' };
	const header = parseSignatureHeader(value);
	if (header === undefined) return { fault: 'malformed' };

	const ageSeconds = nowSeconds - Number(header.timestamp);
	const distanceSeconds = Math.abs(ageSeconds);
	if (distanceSeconds <= toleranceSeconds) return header;
	return { fault: ageSeconds < 0 ? 'tooNew' : 'tooOld', distanceSeconds };
}

/**
 * Parses `t=<unix seconds>,v1=<hex>[,v1=<hex>…]` (specification: Events, Signature 1): in any order, hex in either
 * case, with or without blanks. Other elements, malformed `v1` included, are ignored.
 * @returns `undefined` if it is longer than 4,096 characters, or unless it has exactly one `t`, which is
 *   well-formed, and at least one well-formed `v1`
 */
export function parseSignatureHeader(value: string | string[]): SignatureHeader | undefined {
	const text = String(value);
	if (text.length > MAX_HEADER_LENGTH) return undefined;
	const elements = text.split(',').map((element) => {
		const [name = '', ...rest] = element.split('=');
		return { name: name.trim(), value: rest.join('=').trim() };
	});
	const valuesOf = (elementName: string) =>
		elements.filter(({ name }) => name === elementName).map(({ value }) => value);

	const [timestamp = '', second] = valuesOf('t');
	const signatures = valuesOf('v1').filter((hex) => SIGNATURE.test(hex));
	if (second !== undefined || !TIMESTAMP.test(timestamp) || signatures.length === 0) {
		return undefined;
	}
	return { timestamp, signatures: signatures.map((hex) => Buffer.from(hex, 'hex')) };
}

/**
 * Whether any of the header's signatures was made with any of the secrets (specification: Events, Signature 2 and 3).
 * Compares all pairs in constant time, so that timing reveals neither which byte differs nor which pair matches.
 * @param body the bytes as received
 */
export function verifySignature(header: SignatureHeader, secrets: string[], body: Buffer): boolean {
	let isValid = false;
	for (const secret of secrets) {
		const expected = computeSignature(secret, header.timestamp, body);
		for (const signature of header.signatures) {
			isValid = timingSafeEqual(expected, signature) || isValid;
		}
	}
	return isValid;
}

/** HMAC-SHA256 over `<t>.<body>` (specification: Events, Signature 2): 32 bytes. */
function computeSignature(secret: string, timestamp: string, body: Buffer): Buffer {
	return createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
}
