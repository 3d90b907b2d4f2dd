import type { Field } from './field';
import { parseIdempotencyKey } from './parsers/idempotencyKey';
import { MAX_KEY_LENGTH } from './parsers/length';

const LABEL = 'Idempotency Key';

/**
 * A user's own key for a write (specification: Limits, Idempotency 6), sent without blanks around it and
 * without invisible characters. An operation with several writes appends the part, as in `<key>:create`.
 */
export const idempotencyKey: Field<string | undefined> = {
	property: {
		displayName: LABEL,
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. welcome-ana-souza',
		hint: 'Different for each item: a word and the ID of the event or row. Check <code>$json.id</code> first: the step before may give a conversation, whose ID is the same for each message.',
		builderHint: {
			propertyHint:
				'A fixed word for this node and the ID of the event that started the workflow; with several items also the ID of the item. Never a time such as $now.',
		},
		description:
			'A text that names what is done, such as a word and the event’s ID: it is done once in 24 hours for an access token. Each item and each node needs a key of its own.',
	},
	purpose: 'key',
	maxLength: MAX_KEY_LENGTH,
	read: (value, { raw }) => parseIdempotencyKey(value, LABEL, raw),
};
