/** The text of a failure for whoever meets it: to what is known of it, each adds what became of it and how to try again. */
import { InvalidInput } from '../invalidInput';
import { isWrite } from '../transport/request';
import { RequestFailed } from '../transport/requestFailed';
import type { Explanation } from './catalogue';
import { explain, sentences, type ErrorDetails, type Explained, type Place } from './explain';
import { isAnyDone, isAnyDoneHere, othersText, type Others } from './others';

/** An error as the user reads it and as a workflow can branch on it. */
export interface ErrorText {
	/** What went wrong. */
	message: string;
	/** What became of it, what to do, then the facts. */
	description: string;
	/** What to do, alone. */
	whatToDo: string;
	details: ErrorDetails;
}

const framed = (
	{ message, facts, details }: Explained,
	became: string,
	whatToDo: string,
): ErrorText => ({ message, description: sentences(became, whatToDo, facts), whatToDo, details });

/**
 * For an item that a user runs.
 * @param others what became of the other items, where the error ends the run of a write
 * @returns undefined for errors that the node did not raise, as all of these do
 */
export function itemText(error: unknown, place?: Place, others?: Others): ErrorText | undefined {
	const explained = explain(error, place);
	if (!explained) return undefined;
	const { mayHave = '', became, look } = outcomeOf(error, others);
	const isReplayed = error instanceof RequestFailed && error.refusal?.replayed;
	return framed(
		{ ...explained, message: explained.message + mayHave },
		sentences(became, others && othersText(others)),
		sentences(
			look ?? (explained.passes && RUN_AGAIN),
			explained.remedy,
			!look && isReplayed && STORED,
		),
	);
}

export const RUN_AGAIN =
	'Run the workflow again later, or raise Max Wait (Seconds) under Options to have the node wait longer.';
const STORED =
	'The service gives this answer to the same idempotency key for 24 hours: once the cause is mended, run the workflow anew, with another Idempotency Key if you gave one.';

/**
 * For a poll.
 * @param goesOn whether the next poll asks again from the same place; there is none for a sample, nor for what is watched for the first time
 */
export function pollText(error: unknown, place: Place, goesOn: boolean): ErrorText | undefined {
	const explained = explain(error, place);
	const became = goesOn && !(error instanceof InvalidInput) ? GOES_ON : '';
	return explained && framed(explained, became, explained.remedy);
}

const GOES_ON = 'Nothing is lost: the next poll asks again from the same place.';

/** For a dropdown. */
export function dropdownText(error: unknown): ErrorText | undefined {
	const explained = explain(error);
	if (!explained) return undefined;
	const { passes, remedy } = explained;
	const whatToDo = passes ? 'Try again in a moment.' : remedy;
	return framed(explained, '', sentences(whatToDo, WITHOUT_LIST));
}

const WITHOUT_LIST = 'To go on without the list, change From List to By ID or By Slug.';

/** For the test of a credential, which has one text for all. */
export const credentialText = ({ message, remedy }: Explanation): string => `${message}. ${remedy}`;

/** What became of an item that failed: said with the failure itself, and what the user has to look at first. */
function outcomeOf(
	error: unknown,
	others: Others | undefined,
): { mayHave?: string; became?: string; look?: string } {
	if (error instanceof InvalidInput) {
		return others?.mayBeDone ? { look: TRIED_BEFORE } : { became: nothing('sent', others) };
	}
	if (!(error instanceof RequestFailed)) return { became: 'No part of it was given out.' };
	const { request, refusal, circumstances } = error;
	if (circumstances.outcomeUnknown) return request.send ? MAY_BE_SENT : MAY_BE_CHANGED;
	if (!isWrite(request) || refusal?.code === 'idempotency_key_reused') return {};
	return { became: nothing(request.send ? 'sent' : 'changed', others) };
}

const MAY_BE_SENT = {
	mayHave: '; the message may have been sent all the same',
	look: 'Look into the conversation in the inbox before you send it again.',
};
const MAY_BE_CHANGED = {
	mayHave: '; the change may have been made all the same',
	look: 'Look in the service before you run this again.',
};
const TRIED_BEFORE =
	'Nothing was sent for this item in this try, but an earlier one of this execution may have carried it out: look in the service before you run this again.';

/** That nothing was done, of the item or the run alone where others may have been carried out. */
function nothing(done: 'sent' | 'changed', others: Others | undefined): string {
	const within =
		!others || !isAnyDone(others)
			? ''
			: isAnyDoneHere(others)
				? ' for this item'
				: ' in this run of the node';
	return `Nothing was ${done}${within}.`;
}
