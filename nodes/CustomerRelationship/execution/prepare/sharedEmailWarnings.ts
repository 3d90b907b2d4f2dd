import { emailKey } from '../../fields/comparisonKeys';
import type { NameOf } from '../../itemsText';
import type { Intent } from '../../resources/shared/operation';
import { sharedValueWarnings, keptValuesText } from './sharedValues';
import type { RunWarnings } from './runWarnings';

/**
 * Warns of an email that several items share, if one of them has no phone: the service then looks for its
 * contact by the email (specification: Rules for POST /contacts, 2).
 * @param all the items of a run
 */
export const sharedEmailWarnings = (
	all: ReadonlyArray<{ item: number; intent: Intent }>,
	nameOf?: NameOf,
): RunWarnings =>
	sharedValueWarnings(
		'email',
		all.flatMap(({ item, intent }) =>
			intent.email === undefined
				? []
				: [{ item, value: intent.email, key: emailKey(intent.email), intent }],
		),
		(sharing) =>
			sharing.some(({ intent }) => intent.phone === undefined)
				? `to the service they may be one contact. ${keptValuesText(sharing.map(({ intent }) => intent))}`
				: undefined,
		nameOf,
	);
