import type { INodeProperties } from 'n8n-workflow';
import { FieldError } from '../fieldError';
import { isRedirect, type ForeignAnswer, type Refusal } from '../transport/answer';
import { isTlsError } from '../transport/networkErrors';
import { BrokenList, NotListed } from '../transport/pages';
import { scopeOf, type ApiRequest } from '../transport/request';
import { RequestFailed } from '../transport/requestFailed';
import type { FailedAttempt } from '../transport/retryPolicy';
import { shownValue } from './badItems';
import { RATE_LIMITED } from './catalogue';
import { explanationOf, type Explanation, type Refusals } from './explanation';
import { labelsOf } from './labels';
import { meaningOf } from './meaning';

/** Where an error is met: an operation, or a node without operations. */
export interface ErrorSource {
	/** What the panel shows, for the labels of its fields. */
	properties?: readonly INodeProperties[];
	refusals?: Refusals;
}

/** What is known of a failure, whoever meets it. */
export interface Explained extends Explanation {
	/** What the service says of it, in its own words. */
	said?: string | undefined;
	/** What support asks for. */
	facts: string;
	details: ErrorDetails;
}

/** The facts for workflows to branch on (`null` where one does not apply). */
export type ErrorDetails = { status: number | null } & Record<
	'type' | 'code' | 'param' | 'requestId',
	string | null
>;

/** Where nothing of that is known. */
export const NO_DETAILS: ErrorDetails = {
	...{ status: null, type: null },
	...{ code: null, param: null, requestId: null },
};

/** What went wrong, what to do about it, and the facts; undefined for errors that the node did not raise. */
export function explain(error: unknown, place?: ErrorSource): Explained | undefined {
	if (error instanceof FieldError) {
		const details = { ...NO_DETAILS, code: error.code };
		const facts = sentences(fact('Value', shownValue(error)));
		return { message: error.message, remedy: error.remedy, facts, details };
	}
	if (error instanceof BrokenList) {
		return {
			message: `The list could not be read to its end: ${error.problem}`,
			remedy: `If it happens again, report ${error.requestId ? 'the request ID' : 'it'} to the service’s support.`,
			facts: sentences(fact('Request ID', error.requestId)),
			details: { ...NO_DETAILS, code: 'broken_list', requestId: error.requestId ?? null },
		};
	}
	if (error instanceof NotListed) {
		const { record, plural, searched, isWhole } = error;
		const label = labelsOf(place?.properties ?? [])(record.param ?? '') ?? '“ID”';
		return {
			message: `${label} is none of the ${searched} ${plural} that were read`,
			remedy: isWhole
				? 'Check the ID. If it is right, it was deleted, or the access token’s user does not see it.'
				: `There are more ${plural}, but no further pages are read. Check the ID; if it is right, use Get Many with Return All, or with a filter.`,
			facts: sentences(fact('ID', record.id)),
			details: { ...NO_DETAILS, code: 'resource_not_found', param: record.param ?? null },
		};
	}
	return error instanceof RequestFailed ? explainFailedRequest(error, place) : undefined;
}

/** The same of a request. */
export function explainFailedRequest(error: RequestFailed, place?: ErrorSource): Explained {
	const { request, lastAttempt: setback, refusal, circumstances } = error;
	const { attempts, tookMs, waitTooLong, keyStandsFor } = circumstances;
	const { code, message, ...explanation } =
		setback?.kind === 'refusal'
			? {
					code: setback.refusal.code,
					...explainRefusal(setback.refusal, request, place, keyStandsFor),
				}
			: explainWithoutRefusal(setback, circumstances);
	const status = setback?.kind === 'foreign' ? setback.statusCode : refusal?.statusCode;
	const known = [
		fact('Code', refusal?.code),
		fact('Parameter', refusal?.param),
		fact('Value', shownValue({ value: request.body?.[refusal?.param ?? ''], message })),
		fact('Status', status),
		fact('Request ID', refusal?.requestId),
		attempts > 1 && `Tried ${attempts} times`,
		tookMs >= 1_000 && `Waited ${seconds(tookMs)}`,
		waitTooLong && `Would have had to wait ${seconds(waitTooLong.ms)} more (${waitTooLong.reason})`,
	].filter(Boolean);
	const said = refusal?.message && `The service says: “${refusal.message.replace(/\.$/, '')}”.`;
	const stored = refusal?.replayed
		? ' (the stored answer to an earlier request with the same key)'
		: '';
	return {
		...explanation,
		message: message + stored,
		remedy: sentences(error.advice, explanation.remedy),
		said,
		facts: known.length > 0 ? `For support: ${known.join(' · ')}` : '',
		details: {
			status: status ?? null,
			type: refusal?.type || null,
			code,
			param: refusal?.param ?? null,
			requestId: refusal?.requestId ?? null,
		},
	};
}

