import type { Field } from './field';
import { parseIdempotencyKey } from './parsers/idempotencyKey';
import { MAX_KEY_LENGTH } from './parsers/length';

const LABEL = 'Idempotency Key';

/** A user's own key for a write, sent unchanged (specification: Limits, Idempotency 6). */
export const idempotencyKey: Field<string | undefined> = {
	property: {
		displayName: LABEL,
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. welcome-ana-souza',
		hint: 'Different for each item: <code>welcome-{{ $json.id }}</code>',
		builderHint: {
			propertyHint:
				'A fixed word for this node and the ID of the event that started the workflow; with several items also the ID of the item. Never a time such as $now.',
		},
		description:
			'A text that names what is done here. What was done once under a key is not done again, for 24 hours and with the same access token: executed twice, the workflow still sends once. Write a word, and behind it the ID of the event, or of the contact where no event started the workflow. Each item and each node needs a key of its own. Without one here the node makes a key for each item, so that retries within one execution do nothing twice; a sub-workflow that is tried again is another execution.',
	},
	purpose: 'key',
	maxLength: MAX_KEY_LENGTH,
	read: (value, _timezone, raw) => parseIdempotencyKey(value, LABEL, raw),
};
