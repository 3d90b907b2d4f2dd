import { DEFAULT_MAX_MESSAGES, maxMessages } from '../../fields/options';
import { sendHours } from '../../fields/sendHours';
import type { SendHours } from '../../fields/parsers/sendHours';
import { guardOf, type ItemParameters } from './parameters';

/** What may keep an item's message from being sent. */
export interface Guards {
	/** The most messages of the node in an execution. */
	most: number;
	/** When it may be sent; undefined for at any time. */
	hours: SendHours | undefined;
}

/** @throws InvalidInput for a guard that is present but empty, or has a value that it can't have */
export const guardsOf = (parameters: ItemParameters): Guards => ({
	most: guardOf(parameters, maxMessages) ?? DEFAULT_MAX_MESSAGES,
	hours: guardOf(parameters, sendHours),
});
