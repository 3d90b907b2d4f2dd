/**
 * The text of a failure for whoever meets it: to what is known of it, each adds what became of it and how to try
 * again. None has a text for errors that the node did not raise.
 */
import { FieldError } from '../fieldError';
import { BrokenList } from '../transport/pages';
import { RequestFailed } from '../transport/requestFailed';
import type { Explanation } from './explanation';
import { explain, sentences, type ErrorDetails, type Explained, type ErrorSource } from './explain';
import { reportText, tellsOfOthers, type ItemReport } from './report';

/** An error as the user reads it and as a workflow can branch on it. */
export interface ErrorText {
	/** What went wrong. */
	message: string;
	/** What became of it, what to do, then the facts. */
	description: string;
	/** What to do, and what the service says of it. */
	whatToDo: string;
	details: ErrorDetails;
}

function framed(
	{ message, said, facts, details }: Explained,
	became: string | false | undefined,
	advice: string,
): ErrorText {
	const whatToDo = sentences(advice, said);
	return { message, description: sentences(became, whatToDo, facts), whatToDo, details };
}

/**
 * For an item that a user runs.
 * @param became what became of the write; where this ends its run, of all items; nothing of a read
 */
export function itemText(
	error: unknown,
	place?: ErrorSource,
	became?: ItemReport,
): ErrorText | undefined {
	const explained = explain(error, place);
	if (!explained) return undefined;
	const { mayHave = '', whatBecame, lookFirst } = outcomeOf(error, became);
	const isReplayed = error instanceof RequestFailed && error.refusal?.replayed;
	return framed(
		{ ...explained, message: explained.message + mayHave },
		whatBecame,
		sentences(
			lookFirst ?? (explained.isTransient && RUN_AGAIN),
			explained.remedy,
			!lookFirst && isReplayed && STORED,
		),
	);
}

export const RUN_AGAIN =
	'Run the workflow again later, or raise Max Wait (Seconds) under Options to have the node wait longer.';
const STORED =
	'The service gives this answer to the same idempotency key for 24 hours: mend the cause, then run the workflow again, with another Idempotency Key if you gave one.';

/**
 * For a poll.
 * @param isNothingLost whether the next poll asks again from the same place; there is none for a sample, nor for what is watched for the first time
 */
export function pollText(
	error: unknown,
	place: ErrorSource,
	isNothingLost: boolean,
): ErrorText | undefined {
	const explained = explain(error, place);
	if (!explained) return undefined;
	const { isTransient, remedy } = explained;
	const became = isNothingLost && !(error instanceof FieldError) && GOES_ON;
	return framed(explained, became, sentences(!isNothingLost && isTransient && TRY_AGAIN, remedy));
}

const TRY_AGAIN = 'Try again in a moment.';
const GOES_ON = 'Nothing is lost: the next poll asks again from the same place.';

/** For a dropdown. */
export function dropdownText(error: unknown): ErrorText | undefined {
	const explained = explain(error);
	if (!explained) return undefined;
	const { isTransient, remedy } = explained;
	const whatToDo = isTransient ? TRY_AGAIN : remedy;
	return framed(explained, '', sentences(whatToDo, WITHOUT_LIST));
}

const WITHOUT_LIST = 'To go on without the list, change From List to By ID.';

/** For the test of a credential, which has one text for all. */
export const credentialText = ({ message, remedy }: Explanation): string => `${message}. ${remedy}`;

/**
 * What became of an item that failed: `mayHave` goes on from the message, `whatBecame` stands before what to do, and
 * `lookFirst` takes the place of the advice to run it again.
 */
function outcomeOf(
	error: unknown,
	became: ItemReport | undefined,
): { mayHave?: string; whatBecame?: string; lookFirst?: string } {
	const report = tellsOfOthers(became?.run) ? reportText(became.run) : undefined;
	const nothing = (verb: string) =>
		report ?? `Nothing was ${verb}${became?.run ? ' in this run of the node' : ''}.`;
	if (error instanceof FieldError) {
		return became?.outcome === 'unknown'
			? { whatBecame: report, lookFirst: TRIED_BEFORE }
			: { whatBecame: nothing('sent') };
	}
	const { request, refusal } = error instanceof RequestFailed ? error : {};
	if (!became) {
		return { whatBecame: error instanceof BrokenList ? 'No part of it was given out.' : undefined };
	}
	// Its own text tells.
	if (refusal?.code === 'idempotency_key_reused') return { whatBecame: report };
	if (became.outcome === 'unknown') {
		return { whatBecame: report, ...(request?.send ? MAY_BE_SENT : MAY_BE_CHANGED) };
	}
	return {
		whatBecame:
			became.outcome === 'notCarriedOut' ? nothing(request?.send ? 'sent' : 'changed') : report,
	};
}

const MAY_BE_SENT = {
	mayHave: '; the message may have been sent all the same',
	lookFirst: 'Look into the conversation in the inbox before you send it again.',
};
const MAY_BE_CHANGED = {
	mayHave: '; the change may have been made all the same',
	lookFirst: 'Look in the service before you run this again.',
};
const TRIED_BEFORE =
	'An earlier try may have carried it out: look in the service before you run this again.';
