import { createHmac } from 'node:crypto';

/**
 * "Events, Signature" 1 and 2: `t=<unix seconds>` and a `v1` for each valid secret.
 * @param seconds the sender's clock in s since 1970
 */
export function signatureHeader(body: string, secrets: readonly string[], seconds: number): string {
	const signatures = secrets.map(
		(secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
	);
	return [`t=${seconds}`, ...signatures].join(',');
}
