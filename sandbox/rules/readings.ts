/**
 * Decisions that could as well have gone the other way, and what the sandbox does when one is
 * turned (README, "Readings", has the reasons).
 */
export const READINGS = {
	movesWithinPipeline: 'a move to a stage of another pipeline is 400 stage_not_in_pipeline',
	closedDealsChange: 'win, lose and move of a closed deal work, a move reopens it',
	dealsKeepTheirContact: 'contact and company of a deal cannot be cleared',
	requiredFieldsStay: 'null for a required custom field in a PATCH is 422',
	emptyChannelIsNone: 'channelId "" counts as not sent',
	reopenedIsUnowned:
		'a conversation that is not open is with nobody, and is reopened without owner',
	queueRefusalIsSilent: 'a message that the queue refused tells no message.failed',
	lenientPhones: 'extensions, carrier codes and letters in a phone are dropped',
	tidiedTexts: 'texts are trimmed, blank ones are empty, lists lose what they hold twice',
	asciiEmails: 'only ASCII e-mail addresses are valid',
	unknownPropertiesRefused: 'a property that the operation does not know is 400 unknown_parameter',
	changedSinceIsLater: 'updatedSince gives what changed later than that time',
	refusedRequestsCount: 'requests that were refused with 429 count in the windows',
	earlyRefusalsStored: '402, a missing scope and an unknown address are stored under a key',
} as const;

export type Reading = keyof typeof READINGS;
export const READING_NAMES = Object.keys(READINGS) as [Reading, ...Reading[]];

/** `chosen`: all as decided; `other`: all turned; or the names of those that are turned, with commas. */
export function readingsOf(text: string): Reading[] {
	if (text === 'chosen') return [];
	if (text === 'other') return [...READING_NAMES];
	const names = text.split(',').map((name) => name.trim());
	const unknown = names.find((name) => !Object.hasOwn(READINGS, name));
	if (unknown !== undefined) throw new Error(`There is no reading "${unknown}".`);
	return names as Reading[];
}
