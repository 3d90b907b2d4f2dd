import { FieldError } from '../fieldError';
import { joinSentences } from '../sentences';
import { UnusableAnswer } from '../transport/pages';
import { RequestFailed } from '../transport/requestFailed';
import type { SharedKeyKind } from '../transport/write';
import type { Explanation } from './catalogue';
import type { FullExplanation } from './explain';
import { RunEndedByRule } from './runEndedByRule';
import { hasEffectsInBatch, runReportText, type FailedWriteReport } from './runReport';

/** What an error text adds for its reader, in the order in which it is read. */
export interface Audience {
	/** Continues the message, as in “; the change may have been made all the same”. */
	messageSuffix?: string;
	/** What became of the item or the poll. */
	outcome?: string | undefined;
	/** What to do before anything else. */
	firstStep?: string;
	/** How to try again, if the condition is transient. */
	retry?: string;
	/** If the condition is transient, `retry` replaces the remedy. */
	retryIsEnough?: true;
	/** What to do after the remedy, or instead of it. */
	lastStep?: string | undefined;
}

/** An error as its reader sees it. */
export interface ErrorText {
	message: string;
	/** The outcome, what to do, and the facts for support. */
	description: string;
	/** All that the reader can do, and the service's own message. */
	whatToDo: string;
}

/** Words an explanation for an audience. */
export function composeErrorText(
	{ message, remedy, isTransient, serviceMessage, facts }: Explanation & Partial<FullExplanation>,
	{ messageSuffix = '', outcome, firstStep, retry, retryIsEnough, lastStep }: Audience,
): ErrorText {
	const whatToDo = joinSentences(
		firstStep,
		isTransient && retry,
		!(isTransient && retryIsEnough) && remedy,
		lastStep,
		serviceMessage,
	);
	return {
		message: message + messageSuffix,
		description: joinSentences(outcome, whatToDo, facts),
		whatToDo,
	};
}

/** What to do about an error of n8n that does not say so itself, such as a missing credential. */
export const CHECK_NODE = 'Check the node’s credential and its expressions.';

const TRY_AGAIN = 'Try again in a moment.';

/** The credential test: it changes nothing, and users repeat it by themselves. */
export const CREDENTIAL_TEST_AUDIENCE: Audience = {};

/** A dropdown of the panel. */
export const DROPDOWN_AUDIENCE: Audience = {
	retry: TRY_AGAIN,
	retryIsEnough: true,
	lastStep: 'To go on without the list, change From List to By ID.',
};

/**
 * A poll of the changes trigger.
 * @param isNothingLost whether the next poll continues from the same place: false for a sample and during a
 *   baseline scan
 */
export const pollAudience = (error: unknown, isNothingLost: boolean): Audience =>
	isNothingLost && !(error instanceof FieldError)
		? { outcome: 'Nothing is lost: the next poll asks again from the same place.' }
		: { retry: TRY_AGAIN };

/**
 * An item of the action node.
 * @param report what became of its write; undefined for a read
 */
export function itemAudience(error: unknown, report: FailedWriteReport | undefined): Audience {
	return withUndoFailures(outcomeAudience(error, report), report);
}

/**
 * An item with `Cancelled` or an error of n8n, which has its own text on what to do.
 * @param report what became of its write; undefined for a read
 */
export const unexplainedItemAudience = (report: FailedWriteReport | undefined): Audience =>
	withUndoFailures(
		{ outcome: report?.runReport && runReportText(report.runReport, report) },
		report,
	);

function withUndoFailures(audience: Audience, report: FailedWriteReport | undefined): Audience {
	const lastStep = joinSentences(audience.lastStep, ...(report?.undoFailures ?? []));
	return { ...audience, lastStep: lastStep || undefined };
}

