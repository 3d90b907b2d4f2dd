import type { Field } from './field';
import { parseCountsAs } from './parsers/countsAs';
import { MAX_KEY_LENGTH } from './parsers/length';

const LABEL = 'Counts As';

/** The word under which *Once per Phone* takes messages for the same. */
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
			'Lets nodes with one access token count as one: with Once per Phone, a phone gets one message under a word in 24 hours. Every day anew: <code>reminder-{{ $today.toISODate() }}</code>.',
	},
	purpose: 'key',
	maxLength: MAX_KEY_LENGTH,
	read: (value) => parseCountsAs(value, LABEL),
};
