import { InvalidInput } from '../invalidInput';
import { isEmpty, isExpression, type Field } from './field';

const LABEL = 'Idempotency Key';
export const MAX_KEY_LENGTH = 255;

/** A user's own key for a write, sent unchanged (specification: Limits, Idempotency 6). */
export const idempotencyKey: Field<string | undefined> = {
	property: {
		displayName: LABEL,
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-1042',
		description:
			'By default each item gets a key of its own, which keeps retries within an execution from doing anything twice. If a second execution must not repeat it either, give one from the data, such as the ID of the event that started the workflow: the service knows it for 24 hours, for this access token alone. Company: Create or Update and an Update with Add Tags or Remove Tags may still set fields again. The key must be different for each item and each node, and have 1 to 255 visible ASCII characters.',
	},
	read: (value, _timezone, raw) => {
		if (isEmpty(value)) {
			if (!isExpression(raw)) return undefined;
			throw new InvalidInput(
				LABEL,
				'is empty',
				'With a key made by the node a second execution would do it again: check that the item has what the expression reads, or take the option out.',
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
