import { InvalidInput } from '../invalidInput';
import { isRedirect, type Refusal } from '../transport/answer';
import { BrokenList } from '../transport/pages';
import { idIn, isWrite, scopeOf, type ApiRequest } from '../transport/request';
import { RequestFailed } from '../transport/requestFailed';
import { isTlsFault, type Setback } from '../transport/retryPolicy';
import { valueIn } from './badItems';
import {
	explanationOf,
	PLACEHOLDERS,
	POLL_REMEDIES,
	RATE_LIMITED,
	type Explanation,
} from './catalogue';
import { reportText, tellsOfOthers, type Became } from './report';

/** The label that the user sees for one of the API's parameters, where the node has a field for it. */
export type LabelOf = (param: string, givenAs?: ApiRequest['givenAs']) => string | undefined;

/** An error as the user reads it and as a workflow can branch on it. */
export interface ErrorText {
	/** What went wrong. */
	message: string;
	/** What to do next, and the facts that support asks for. */
	description: string;
	/** What to do next, alone: for the item that a failure becomes. */
	whatToDo: string;
	details: ErrorDetails;
}

/** What the error output of a failed item carries (`null` where it does not apply). */
export type ErrorDetails = {
	status: number | null;
	type: string | null;
	code: string | null;
	param: string | null;
	requestId: string | null;
};

/** Where nothing of that is known. */
export const NO_DETAILS: ErrorDetails = {
	status: null,
	type: null,
	code: null,
	param: null,
	requestId: null,
};

/**
 * Who meets the error: an item that a user runs, a poll that n8n does again by itself, or the sample or
 * first poll of a watch, which has nothing to go on from.
 */
export type Of = 'item' | 'poll' | 'beginning';

/**
 * The text of an error that the node itself raised; undefined for any other error.
 * @param became what became of the write; where this ends its run, of all items
 */
export function explain(
	error: unknown,
	labelOf: LabelOf,
	became?: Became,
	of: Of = 'item',
): ErrorText | undefined {
	if (error instanceof InvalidInput) {
		const value = valueIn(error);
		const mayBeDone = became?.outcome === 'unknown';
		return {
			message: error.message,
			description: sentences(
				value && `It is ${value}.`,
				error.remedy,
				mayBeDone && TRIED_BEFORE,
				of === 'item' && (reportOf(became) ?? (!mayBeDone && nothing('sent', became))),
			),
			whatToDo: sentences(error.remedy, mayBeDone && TRIED_BEFORE),
			details: { ...NO_DETAILS, code: 'invalid_input' },
		};
	}
	if (error instanceof BrokenList) {
		const whatToDo = `${of === 'item' ? 'Run the workflow again; if' : 'If'} that does not help, report the request ID to the service’s support.`;
		return {
			message: `The list could not be read to its end: ${error.problem}`,
			description: sentences(
				of === 'item' ? 'No part of it was given out.' : of === 'poll' ? GOES_ON : 'Try again.',
				reportOf(became),
				whatToDo,
				fact('Request ID', error.requestId),
			),
			whatToDo,
			details: { ...NO_DETAILS, code: 'broken_list', requestId: error.requestId ?? null },
		};
	}
	return error instanceof RequestFailed ? explainFailure(error, labelOf, became, of) : undefined;
}

