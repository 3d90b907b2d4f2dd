import type { IDataObject } from 'n8n-workflow';
import { signatureHolds, type HeaderFault, type SignatureHeader } from './signature';
import {
	otherField,
	SECRET_LABELS,
	secretFault,
	signingSecretsOf,
	type SecretField,
} from './signingSecrets';

/** Beyond it a second look at the body would be work for whoever sends large ones. */
const LARGEST_BODY_TO_LOOK_AT_AGAIN = 64 * 1024;

/** Why a delivery without a body is refused. */
export const NO_BODY =
	'n8n could not hand over its body as received: it is multipart, cut off or above n8n’s limit (N8N_PAYLOAD_SIZE_MAX). The service sends whole JSON; if a proxy changes the body, let it pass the body on untouched.';

/** Why a delivery is refused for its header, and what to do: a sentence for n8n's log, without what the caller wrote. */
export function explainHeader(refused: HeaderFault, toleranceSeconds: number): string {
	const clocks = (distanceSeconds: number, how: string) =>
		`its time is ${distanceSeconds} s ${how} this machine’s clock, and the tolerance is ${toleranceSeconds} s. Set this machine’s clock; if the service resends events with their first time, raise “Tolerance (Seconds)”.`;
	switch (refused.fault) {
		case 'missing':
			return 'it carries no Svc-Signature header. Either it does not come from the service, or a proxy removed the header.';
		case 'unreadable':
			return 'its Svc-Signature header does not read t=<unix seconds>,v1=<64 hex digits>. Either it does not come from the service, or a proxy changed the header.';
		case 'noTolerance':
			return 'the option “Tolerance (Seconds)” is not a number of seconds, 0 or more.';
		case 'tooOld':
			return clocks(refused.distanceSeconds, 'behind');
		case 'tooNew':
			return clocks(refused.distanceSeconds, 'ahead of');
	}
}

/** A delivery whose signature does not hold. */
export interface Unbelieved {
	header: SignatureHeader;
	body: Buffer;
	credential: IDataObject;
	/** The credential's field with the secrets of the URL that it came to. */
	field: SecretField;
}

/**
 * Why its signature does not hold, and what to do: a sentence for n8n's log, without a secret or what the caller wrote.
 * Call it after the caller has been answered, so that the time it takes tells the caller nothing; it is less than a
 * millisecond, whatever the caller sent.
 */
export function explainSignature({ header, body, credential, field }: Unbelieved): string {
	const fault = secretFault(credential, field);
	const other = otherField(field);
	const isSignedForTheOther =
		body.length <= LARGEST_BODY_TO_LOOK_AT_AGAIN &&
		signatureHolds(header, signingSecretsOf(credential, other), body);
	if (isSignedForTheOther) {
		return `it is signed with a secret in the credential’s “${SECRET_LABELS[other]}”, which is for events of the other URL. Paste the secret of this URL into “${SECRET_LABELS[field]}”.`;
	}
	if (fault) return `${fault.message}. ${fault.remedy}`;
	const { length } = signingSecretsOf(credential, field);
	return `its signature does not hold with the credential’s “${SECRET_LABELS[field]}” (${length} tried). Paste the secret of this URL’s registration there; another trigger takes a credential of its own. If it is there already, a proxy changes the body: let it pass the body on untouched.`;
}
