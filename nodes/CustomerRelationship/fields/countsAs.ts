import type { Field } from './field';
import { parseCountsAs } from './parsers/countsAs';
import { MAX_KEY_LENGTH } from './parsers/length';

const LABEL = 'Counts As';

/** What *Once per Phone* takes for the same message. */
export const countsAs: Field<string> = {
	property: {
		displayName: LABEL,
		name: 'countsAs',
		type: 'string',
		default: '',
		placeholder: 'e.g. reminder-{{ $today.toISODate() }}',
		builderHint: {
			propertyHint:
				'A fixed word for what the customer should get once, such as birthday; for something daily the day behind it: reminder-{{ $today.toISODate() }}. Never the phone, an ID or a time such as $now. Needs Once per Phone on.',
		},
		description:
			'A word that says what a message counts as, for Once per Phone, which must be on. Nodes, templates, workflows and workers that give the same word with the same access token share one message to a phone in 24 hours. For something daily put the day into the word: <code>reminder-{{ $today.toISODate() }}</code>. What was sent before the word was given, or under another word, does not count. Blanks at its ends and case do not matter. A refusal with 402 or 403, which the service keeps for the word and the phone, ends the run, whatever On Error says.',
	},
	purpose: 'key',
	maxLength: MAX_KEY_LENGTH,
	read: (value) => parseCountsAs(value, LABEL),
};
