import { MAX_MESSAGES, maxMessages, MOST_MESSAGES } from '../fields/options';
import { sendHours, type SendHours } from '../fields/sendHours';
import { InvalidInput } from '../invalidInput';
import { guardOf, type ItemParameters } from '../resources/operation';

/** What keeps an item’s message from being sent. */
export interface Guards {
	/** The most messages of the node in an execution. */
	most: number;
	/** Without them it may be sent at any time. */
	hours: SendHours | undefined;
}

/** @throws InvalidInput for a guard that is there and says nothing, or nothing that it can say */
export const guardsOf = (parameters: ItemParameters): Guards => ({
	most: guardOf(parameters, maxMessages) ?? MAX_MESSAGES,
	hours: guardOf(parameters, sendHours),
});

/**
 * Why none of a run’s messages may be sent; undefined where they may.
 * @param all the guards of those that are to be sent: where items differ the smallest counts
 * @param before how many others the node has sent in the execution, or may have
 */
export function tooMany(all: readonly Guards[], before: number): InvalidInput | undefined {
	const most = Math.min(...all.map((guards) => guards.most));
	if (all.length === 0 || all.length + before <= most) return undefined;
	const earlier = before > 0 ? `, and ${before} went out before in this execution` : '';
	return new InvalidInput(
		MOST_MESSAGES,
		`is ${most}, but ${all.length} ${all.length === 1 ? 'is' : 'are'} to be sent${earlier}`,
		`Look first whether these are the right items: Check Only shows who would get what. If they are, raise ${MOST_MESSAGES} under Options.`,
		'too_many_messages',
	);
}
