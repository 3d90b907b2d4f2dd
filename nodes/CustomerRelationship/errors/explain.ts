import type { INodeProperties } from 'n8n-workflow';
import { FieldError } from '../fieldError';
import type { Refusal } from '../transport/answer';
import { BrokenList, NotListed } from '../transport/pages';
import { scopeOf, type ApiRequest } from '../transport/request';
import { RequestFailed } from '../transport/requestFailed';
import { explanationOf, sentences, type Explanation, type Refusals } from './explanation';
import { labelsOf } from './labels';
import { meaningOf } from './meaning';
import { RunEnded } from './runEnded';
import { shownValue } from './shownValue';
import { explainUnanswered } from './unanswered';
import { excerpt, quote } from '../quote';

/** The operation in which an error occurred; empty for a node without operations. */
export interface ErrorSource {
	/** The fields of the panel, whose labels the text uses. */
	properties?: readonly INodeProperties[];
	/** What refusals mean there, if that differs from the catalogue. */
	refusals?: Refusals;
}

/** Cause, remedy and facts of a failure: the same for every audience. */
export interface Explained extends Explanation {
	/** A sentence that quotes the service's own message. */
	serviceMessage?: string | undefined;
	/** What support asks for; may be empty. */
	facts: string;
	details: ErrorDetails;
}

/** The facts that workflows branch on; `null` for what does not apply. */
export type ErrorDetails = { status: number | null } & Record<
	'type' | 'code' | 'param' | 'requestId',
	string | null
>;

/** The details of an error of which nothing is known. */
export const NO_DETAILS: ErrorDetails = {
	...{ status: null, type: null },
	...{ code: null, param: null, requestId: null },
};

/** Explains a failure: cause, remedy, facts for support. Undefined for errors that the node did not raise. */
export function explain(error: unknown, source?: ErrorSource): Explained | undefined {
	if (error instanceof FieldError) {
		const details = { ...NO_DETAILS, code: error.code };
		const facts = sentences(fact('Value', shownValue(error)));
		return { message: error.message, remedy: error.remedy, facts, details };
	}
	if (error instanceof RunEnded) {
		return {
			message: error.message,
			remedy: `Item ${error.item} says what to do. Then run the items that were not sent.`,
			facts: '',
			details: { ...NO_DETAILS, code: 'run_ended' },
		};
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
		const label = labelsOf(source?.properties ?? [])(record.param ?? '') ?? '“ID”';
		return {
			message: `${label} is none of the ${searched} ${plural} that were read`,
			remedy: isWhole
				? 'Check the ID. If it is right, it was deleted, or the access token’s user does not see it.'
				: `There are more ${plural} behind these. Check the ID. If it is right, raise Max Pages under Options, or use Get Many with a filter.`,
			facts: sentences(fact('ID', record.id)),
			details: { ...NO_DETAILS, code: 'resource_not_found', param: record.param ?? null },
		};
	}
	return error instanceof RequestFailed ? explainFailedRequest(error, source) : undefined;
}

/** What went wrong, in a clause. */
export const messageOf = (error: unknown, source?: ErrorSource): string =>
	explain(error, source)?.message ?? (error instanceof Error ? error.message : String(error));

/** Explains a failed request: cause, remedy, facts for support. */
export function explainFailedRequest(error: RequestFailed, source?: ErrorSource): Explained {
	const { request, lastAttempt, refusal, circumstances } = error;
	const { attempts, tookMs, waitTooLong, keyStandsFor } = circumstances;
	const { code, message, ...explanation } =
		lastAttempt?.kind === 'refusal'
			? {
					code: lastAttempt.refusal.code,
					...explainRefusal(lastAttempt.refusal, request, source, keyStandsFor),
				}
			: explainUnanswered(lastAttempt, circumstances);
	const status = lastAttempt?.kind === 'foreign' ? lastAttempt.statusCode : refusal?.statusCode;
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
	const stored = refusal?.replayed
		? ' (the stored answer to an earlier request with the same key)'
		: '';
	return {
		...explanation,
		message: message + stored,
		remedy: sentences(error.advice, explanation.remedy),
		serviceMessage:
			refusal?.message &&
			`The service says: “${excerpt(refusal.message.replace(/\.$/, ''), MOST_OF_MESSAGE)}”.`,
		facts: known.length > 0 ? `For support: ${known.join(' · ')}` : '',
		details: {
			status: status ?? null,
			type: excerpt(refusal?.type ?? '') || null,
			code: excerpt(code),
			param: refusal?.param === undefined ? null : excerpt(refusal.param),
			requestId: refusal?.requestId ?? null,
		},
	};
}

/** The most characters that are quoted of the service's own message. */
const MOST_OF_MESSAGE = 500;

/** The parameter that a refusal is about, if the service does not name it but the request tells. */
function paramOf({ code }: Refusal, { record }: ApiRequest, keyStandsFor?: KeyStandsFor) {
	if (code === 'resource_not_found') return record?.param;
	return code === 'idempotency_key_reused' && keyStandsFor ? FIELD_OF_KEY[keyStandsFor] : undefined;
}

type KeyStandsFor = RequestFailed['circumstances']['keyStandsFor'];

/** The field that makes a key stand for more than a request. */
const FIELD_OF_KEY = { phone: 'oncePerPhone', word: 'countsAs', days: 'daysBetween' };

/** Explains an error of the service, and names the field that it is about. */
export function explainRefusal(
	refusal: Refusal,
	request: ApiRequest,
	{ properties = [], refusals }: ErrorSource = {},
	keyStandsFor?: KeyStandsFor,
): Explanation {
	const param = refusal.param ?? paramOf(refusal, request, keyStandsFor);
	const label = param === undefined ? undefined : labelsOf(properties)(param, request.fieldNames);
	const meaning = meaningOf(refusal, request, param, refusals);
	const field = label ?? (param ? quote(param) : 'one of the fields');
	const explanation = explanationOf(meaning, { field, scope: scopeOf(request) });
	if (!label || typeof meaning === 'function') return explanation;
	return { ...explanation, message: `${explanation.message} (field ${label})` };
}

const fact = (name: string, value: string | number | undefined) =>
	value === undefined ? undefined : `${name}: ${excerpt(String(value))}`;

const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`;
