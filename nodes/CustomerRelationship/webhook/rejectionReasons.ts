import type { IDataObject } from 'n8n-workflow';
import { verifySignature, type HeaderFault, type SignatureHeader } from './signature';
import {
	fieldForNextSecret,
	SECRET_FIELDS,
	signingSecretsError,
	secretsInField,
	signingSecretsOf,
	type WebhookUrlKind,
} from './signingSecrets';

/** Larger bodies are not verified a second time: that would be costly work for an unverified caller. */
const MAX_BYTES_TO_VERIFY_AGAIN = 64 * 1024;

/** Why a delivery without a readable body is rejected, for n8n's log. */
export const MISSING_BODY =
	'n8n could not hand over its body as received: it is multipart, cut off or above n8n’s limit (N8N_PAYLOAD_SIZE_MAX). The service sends whole JSON; if a proxy changes the body, let it pass the body on untouched.';

/** Why the header is rejected, and the remedy: for n8n's log, without anything that the caller wrote. */
export function explainHeaderFault(fault: HeaderFault, toleranceSeconds: number): string {
	const clockDiffers = (distanceSeconds: number, how: string) =>
		`its time is ${distanceSeconds} s ${how} this machine’s clock, and the tolerance is ${toleranceSeconds} s. Set this machine’s clock; if the service resends events with their first time, raise “Tolerance (Seconds)”.`;
	switch (fault.fault) {
		case 'missing':
			return 'it carries no Svc-Signature header. Either it does not come from the service, or a proxy removed the header.';
		case 'malformed':
			return 'its Svc-Signature header does not read t=<unix seconds>,v1=<64 hex digits>. Either it does not come from the service, or a proxy changed the header.';
		case 'tooOld':
			return clockDiffers(fault.distanceSeconds, 'behind');
		case 'tooNew':
			return clockDiffers(fault.distanceSeconds, 'ahead of');
	}
}

/** A delivery whose signature matches none of the secrets. */
export interface UnverifiedDelivery {
	header: SignatureHeader;
	body: Buffer;
	credential: IDataObject;
	/** The URL that received it. */
	url: WebhookUrlKind;
}

/**
 * Why no secret matches, and the remedy: for n8n's log, without any secret or anything that the caller wrote.
 * The size of the body that it hashes is bounded. Call it after responding, so that response times reveal
 * nothing.
 */
export function explainSignatureMismatch(delivery: UnverifiedDelivery): string {
	const { header, body, credential, url } = delivery;
	const fault = signingSecretsError(credential, url);
	const { label } = fieldForNextSecret(credential, url);
	const otherUrl = url === 'production' ? 'test' : 'production';
	const fieldOfOtherUrl =
		body.length <= MAX_BYTES_TO_VERIFY_AGAIN
			? SECRET_FIELDS[otherUrl].find((field) =>
					verifySignature(header, secretsInField(credential, field), body),
				)
			: undefined;
	if (fieldOfOtherUrl) {
		return `it is signed with a secret in the credential’s “${fieldOfOtherUrl.label}”, which is for events of the other URL. Paste the secret of this URL into “${label}”.`;
	}
	if (fault) return `${fault.message}. ${fault.remedy}`;
	const { length } = signingSecretsOf(credential, url);
	return `its signature does not hold with the credential’s secrets of the ${url} URL (${length} tried). Paste the secret of this URL’s registration into “${label}”. If it is in the credential already, a proxy changes the body: let it pass the body on untouched.`;
}
