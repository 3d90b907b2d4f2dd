import {
	checkSignatureHeader,
	verifySignature,
	type ReplayWindow,
} from '../../../nodes/CustomerRelationship/webhook/signature';

/**
 * Signatures computed by OpenSSL:
 * (printf '%s.' "$t"; cat "$body") | openssl dgst -sha256 -hmac "$secret" -hex
 */
export const T = 1700000000;
export const SECRET_ONE = 'vector-secret-one-for-tests-only';
export const SECRET_TWO = 'vector-secret-two-for-tests-only';
export const SECRET_BEYOND_ASCII = 'ségrédo-ção-🙂';

const contact = Buffer.from('{"event":"contact.created","id":"evt_1","data":{"contactId":"c_1"}}');

/** Bodies, each with its signature by the first secret at `T`. */
export const VECTORS: Record<string, { body: Buffer; v1: string }> = {
	'a plain event': {
		body: contact,
		v1: 'a82433d3577e1b71f6bc9ca73cf8f87b1e145970787989edce9345e9973c7163',
	},
	'the same event with its keys in another order': {
		body: Buffer.from('{"id":"evt_1","event":"contact.created","data":{"contactId":"c_1"}}'),
		v1: 'af2607d8419f40d3fa78d148f104d8d40fdc60e52e4e53414e493287bbdd5f22',
	},
	'accents and an emoji': {
		body: Buffer.from('{"event":"message.received","id":"evt_2","data":{"text":"Olá 🙂"}}'),
		v1: '095ec2f9a56d25cf79ac47139043157082865f872821c6b90da68f47ce72e62a',
	},
	'bytes that are not UTF-8': {
		body: Buffer.concat([Buffer.from('fffe0080', 'hex'), Buffer.from('{"event"')]),
		v1: '8874a3f9d14adf5810c272c986f4f6f7913371eb3e5d2fe1c911875c49623b39',
	},
	'no bytes at all': {
		body: Buffer.alloc(0),
		v1: 'd99cb424afa53971b3f93107241031c1213c7493b3d5ef563a846ad275a21102',
	},
	'blanks and a line break': {
		body: Buffer.from('{ "event": "x", "id": "1" }\r\n'),
		v1: '2b6eaf61870a13d3fda3ea383c94f3643f66c4a46750aec8a4e2dc953c229dda',
	},
	'a byte order mark': {
		body: Buffer.from('\uFEFF{"event":"x","id":"1"}'),
		v1: '6e923b734d1e82e885963535cadf4464682a11506cdda9b97b4c7bb96751160e',
	},
	'a megabyte of every byte': {
		body: Buffer.from(Uint8Array.from({ length: 1024 * 1024 }, (_, index) => index % 256)),
		v1: 'abc44ed714ce2f96190a9cc54c6f3272ee03b4365af486d0db43fbe484d9ad02',
	},
};

export const CONTACT = {
	body: contact,
	/** Made with the first secret, the second, and the one beyond ASCII. */
	one: 'a82433d3577e1b71f6bc9ca73cf8f87b1e145970787989edce9345e9973c7163',
	two: 'd35653733abd2734fed2256a8820ac6ab20dcc0d71f8d789cb6e492c9bd7c0da',
	beyondAscii: 'f70d7081e461df4bccb61fde9d6297126bd438d9181ca351de47c46c4c68ee97',
	/** Made with the first secret over the time `01700000000`. */
	zeroFirst: 'd09b63d501edea4953a53e165af45b3f3422ed33d5a07517bf28f0e6285ae276',
};

export interface SignedDelivery extends ReplayWindow {
	header: string | string[] | undefined;
	body: Buffer;
	secrets: string[];
}

/** A genuine delivery of the contact, with changes. */
export const deliveryWith = (changes: Partial<SignedDelivery> = {}): SignedDelivery => ({
	body: CONTACT.body,
	header: `t=${T},v1=${CONTACT.one}`,
	secrets: [SECRET_ONE],
	nowSeconds: T,
	toleranceSeconds: 300,
	...changes,
});

/** `verified`, the fault of the header, or `mismatch`. */
export function verdictOn({ header, body, secrets, ...replayWindow }: SignedDelivery): string {
	const checked = checkSignatureHeader(header, replayWindow);
	if ('fault' in checked) return checked.fault;
	return verifySignature(checked, secrets, body) ? 'verified' : 'mismatch';
}
