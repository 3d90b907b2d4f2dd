import { InvalidInput } from '../invalidInput';
import { isEmpty, type Field } from './field';
import { isExpression } from '../expression';

const LABEL = 'Idempotency Key';
export const MAX_KEY_LENGTH = 255;

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
			'A text that names what is done here. What was done once under a key is not done again, for 24 hours and with the same access token: executed twice, the workflow still sends once. Write a word, and behind it the ID of the event, or of the contact where no event started the workflow. Each item and each node needs a key of its own. Without one here the node makes a key for each item, so that retries within one execution do nothing twice.',
	},
	read: (value, _timezone, raw) => {
		if (isEmpty(value)) {
			if (!isExpression(raw)) return undefined;
			throw new InvalidInput(
				LABEL,
				'is empty',
				'Check that the item has what the expression reads, or take the option out. Without a key of your own a second execution does it again.',
			);
		}
		const key = String(value);
		if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
		throw new InvalidInput(
			LABEL,
			key.length > MAX_KEY_LENGTH
				? `has ${key.length} characters`
				: 'holds blanks or characters outside ASCII',
			'Use 1 to 255 letters, digits and punctuation marks without blanks, for example an event ID, or leave the option out to have a key made for each item.',
		);
	},
};
