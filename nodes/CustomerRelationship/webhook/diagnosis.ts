import { parseHeader, signatureHolds, type Refused, type SignedDelivery } from './signature';
import { otherField, SECRET_LABELS, SECRET_LENGTH, type SecretField } from './signingSecrets';

/** Beyond it a second look at the body would be work for whoever sends large ones. */
const LARGEST_BODY_TO_LOOK_AT_AGAIN = 64 * 1024;

/** A refused delivery, and what is known of it when it is refused. */
export interface RefusedDelivery extends SignedDelivery {
	/** The credential's field that counts at this URL. */
	field: SecretField;
	/** The secrets of the other one. */
	otherSecrets: string[];
}

/**
 * One line for n8n's log that says why a delivery was refused and what to do next. It holds neither a secret nor
 * anything that the caller wrote. Call it after the caller has been answered, so that its running time tells the
 * caller nothing; it takes less than a millisecond, whatever the caller sent.
 */
export function whyNotBelieved(refused: Refused, delivery: RefusedDelivery): string {
	return `Delivery refused with 401: ${explain(refused, delivery)}`;
}

function explain({ reason, distanceSeconds }: Refused, delivery: RefusedDelivery): string {
	const clocks = (how: string) =>
		`its time is ${distanceSeconds} s ${how} this machine’s clock, and the tolerance is ${delivery.toleranceSeconds} s. Set this machine’s clock; if the service resends events with their first time, raise “Tolerance (Seconds)”.`;
	switch (reason) {
		case 'headerMissing':
			return 'it carries no Svc-Signature header. Either it does not come from the service, or a proxy removed the header.';
		case 'headerUnreadable':
			return 'its Svc-Signature header does not read t=<unix seconds>,v1=<64 hex digits>. Either it does not come from the service, or a proxy changed the header.';
		case 'tooOld':
			return clocks('behind');
		case 'tooNew':
			return clocks('ahead of');
		case 'noTolerance':
			return 'the option “Tolerance (Seconds)” is not a number of seconds, 0 or more.';
		case 'noBody':
			return 'n8n could not hand over its body as received: it is multipart, cut off or above n8n’s limit (N8N_PAYLOAD_SIZE_MAX). The service sends whole JSON; if a proxy changes the body, let it pass the body on untouched.';
		case 'noSecret':
			return `the credential’s “${SECRET_LABELS[delivery.field]}” is empty. Paste the secret that the service showed when this URL was registered.`;
		case 'mismatch':
			return explainMismatch(delivery);
	}
}

function explainMismatch(delivery: RefusedDelivery): string {
	const { field, secrets } = delivery;
	if (isSignedForTheOtherUrl(delivery)) {
		return `it is signed with a secret in the credential’s “${SECRET_LABELS[otherField(field)]}”. At this URL “${SECRET_LABELS[field]}” alone counts: paste the secret there.`;
	}
	const odd = secrets.filter((secret) => secret.length !== SECRET_LENGTH).length;
	const hint =
		odd > 0 ? `, ${odd} of them not ${SECRET_LENGTH} characters long as the service’s are` : '';
	return `its signature does not hold with the credential’s “${SECRET_LABELS[field]}” (${secrets.length} tried${hint}). Paste the secret of this URL’s registration there; another trigger takes a credential of its own. If it is there already, a proxy changes the body: let it pass the body on untouched.`;
}

function isSignedForTheOtherUrl({ header, body, otherSecrets }: RefusedDelivery): boolean {
	const parsed = parseHeader(header ?? '');
	if (!parsed || !body || body.length > LARGEST_BODY_TO_LOOK_AT_AGAIN) return false;
	return signatureHolds(parsed, otherSecrets, body);
}