/** The field that a refusal is about, where the service leaves that to whoever made the request. */
function paramOf(
	{ code }: Refusal,
	{ record }: ApiRequest,
	keyStandsFor: KeyStandsFor,
): string | undefined {
	if (code === 'resource_not_found') return record?.param;
	return code === 'idempotency_key_reused' && keyStandsFor === 'phone' ? 'oncePerPhone' : undefined;
}

type KeyStandsFor = RequestFailed['circumstances']['keyStandsFor'];

/** What the service's own error means, with the field that it is about. */
export function explainRefusal(
	refusal: Refusal,
	request: ApiRequest,
	{ properties = [], refusals }: ErrorSource = {},
	keyStandsFor?: KeyStandsFor,
): Explanation {
	const param = refusal.param ?? paramOf(refusal, request, keyStandsFor);
	const label = param === undefined ? undefined : labelsOf(properties)(param, request.givenAs);
	const meaning = meaningOf(refusal, request, param, refusals);
	const field = label ?? (param ? `“${param}”` : 'one of the fields');
	const explanation = explanationOf(meaning, { field, scope: scopeOf(request) });
	if (!label || typeof meaning === 'function') return explanation;
	return { ...explanation, message: `${explanation.message} (field ${label})` };
}

/** What it means that the service did not answer, with a code for workflows to branch on. */
function explainWithoutRefusal(
	setback: Exclude<FailedAttempt, { kind: 'refusal' }> | undefined,
	{ attempts, isRecordInUse }: RequestFailed['circumstances'],
): Explanation & { code: string } {
	if (isRecordInUse) {
		return {
			code: 'record_in_use',
			message: 'Another execution is still at work on this record, so nothing was sent this time',
			remedy: 'If it happens often, let fewer executions change the same record at once.',
			isTransient: true,
		};
	}
	if (!setback) return { code: 'rate_limited', ...RATE_LIMITED };
	if (setback.kind === 'foreign') return { code: 'unexpected_answer', ...explainForeign(setback) };
	const code = 'connection_failed';
	if (attempts === 0) {
		return {
			code,
			message: 'The service left earlier requests without an answer, so no further one was sent',
			remedy: 'See whether the service is up.',
			isTransient: true,
		};
	}
	if (isTlsError(setback.code)) return { code, ...explainTlsFault(setback.code) };
	return setback.reached === 'no'
		? {
				code,
				message: 'The service could not be reached',
				remedy: `Check Base URL in the credential, its port included, and that n8n can reach it from its network (${setback.code}).`,
			}
		: {
				code,
				message: 'The service did not answer',
				remedy: `The connection broke before an answer came (${setback.code}). If that goes on, check n8n’s network and whether the service is up.`,
				isTransient: true,
			};
}

function explainForeign(setback: ForeignAnswer): Explanation {
	const { statusCode, location } = setback;
	if (statusCode === 413) {
		return {
			message: 'The request is too large for something in front of the service (HTTP 413)',
			remedy: 'Send less at once: shorten the texts, lists and JSON that the item gives.',
		};
	}
	const elsewhere = location ? ', pointing to another address' : '';
	const sendsOn = isRedirect(setback)
		? 'This address sends on to another one: check http against https in Base URL.'
		: undefined;
	return {
		message: `Something other than the service answered (HTTP ${statusCode}${elsewhere})`,
		remedy: sentences(
			sendsOn,
			'Check that Base URL in the credential is the service’s address and ends with /api/v1. If it is, a proxy in between or maintenance of the service is the likely cause.',
		),
	};
}

/** What a fault of TLS means. */
export const explainTlsFault = (code: string): Explanation => ({
	message: 'No secure connection to the service could be made',
	remedy: `Check Base URL in the credential, https against http and the port, and the certificate of the service or of a proxy in between (${code}).`,
});

const fact = (name: string, value: string | number | undefined) =>
	value === undefined ? undefined : `${name}: ${value}`;

/** Those that there are, one after the other. */
export const sentences = (...parts: Array<string | false | undefined>): string =>
	parts.filter(Boolean).join(' ');

const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`;
