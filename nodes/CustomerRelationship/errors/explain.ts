import { FieldError } from '../fieldError';
import { excerpt } from '../quote';
import { joinSentences } from '../sentences';
import { UnusableAnswer, NotFoundInList } from '../transport/pages';
import { RequestFailed } from '../transport/requestFailed';
import type { Explanation } from './catalogue';
import type { Refusal } from '../transport/answer';
import { explainRefusal, type ErrorSource } from './explainRefusal';
import { explainUnanswered } from './explainUnanswered';
import { fieldLabel } from './fieldLabel';
import { RunEndedByRule } from './runEndedByRule';

/** Cause, remedy and facts of a failure: the same for every audience. */
export interface FullExplanation extends Explanation {
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
export const EMPTY_ERROR_DETAILS: ErrorDetails = {
	status: null,
	type: null,
	code: null,
	param: null,
	requestId: null,
};

/** Explains a failure. Undefined for `Cancelled` and for errors of n8n, which have texts of their own. */
export function explain(error: unknown, source?: ErrorSource): FullExplanation | undefined {
	if (error instanceof FieldError) return explainFieldError(error);
	if (error instanceof RunEndedByRule) return explainRunEnded(error);
	if (error instanceof UnusableAnswer) return explainUnusableAnswer(error);
	if (error instanceof NotFoundInList) return explainNotFoundInList(error, source);
	return error instanceof RequestFailed ? explainFailedRequest(error, source) : undefined;
}

/** What went wrong, in a clause. */
export const messageOf = (error: unknown, source?: ErrorSource): string =>
	explain(error, source)?.message ?? (error instanceof Error ? error.message : String(error));

const explainFieldError = (error: FieldError): FullExplanation => ({
	message: error.message,
	remedy: error.remedy,
	facts: joinSentences(fact('Value', shownValue(error))),
	details: { ...EMPTY_ERROR_DETAILS, code: error.code },
});

const explainRunEnded = ({ message, item }: RunEndedByRule): FullExplanation => ({
	message,
	remedy: `Item ${item} says what to do. Then run the items that were not sent.`,
	facts: '',
	details: { ...EMPTY_ERROR_DETAILS, code: 'run_ended' },
});

const explainUnusableAnswer = ({ problem, requestId }: UnusableAnswer): FullExplanation => ({
	message: `The service’s answer can’t be used: ${problem}`,
	remedy: `If it happens again, report ${requestId ? 'the request ID' : 'it'} to the service’s support.`,
	facts: joinSentences(fact('Request ID', requestId)),
	// Workflows branch on the code, so it stays, although it also stands for a single record that can't be used.
	details: { ...EMPTY_ERROR_DETAILS, code: 'broken_list', requestId: requestId ?? null },
});

function explainNotFoundInList(
	{ record, plural, searched, isWhole }: NotFoundInList,
	{ properties = [] }: ErrorSource = {},
): FullExplanation {
	const label = fieldLabel(properties, record.param ?? '') ?? '“ID”';
	return {
		message: `${label} is none of the ${searched} ${plural} that were read`,
		remedy: isWhole
			? 'Check the ID. If it is right, it was deleted, or the access token’s user does not see it.'
			: `There are more ${plural} behind these. Check the ID. If it is right, raise Max Pages under Options, or use Get Many with a filter.`,
		facts: joinSentences(fact('ID', record.id)),
		details: { ...EMPTY_ERROR_DETAILS, code: 'resource_not_found', param: record.param ?? null },
	};
}

/** Explains a failed request, by the service's answer or by the lack of one. */
export function explainFailedRequest(error: RequestFailed, source?: ErrorSource): FullExplanation {
	const { request, lastAttempt, refusal, circumstances } = error;
	const { keyStandsFor } = circumstances;
	const { code, message, ...explanation } =
		lastAttempt?.kind === 'refusal'
			? {
					code: lastAttempt.refusal.code,
					...explainRefusal(lastAttempt.refusal, request, source, keyStandsFor),
				}
			: explainUnanswered(lastAttempt, circumstances);
	const storedAnswer = refusal?.replayed
		? ' (the stored answer to an earlier request with the same key)'
		: '';
	return {
		...explanation,
		message: message + storedAnswer,
		remedy: joinSentences(error.advice, explanation.remedy),
		serviceMessage: refusal && serviceMessageOf(refusal),
		facts: supportFacts(error, message),
		details: {
			status: statusOf(error) ?? null,
			type: excerpt(refusal?.type ?? '') || null,
			code: excerpt(code),
			param: refusal?.param === undefined ? null : excerpt(refusal.param),
			requestId: refusal?.requestId ?? null,
		},
	};
}

/** The most characters that are quoted of the service's own message. */
const MAX_MESSAGE_LENGTH = 500;

/** What the service says of a refusal, in a sentence; '' if nothing. */
export const serviceMessageOf = ({ message }: Pick<Refusal, 'message'>): string =>
	message && `The service says: “${excerpt(message.replace(/\.$/, ''), MAX_MESSAGE_LENGTH)}”.`;

const statusOf = ({ lastAttempt, refusal }: RequestFailed) =>
	lastAttempt?.kind === 'foreign' ? lastAttempt.statusCode : refusal?.statusCode;

/** What is known of a failed request, in one line. @param message a value that it quotes is not repeated */
function supportFacts(error: RequestFailed, message: string): string {
	const { request, refusal } = error;
	const { attempts, tookMs, waitTooLong } = error.circumstances;
	const facts = [
		fact('Code', refusal?.code),
		fact('Parameter', refusal?.param),
		fact('Value', shownValue({ value: request.body?.[refusal?.param ?? ''], message })),
		fact('Status', statusOf(error)),
		fact('Request ID', refusal?.requestId),
		attempts > 1 && `Tried ${attempts} times`,
		tookMs >= 1_000 && `Waited ${seconds(tookMs)}`,
		waitTooLong &&
			`Would have had to wait ${seconds(waitTooLong.ms)} more (${excerpt(waitTooLong.reason)})`,
	].filter(Boolean);
	return facts.length > 0 ? `For support: ${facts.join(' · ')}` : '';
}

const fact = (name: string, value: string | number | undefined) =>
	value === undefined ? undefined : `${name}: ${excerpt(String(value))}`;

const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`;

/** The most characters that are shown of a field's value. */
const MAX_SHOWN_LENGTH = 40;
/** A value is looked at no further than this, however long it is. */
const MAX_LOOKED_AT = 10_000;

/** The value of a field, quoted and shortened; undefined if there is none, or if the message quotes it. */
export function shownValue(shown: { value?: unknown; message: string }): string | undefined {
	const { value, message } = shown;
	// A resource locator holds its value beside its mode.
	const inner: unknown =
		typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
	if (inner === undefined || typeof inner === 'object') return undefined;
	const text = String(inner).trim().slice(0, MAX_LOOKED_AT).replace(/\s+/g, ' ');
	const quoted = `“${excerpt(text, MAX_SHOWN_LENGTH)}”`;
	return text === '' || message.includes(quoted) ? undefined : quoted;
}