/** The audience of an item, before what could not be undone is added. */
function outcomeAudience(error: unknown, report: FailedWriteReport | undefined): Audience {
	const { request, decision } = error instanceof RequestFailed ? error : {};
	const runReport = report?.runReport;
	const runText = hasEffectsInBatch(runReport) ? runReportText(runReport, report) : undefined;
	const noEffect = (verb: 'sent' | 'changed' | 'sent or changed') =>
		runText ?? `Nothing was ${verb}${runReport ? ' in this run of the node' : ''}.`;
	if (error instanceof FieldError || error instanceof RunEndedByRule) {
		// A rule may end the run while the item is attempted, or after its message was queued.
		if (report?.outcome === 'unknown') return { outcome: runText, firstStep: EARLIER_ATTEMPT };
		if (report?.outcome === 'carriedOut') return { outcome: runText, firstStep: CARRIED_OUT };
		return { outcome: noEffect('sent') };
	}
	const base: Audience = { retry: RUN_AGAIN_LATER, lastStep: keyStep(error) };
	if (!report) {
		return error instanceof UnusableAnswer
			? { ...base, outcome: 'None of its records were output.' }
			: base;
	}
	// The remedy for a taken key says what was carried out.
	if (decision?.key === 'taken') return { ...base, outcome: runText };
	if (report.outcome === 'unknown') {
		// Another attempt could repeat the write, so neither `retry` nor a new key is suggested.
		return { outcome: runText, ...(request?.messageSend ? MESSAGE_UNKNOWN : CHANGE_UNKNOWN) };
	}
	if (report.outcome === 'carriedOut') return { outcome: runText, firstStep: CARRIED_OUT };
	// What a rule could not undo may be a change.
	if (request?.messageSend || report.undoFailures?.length) {
		return { ...base, outcome: noEffect('sent') };
	}
	// The answer is of a read, before a message or another write.
	if (error instanceof UnusableAnswer) return { ...base, outcome: noEffect('sent or changed') };
	return { ...base, outcome: noEffect('changed') };
}

/** What to do about the key, if the service keeps the refusal with it (specification: Idempotency 5). */
function keyStep(error: unknown): string | undefined {
	if (!(error instanceof RequestFailed)) return undefined;
	const { refusal, decision, circumstances } = error;
	const { keyStandsFor } = circumstances;
	if (decision?.key === 'answer may be stored' && keyStandsFor) return KEPT_REFUSAL[keyStandsFor];
	return refusal?.replayed ? STORED_ANSWER : undefined;
}

/** How to run a read again, or a write that had no effect, if its condition is transient. */
export const RUN_AGAIN_LATER =
	'Run the workflow again later, or raise Max Wait (Seconds) under Options to have the node wait longer.';

const STORED_ANSWER =
	'The service gives this answer to the same idempotency key for 24 hours: fix the cause, then run the workflow again, with another Idempotency Key if you gave one.';

/** For a key that stands for more than one request: other items meet the same refusal. */
const KEPT_REFUSAL: Record<SharedKeyKind, string> = {
	phone:
		'The service may keep this refusal for the phone for 24 hours. Fix the cause. Then run what was refused or not tried, one item for each phone and nobody else: at once with Once per Phone off, or with it on 24 hours after the refusal.',
	word: 'The service may keep this refusal for the phone and the word of Counts As for 24 hours, so the run ended. Fix the cause. Then run what was not tried as it is. Run what was refused with another word under Counts As, or 24 hours after the refusal.',
	days: 'The service may keep this refusal for the phone for 24 hours, so the run ended. Fix the cause. Then run what was not tried as it is, and what was refused 24 hours after the refusal.',
};

const CARRIED_OUT = 'This item was carried out: do not run it again.';
const EARLIER_ATTEMPT =
	'An earlier attempt may have carried it out: look in the service before you run this again.';
const MESSAGE_UNKNOWN: Audience = {
	messageSuffix: '; the message may have been sent all the same',
	firstStep: 'Look into the conversation in the inbox before you send it again.',
};
const CHANGE_UNKNOWN: Audience = {
	messageSuffix: '; the change may have been made all the same',
	firstStep: 'Look in the service before you run this again.',
};
