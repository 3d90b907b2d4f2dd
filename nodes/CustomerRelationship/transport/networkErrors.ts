import { FieldError } from '../fieldError';

/** The connection broke before an answer came. */
export interface NetworkFailure {
	/** Whether the service may have seen the request. */
	reached: 'no' | 'maybe';
	/** The system's error code. */
	code: string;
}

/**
 * What n8n's helper threw, by its code alone: it holds the whole request, the access token included.
 * @throws FieldError where that is inside it, or the error itself when it is none of the network's
 */
export function networkFailureOf(error: unknown): NetworkFailure {
	const causes = causesOf(error);
	const code = networkErrorCode(error);
	const fault = causes.find((cause) => cause instanceof FieldError);
	if (fault || code === undefined) throw fault ?? error;
	const neverLeft =
		isPermanentNetworkError(code) || NEVER_LEFT.includes(code) || causes.some(isConnectError);
	return { reached: neverLeft ? 'no' : 'maybe', code };
}

/** Codes of failures before a byte of the request was sent. */
const NEVER_LEFT = ['EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'];

/** Whether a failure of any code came before there was a connection; for a cut handshake Node has nothing but words. */
const isConnectError = ({ syscall, message }: Cause) =>
	syscall === 'connect' || /before secure TLS connection/.test(String(message));

/** The code of the network error inside what n8n throws; not all of them have one. */
export function networkErrorCode(error: unknown): string | undefined {
	const causes = causesOf(error);
	const codes = causes.map(({ code }) => code);
	const isCode = (code: unknown): code is string =>
		typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code);
	const isOfNetwork = causes.some(({ isAxiosError }) => isAxiosError === true);
	return codes.find(isCode) ?? (isOfNetwork ? 'ERR_NETWORK' : undefined);
}

interface Cause {
	cause?: unknown;
	code?: unknown;
	syscall?: unknown;
	message?: unknown;
	isAxiosError?: unknown;
}

/** An error and what it was caused by, the outermost first. */
function causesOf(error: unknown): Cause[] {
	const causes: Cause[] = [];
	for (let cause = error; isCause(cause) && causes.length < 5; cause = cause.cause) {
		causes.push(cause);
	}
	return causes;
}

const isCause = (value: unknown): value is Cause => typeof value === 'object' && value !== null;

/** Faults of the address or of the secure connection: nothing left n8n, and no waiting mends them. */
export const isPermanentNetworkError = (code: string): boolean =>
	['ENOTFOUND', 'ERR_INVALID_CHAR', 'ERR_INVALID_URL'].includes(code) || isTlsError(code);

/**
 * Faults before a secure connection stands: TLS to a port that speaks something else, no protocol in
 * common (`EPROTO`), a service that wants a certificate of the caller (of OpenSSL's own codes that
 * one alone: the others may come once the request has left), and the certificates' as Node's
 * documentation of `tls` lists them (“X509 certificate error codes”).
 */
export const isTlsError = (code: string): boolean =>
	TLS_ERRORS.includes(code) || /^(CERT_|CRL_|UNABLE_TO_(GET|VERIFY|DECRYPT)_)/.test(code);

const TLS_ERRORS = [
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'EPROTO',
	'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'HOSTNAME_MISMATCH',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'PATH_LENGTH_EXCEEDED',
	'SELF_SIGNED_CERT_IN_CHAIN',
];
