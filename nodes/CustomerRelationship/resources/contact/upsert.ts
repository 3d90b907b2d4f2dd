import { additionalFields } from '../../fields/collections';
import { MissingInput } from '../../invalidInput';
import { additionalBodyField } from '../../fields/json';
import { noticeOf } from '../../fields/notice';
import { identifyingPhoneField } from '../../fields/phone';
import { optionsOf } from '../../fields/options';
import { phoneLockKey } from '../../fields/parsers/phone';
import { tagsField } from '../../fields/tags';
import { isBlank } from '../../fields/parsers/empty';
import { collected, topLevel } from '../shared/body';
import type { Operation } from '../shared/operation';
import { oneRequest } from '../shared/prepared';
import { withFieldTypes } from '../shared/fieldTypes';
import { incompletePhone } from '../shared/refusals';
import { company, customFields, email, name, ownerId, phone } from './fields';

const byName: typeof name = {
	...name,
	property: {
		...name.property,
		description: 'Name of the person. With a name alone, a new contact is created each time.',
	},
};
// A phone without area code is found by no other spelling, and a message to it is refused.
const byPhone = identifyingPhoneField(phone.property);
const identifying = [byName, byPhone, email];
const additional = [
	company,
	ownerId,
	tagsField('e.g. vip, newsletter', '. On an existing contact they are added to its tags.'),
	...customFields,
	additionalBodyField,
];

/** Contacts, `POST /contacts`: finds the contact by phone, then by e-mail, and updates or creates it. */
export const upsert: Operation = {
	name: 'Create or Update',
	value: 'upsert',
	action: 'Create or update contact',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	kind: 'write',
	properties: [
		noticeOf(
			'A contact is recognized by its phone. The email counts only if you give no phone, or if the contact with that email has none. So somebody whose phone has changed, or is written without its ninth digit, may become a second contact: use Update for them.',
		),
		...identifying.map(({ property }) => property),
		additionalFields(additional),
		optionsOf('write'),
	],
	refusals: incompletePhone,
	prepare(parameters) {
		const given = {
			...topLevel(parameters, identifying),
			...collected(parameters, 'additionalFields', additional),
		};
		const known = [given.phone, given.email].filter((value) => value !== undefined);
		if (known.length === 0 && given.name === undefined) {
			throw new MissingInput(
				'Name',
				'is empty, and so are “Phone” and “Email”',
				'Give at least one of them; a phone or an email finds an existing contact again.',
			);
		}
		return withFieldTypes('/contacts', given, (body) =>
			oneRequest(
				{ method: 'POST', path: '/contacts', body },
				{
					locks: known.map((value) => `contacts/${sameContact(String(value))}`),
					phone: typeof body.phone === 'string' ? body.phone : undefined,
					createsEachTime:
						isBlank(body.phone) && isBlank(body.email)
							? { record: 'contact', lacks: 'neither phone nor email' }
							: undefined,
				},
			),
		);
	},
};

/** Equal for texts that may mean the same phone or e-mail, whatever the mask, country code or case. */
const sameContact = (value: string) =>
	value.includes('@') ? value.trim().toLowerCase() : phoneLockKey(value);
