import { isRedirect, type FailedAttempt, type ForeignAnswer } from '../transport/answer';
import { isTlsHandshakeError, type NetworkFailure } from '../transport/networkErrors';
import type { Circumstances } from '../transport/requestFailed';
import { joinSentences } from '../sentences';
import { RATE_LIMITED_EXPLANATION, type Explanation } from './catalogue';

/**
 * Explains a request that the service did not answer, with a code for workflows to branch on.
 * @param lastAttempt undefined if none was made
 */
export function explainUnanswered(
	lastAttempt: Exclude<FailedAttempt, { kind: 'refusal' }> | undefined,
	{ isOutage, isRecordInUse }: Circumstances,
): Explanation & { code: string } {
	if (isRecordInUse) return { code: 'record_in_use', ...RECORD_IN_USE };
	if (!lastAttempt && isOutage) return { code: 'connection_failed', ...OUTAGE };
	if (!lastAttempt) return { code: 'rate_limited', ...RATE_LIMITED_EXPLANATION };
	if (lastAttempt.kind === 'foreign') {
		return { code: 'unexpected_answer', ...explainForeignAnswer(lastAttempt) };
	}
	return { code: 'connection_failed', ...explainNetworkFailure(lastAttempt) };
}

const RECORD_IN_USE: Explanation = {
	message: 'Another execution is still at work on this record, so nothing was sent this time',
	remedy: 'If it happens often, let fewer executions change the same record at once.',
	isTransient: true,
};

/** The request was not sent, since the run had waited in vain for the service. */
const OUTAGE: Explanation = {
	message: 'The service left earlier requests without an answer, so no further one was sent',
	remedy: 'See whether the service is up.',
	isTransient: true,
};

function explainForeignAnswer(answer: ForeignAnswer): Explanation {
	const { statusCode, location } = answer;
	if (statusCode === 413) {
		return {
			message: 'The request is too large for something in front of the service (HTTP 413)',
			remedy: 'Send less at once: shorten the texts, lists and JSON that the item gives.',
		};
	}
	const target = location ? ', pointing to another address' : '';
	return {
		message: `Something other than the service answered (HTTP ${statusCode}${target})`,
		remedy: joinSentences(
			isRedirect(answer) &&
				'This address sends on to another one: check http against https in Base URL.',
			'Check that Base URL in the credential is the service’s address and ends with /api/v1. If it is, a proxy in between or maintenance of the service is the likely cause.',
		),
	};
}

function explainNetworkFailure({ code, reached }: NetworkFailure): Explanation {
	if (isTlsHandshakeError(code)) return explainFailedTlsHandshake(code);
	if (code === 'ENOTFOUND') {
		return {
			message: 'The service’s host name was not found',
			remedy: `Check the spelling of Base URL in the credential, and that n8n can reach it from its network (${code}).`,
		};
	}
	if (reached === 'no') {
		return {
			message: 'The service could not be reached',
			remedy: `Check Base URL in the credential, its port included, and that n8n can reach it from its network (${code}).`,
		};
	}
	return {
		message: 'The service did not answer',
		remedy: `The connection broke before an answer came (${code}). If that goes on, check n8n’s network and whether the service is up.`,
		isTransient: true,
	};
}

/** No TLS connection was made. @param code of the network error */
export const explainFailedTlsHandshake = (code: string): Explanation => ({
	message: 'No secure connection to the service could be made',
	remedy: `Check Base URL in the credential, https against http and the port, and the certificate of the service or of a proxy in between (${code}).`,
});
