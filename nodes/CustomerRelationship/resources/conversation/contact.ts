import type { IDataObject } from 'n8n-workflow';
import { booleanField } from '../../fields/field';
import { whole, type Plan } from '../../transport/plan';
import { byId, recordId } from '../../transport/request';
import { guessed } from '../guesses';
import { asFarAsSeen, type Naming } from '../names';

/** Puts the record of its contact beside a conversation; each contact is asked for once in a run. */
export const contactOfConversation: Naming = {
	field: booleanField({
		displayName: 'Include Contact',
		name: 'includeContact',
		default: true,
		description:
			'Whether to add <code>_contact</code>: the contact’s record with name, phone, email and tags. It takes one more request for each contact, and the scope crm:read. Null if the access token’s user does not see the contact.',
	}),
	*name(records) {
		const withContact: typeof records = [];
		for (const { record, answer } of records) {
			const id = recordId({ id: record[guessed.conversationContactId] });
			const _contact = id === undefined ? null : yield* contactOf(id);
			withContact.push({ record: { ...record, _contact }, answer });
		}
		return withContact;
	},
};

function* contactOf(id: string): Plan<IDataObject | null> {
	const contact = yield* asFarAsSeen(asked(id));
	return contact ?? null;
}

function* asked(id: string): Plan<IDataObject> {
	const { body } = yield { request: byId('/contacts', { id }), sharedAs: whole, inRunOnly: true };
	return body;
}