/** The text of a request's failure. */
export function explainFailure(
	error: RequestFailed,
	labelOf: LabelOf = () => undefined,
	became?: Became,
	of: Of = 'item',
): ErrorText {
	const { setback, refusal, circumstances } = error;
	const { refusedWait, attempts, waitedMs, isRecordInUse } = circumstances;
	const outcome = outcomeOf(error, became);
	const outcomeUnknown = outcome === 'unknown';
	const explanation = isRecordInUse
		? IN_USE
		: !setback
			? RATE_LIMITED
			: attempts > 0
				? explainSetback(setback, error.request, labelOf)
				: NOT_SENT;
	const remedy =
		of !== 'item'
			? (POLL_REMEDIES.get(explanation.remedy) ?? explanation.remedy)
			: explanation.remedy;
	const replayed = refusal?.replayed
		? ' (the stored answer to an earlier request with the same key)'
		: '';
	const { hasOwnKey } = circumstances;
	const isFailureKept =
		hasOwnKey && error.request.send?.opensConversation && refusal?.statusCode === 500;
	const advice = sentences(
		outcomeUnknown && isFailureKept && FAILURE_KEPT,
		!outcomeUnknown && isKept(error)
			? `The service keeps a refusal for 24 hours under its idempotency key: once the cause is fixed, ${hasOwnKey ? 'change that key, too' : 'run the workflow anew'}.`
			: undefined,
		refusal?.code === 'resource_not_found' &&
			error.request.send?.opensConversation &&
			error.request.body?.channelId
			? 'It is the channel that was not found.'
			: undefined,
		error.advice,
		remedy,
	);
	return {
		message: explanation.message + replayed + (outcomeUnknown ? mayHave(error.request) : ''),
		description: sentences(
			of === 'poll' ? GOES_ON : (reportOf(became) ?? outcomeText(error, became)),
			advice,
			refusedWait &&
				`The next try would have been ${seconds(refusedWait.ms)} later (${refusedWait.reason}), ${of !== 'item' ? 'when the poll’s time was over' : 'beyond Max Wait (Seconds)'}.`,
			refusal?.message ? `The service says: “${refusal.message.replace(/\.$/, '')}”.` : undefined,
			facts(refusal, setback, attempts, waitedMs),
		),
		whatToDo: sentences(outcomeUnknown && outcomeText(error, became), advice),
		details: refusal
			? {
					status: refusal.statusCode,
					type: refusal.type || null,
					code: refusal.code,
					param: refusal.param ?? null,
					requestId: refusal.requestId ?? null,
				}
			: {
					...NO_DETAILS,
					status: setback?.kind === 'foreign' ? setback.statusCode : null,
					code: codeWithoutAnswer(setback, isRecordInUse),
				},
	};
}

/** Whether the same key only brings this refusal again, and the user meets that (specification: Idempotency 5). */
function isKept({ request, refusal, circumstances }: RequestFailed): boolean {
	if (!refusal) return false;
	const { statusCode, code, replayed } = refusal;
	const isStored =
		statusCode < 500 && ![401, 429].includes(statusCode) && !code.includes('idempotency_key');
	return (
		replayed ||
		(isStored &&
			isWrite(request) &&
			!request.send?.opensConversation &&
			Boolean(circumstances.hasOwnKey))
	);
}

/** What a failed poll comes to. */
const GOES_ON = 'Nothing is lost: the next poll asks again from the same place.';

/** A code for failures without an answer of the service, so that workflows can branch on them. */
function codeWithoutAnswer(setback: Setback | undefined, isRecordInUse?: boolean): string {
	if (isRecordInUse) return 'record_in_use';
	if (!setback) return 'rate_limited';
	return setback.kind === 'foreign' ? 'unexpected_answer' : 'connection_failed';
}

const NOT_SENT: Explanation = {
	message: 'The service left earlier requests without an answer, so no further one was sent',
	remedy: 'See whether the service is up, then run the workflow again.',
};

const IN_USE: Explanation = {
	message: 'Another execution is still at work on this record, so nothing was sent this time',
	remedy:
		'Run the workflow again, or raise Max Wait (Seconds) under Options to have the node wait longer for it.',
};

const TOO_LARGE: Explanation = {
	message: 'The request is too large for something in front of the service (HTTP 413)',
	remedy: 'Send less at once: shorten the texts, lists and JSON that the item gives.',
};

function explainSetback(setback: Setback, request: ApiRequest, labelOf: LabelOf): Explanation {
	if (setback.kind === 'refusal') return explainRefusal(setback.refusal, request, labelOf);
	if (setback.kind === 'foreign') {
		if (setback.statusCode === 413) return TOO_LARGE;
		const where = setback.location ? ', pointing to another address' : '';
		return {
			message: `Something other than the service answered (HTTP ${setback.statusCode}${where})`,
			remedy: `${isRedirect(setback) ? 'This address sends on to another one: check http against https in Base URL. ' : ''}Check that Base URL in the credential is the service’s address and ends with /api/v1. If it is right, a proxy in between or maintenance of the service is the likely cause.`,
		};
	}
	if (isTlsFault(setback.code)) return noSecureConnection(setback.code);
	return setback.reached === 'no'
		? {
				message: 'The service could not be reached',
				remedy: `Check Base URL in the credential, and that n8n can reach it from its network (${setback.code}).`,
			}
		: {
				message: 'The service did not answer',
				remedy: `The connection broke before an answer came (${setback.code}). If that goes on, check n8n’s network and whether the service is up.`,
			};
}

