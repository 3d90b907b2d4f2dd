import { parseHeader, signatureHolds, type SignedDelivery, type Verdict } from './signature';

type Refused = Extract<Verdict, { believed: false }>;

const SECRET_LENGTH = 64;
const LARGEST_BODY_TO_REWRITE = 256 * 1024;

/** What proxies do to a body, undone: each gives the bytes that may have been signed. */
const REWRITES: Array<{ happened: string; undo: (text: string) => string }> = [
	{ happened: 'a line break was added at the end', undo: (text) => text.replace(/\r?\n$/, '') },
	{ happened: 'the line break at the end was removed', undo: (text) => `${text}\n` },
	{ happened: 'its line breaks were changed', undo: (text) => text.replace(/\r\n/g, '\n') },
	{ happened: 'its line breaks were changed', undo: (text) => text.replace(/\r?\n/g, '\r\n') },
	{ happened: 'a byte order mark was added', undo: (text) => text.replace(/^\uFEFF/, '') },
	{ happened: 'its JSON was laid out anew', undo: (text) => JSON.stringify(JSON.parse(text)) },
	{
		happened: 'its JSON was laid out anew',
		undo: (text) => JSON.stringify(JSON.parse(text), null, 2),
	},
];

/**
 * One line for n8n's log that says why a delivery was refused and what to do next. It holds
 * neither a secret nor anything that the caller wrote. Call it after the caller has been
 * answered, so that its running time tells the caller nothing.
 */
export function explainRefusal(refused: Refused, delivery: SignedDelivery): string {
	return `Delivery refused with 401: ${explain(refused, delivery)}`;
}

function explain(refused: Refused, delivery: SignedDelivery): string {
	switch (refused.reason) {
		case 'noSecret':
			return 'the credential holds no signing secret. Paste the one that the service showed when the webhook was registered into the credential’s “Signing Secret”.';
		case 'headerMissing':
			return 'it carries no Svc-Signature header. Either it does not come from the service, or a proxy removed the header.';
		case 'headerMalformed':
			return 'its Svc-Signature header does not read t=<unix seconds>,v1=<64 hex digits>. Either it does not come from the service, or a proxy changed the header.';
		case 'noBody':
			return 'n8n could not hand over its body as received. The service sends JSON; multipart bodies cannot be verified.';
		case 'tooOld':
		case 'tooNew':
			return explainAge(refused, delivery);
		case 'mismatch':
			return explainMismatch(delivery);
	}
}

function explainAge({ ageSeconds = 0, signed }: Refused, { toleranceSeconds }: SignedDelivery) {
	if (!Number.isFinite(toleranceSeconds) || toleranceSeconds < 0) {
		return 'the option “Tolerance (Seconds)” is not a number of seconds, 0 or more.';
	}
	const distance = `${Math.abs(ageSeconds)} s ${ageSeconds < 0 ? 'ahead of' : 'behind'} this machine’s clock (tolerance ${toleranceSeconds} s)`;
	return signed
		? `its signature holds, but its time is ${distance}. Set this machine’s clock; if the service resends events with their first time, raise “Tolerance (Seconds)”.`
		: `its time is ${distance}, and its signature does not hold either.`;
}

function explainMismatch({ header: value, secrets, body }: SignedDelivery): string {
	const header = parseHeader(value ?? '');
	if (header && body) {
		const cleaned = secrets.map((secret) => secret.replace(/[\s\u200b-\u200d\u2060'"`]/g, ''));
		if (signatureHolds(header, cleaned, body)) {
			return 'a signing secret in the credential has stray blanks or quotes inside; without them the signature holds. Paste the secret again.';
		}
		const happened = bodyChange(body, (original) => signatureHolds(header, secrets, original));
		if (happened) {
			return `something between the service and n8n changed the body: ${happened}. Let the proxy pass the body on untouched.`;
		}
	}
	const odd = secrets.filter((secret) => secret.length !== SECRET_LENGTH).length;
	const hint =
		odd > 0 ? `, ${odd} of them not ${SECRET_LENGTH} characters long as the service’s are` : '';
	return `its signature does not hold with any signing secret of the credential (${secrets.length} tried${hint}). Check that the secret of this URL’s registration is among them (test and production URL have one each), and that no proxy changes the body.`;
}

/** The change of the body that explains the signature, if it is one of the usual ones. */
function bodyChange(body: Buffer, holds: (original: Buffer) => boolean): string | undefined {
	if (body.length > LARGEST_BODY_TO_REWRITE) return undefined;
	const text = body.toString('utf8');
	return REWRITES.find(({ undo }) => {
		try {
			return holds(Buffer.from(undo(text), 'utf8'));
		} catch {
			return false; // not JSON: this rewrite can't be what happened
		}
	})?.happened;
}
