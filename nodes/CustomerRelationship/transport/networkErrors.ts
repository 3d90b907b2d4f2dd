import { FieldError } from '../fieldError';

/** A connection that broke before an answer came. */
export interface NetworkFailure {
	/** Whether the request may have reached the service. */
	reached: 'no' | 'maybe';
	/** The system's error code. */
	code: string;
}

/**
 * The network failure behind an error of n8n's helper. Only the error's code is kept, because the error holds the
 * whole request, the access token included.
 * @throws FieldError that caused the error, or the error itself if it is not a network error
 */
export function networkFailureOf(error: unknown): NetworkFailure {
	const causes = causesOf(error);
	const code = networkErrorCode(error);
	const fieldError = causes.find((cause) => cause instanceof FieldError);
	if (fieldError || code === undefined) throw fieldError ?? error;
	const isUnsent =
		isPermanentNetworkError(code) ||
		causes.some(isConnectError) ||
		(UNSENT_CODES.includes(code) && !causes.some(isTransferError));
	return { reached: isUnsent ? 'no' : 'maybe', code };
}

/** Codes of errors that come before a byte of the request is sent, unless they come from a connection that was made. */
const UNSENT_CODES = ['EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'];

/** Whether the error came before there was a connection. Node tells a broken TLS handshake by the message alone. */
const isConnectError = ({ syscall, message }: Cause) =>
	syscall === 'connect' || /before secure TLS connection/.test(String(message));

/** Whether the error came from a connection that was made: the system reports a lost route there with the same codes. */
const isTransferError = ({ syscall }: Cause) => syscall === 'read' || syscall === 'write';

/**
 * The code of the network error behind an error of n8n.
 * @returns `ERR_NETWORK` if the network error has no code, undefined if there is no network error
 */
export function networkErrorCode(error: unknown): string | undefined {
	const causes = causesOf(error);
	const codes = causes.map(({ code }) => code);
	const isCode = (code: unknown): code is string =>
		typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code);
	const isNetworkError = causes.some(({ isAxiosError }) => isAxiosError === true);
	return codes.find(isCode) ?? (isNetworkError ? 'ERR_NETWORK' : undefined);
}

interface Cause {
	cause?: unknown;
	code?: unknown;
	syscall?: unknown;
	message?: unknown;
	isAxiosError?: unknown;
}

/** An error and its causes, the outermost first. */
function causesOf(error: unknown): Cause[] {
	const causes: Cause[] = [];
	for (let cause = error; isCause(cause) && causes.length < 5; cause = cause.cause) {
		causes.push(cause);
	}
	return causes;
}

const isCause = (value: unknown): value is Cause => typeof value === 'object' && value !== null;

/**
 * Whether the secure connection, or a character of the address or of a header, is at fault: the service has
 * processed nothing, and a retry would fail again.
 */
export const isPermanentNetworkError = (code: string): boolean =>
	['ERR_INVALID_CHAR', 'ERR_INVALID_URL'].includes(code) || isTlsHandshakeError(code);

/**
 * Whether no secure connection was made, so that the service has processed nothing:
 *
 * - The port does not speak TLS, or both have no protocol in common (`EPROTO`).
 * - The service demands a client certificate.
 * - The certificate is not accepted (Node's documentation of `tls`, “X509 certificate error codes”).
 *
 * Other codes of OpenSSL may come after the request was sent.
 */
export const isTlsHandshakeError = (code: string): boolean =>
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