/** What a fault of TLS means. */
export const noSecureConnection = (code: string): Explanation => ({
	message: 'No secure connection to the service could be made',
	remedy: `Check Base URL in the credential, https against http and the port, and the certificate of the service or of a proxy in between (${code}).`,
});

const PHONE =
	'A phone needs its area code, as in (11) 98765-4321, and outside Brazil + and the country code.';

function explainRefusal(refusal: Refusal, request: ApiRequest, labelOf: LabelOf): Explanation {
	const { message, remedy } = explanationOf(refusal, request);
	const param =
		refusal.param ?? (refusal.code === 'resource_not_found' ? idIn(request) : undefined);
	const label = param === undefined ? undefined : labelOf(param, request.givenAs);
	const named = message.includes('{field}') || remedy.includes('{field}');
	const names: Record<string, string> = {
		field: label ? `“${label}”` : param ? `“${param}”` : 'one of the fields',
		scope: scopeOf(request),
	};
	const filled = (text: string) =>
		text.replace(PLACEHOLDERS, (_, name: string) => String(names[name]));
	// What is most often wrong with a phone is what the service's code does not say.
	const more = refusal.code === 'invalid_parameter' && param === 'phone' ? ` ${PHONE}` : '';
	return {
		message: filled(message) + (!named && label ? ` (field “${label}”)` : ''),
		remedy: filled(remedy) + more,
	};
}

/** Said with the failure itself, which is all that a failed item carries of it. */
const mayHave = ({ send }: ApiRequest): string =>
	send
		? '; the message may have been sent all the same'
		: '; the change may have been made all the same';

/** What became of a write; undefined of a read, and where the refusal's own text tells. */
function outcomeOf({ request, refusal, circumstances }: RequestFailed, became?: Became) {
	if (refusal?.code === 'idempotency_key_reused') return undefined;
	if (became) return became.outcome;
	if (circumstances.outcomeUnknown) return 'unknown';
	return isWrite(request) ? 'notCarriedOut' : undefined;
}

/** The same in words. */
function outcomeText(error: RequestFailed, became: Became | undefined): string | undefined {
	const { request } = error;
	const outcome = outcomeOf(error, became);
	if (outcome === 'notCarriedOut') return nothing(request.send ? 'sent' : 'changed', became);
	if (outcome !== 'unknown') return undefined;
	return request.send
		? 'The message may have been sent all the same. Look into the conversation in the inbox before you send it again.'
		: 'The change may have been made all the same. Look in the service before you run this again.';
}

/** Of a failure inside, the answer to a template alone is stored (specification: Idempotency 5). */
const FAILURE_KEPT =
	'If it is not there, send it with another key: the service gives this answer to this one for 24 hours.';

const TRIED_BEFORE =
	'An earlier try may have carried it out: look in the service before you run this again.';

/** What became of all items, where that is more than of the one that failed. */
const reportOf = (became: Became | undefined): string | undefined =>
	tellsOfOthers(became?.report) ? reportText(became.report) : undefined;

const nothing = (done: 'sent' | 'changed', became: Became | undefined): string =>
	`Nothing was ${done}${became?.report ? ' in this run of the node' : ''}.`;

function facts(
	refusal: Refusal | undefined,
	setback: Setback | undefined,
	attempts: number,
	waitedMs: number,
): string {
	return [
		fact('Code', refusal?.code),
		fact('Parameter', refusal?.param),
		fact(
			'Status',
			refusal?.statusCode ?? (setback?.kind === 'foreign' ? setback.statusCode : undefined),
		),
		fact('Request ID', refusal?.requestId),
		attempts > 1 ? `Tried ${attempts} times` : undefined,
		waitedMs >= 1_000 ? `Waited ${seconds(waitedMs)}` : undefined,
	]
		.filter(Boolean)
		.join(' · ');
}

const fact = (name: string, value: string | number | undefined) =>
	value === undefined ? undefined : `${name}: ${value}`;

const sentences = (...parts: Array<string | false | undefined>) => parts.filter(Boolean).join(' ');

const seconds = (ms: number) => `${Math.ceil(ms / 1000)} s`;
