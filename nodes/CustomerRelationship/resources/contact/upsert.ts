import { additionalFieldsCollection, ADDITIONAL_FIELDS_PARAMETER } from '../../fields/collections';
import { MissingInput } from '../../invalidInput';
import { additionalBody } from '../../fields/json';
import { noticeOf } from '../../fields/notice';
import { onlyFillEmpty, optionsOf } from '../../fields/options';
import { phoneWithAreaCodeField } from '../../fields/phone';
import { lastEightDigitsOf } from '../../fields/comparisonKeys';
import { tagsField } from '../../fields/tags';
import { isBlank } from '../../fields/parsers/empty';
import { collectionBody, topLevelBody } from '../shared/body';
import type { Operation } from '../shared/operation';
import { collectionFieldIfAdded, assertRoomInKey } from '../shared/parameters';
import { oneRequest } from '../shared/prepared';
import { prepareOnceTyped } from '../shared/fieldTypes';
import { incompletePhone } from '../shared/refusals';
import { createOrFillContact } from './createOrFillContact';
import { company, contactCustomFields, email, name, ownerId, phone } from './fields';

const nameField: typeof name = {
	...name,
	property: {
		...name.property,
		description: 'Name of the person. With a name alone, a new contact is created each time.',
	},
};
// A phone without area code is found by no other spelling, and the node refuses to send a message to it.
const phoneField = phoneWithAreaCodeField(phone.property);
const identifying = [nameField, phoneField, email];
const additional = [
	company,
	ownerId,
	tagsField('e.g. vip, newsletter', '. On an existing contact they are added to its tags.'),
	...contactCustomFields,
	additionalBody,
];

/** Contacts, `POST /contacts`: finds the contact by phone, then by email, and updates or creates it. */
export const upsert: Operation = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update contact',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	kind: 'write',
	properties: [
		noticeOf(
			'A contact is recognized by its phone. The email counts only if you give no phone, or if the contact with that email has none. If a phone has changed, use Update.',
		),
		...identifying.map(({ property }) => property),
		additionalFieldsCollection(additional),
		optionsOf('write', [onlyFillEmpty]),
	],
	refusals: incompletePhone,
	prepare(parameters) {
		const input = {
			...topLevelBody(parameters, identifying),
			...collectionBody(parameters, ADDITIONAL_FIELDS_PARAMETER, additional),
		};
		const identifiers = [input.phone, input.email].filter((value) => value !== undefined);
		if (identifiers.length === 0 && input.name === undefined) {
			throw new MissingInput(
				'Name',
				'is empty, and so are “Phone” and “Email”',
				'Give at least one of them; a phone or an email finds an existing contact again.',
			);
		}
		const onlyFillsEmpty =
			(collectionFieldIfAdded(parameters, onlyFillEmpty) ?? false) && identifiers.length > 0;
		if (onlyFillsEmpty) assertRoomInKey(parameters, ['create', 'update']);
		return prepareOnceTyped('/contacts', input, (body) => {
			const identity = { phone: textIn(body.phone), email: textIn(body.email) };
			const { intent, perform } = oneRequest(
				{ method: 'POST', path: '/contacts', body },
				{
					locks: identifiers.map((value) => `contacts/${identifierKey(String(value))}`),
					...identity,
					createsEachTime:
						isBlank(body.phone) && isBlank(body.email)
							? { record: 'contact', identifiers: 'neither phone nor email' }
							: undefined,
				},
			);
			if (!onlyFillsEmpty) return { intent, perform };
			return {
				intent: { ...intent, onlyFillsEmpty, readsBeforeWriting: true, startsWithWrite: false },
				perform: async (ask) => await createOrFillContact(ask, identity, body),
			};
		});
	},
};

/** The text of a phone or email. Your Own JSON may give a phone as a number. */
const textIn = (value: unknown) =>
	isBlank(value) || typeof value === 'object' ? undefined : String(value);

/** Equal for texts that may mean the same phone or email, whatever the mask, country code or case. */
const identifierKey = (value: string) =>
	value.includes('@') ? value.trim().toLowerCase() : lastEightDigitsOf(value);
