import type { IDataObject } from 'n8n-workflow';
import { booleanField } from '../../fields/field';
import { wholeBody, type Ask } from '../../transport/ask';
import { getByIdRequest, recordIdOf } from '../../transport/request';
import { assumedProperties } from '../guesses';
import type { Enrichment } from '../shared/enrichment';
import { undefinedIfNotVisible } from '../shared/undefinedIfNotVisible';

/** Adds the record of its contact to a conversation. Each contact is asked for once in a run. */
export const contactEnrichment: Enrichment = {
	field: booleanField({
		displayName: 'Include Contact',
		name: 'includeContact',
		purpose: 'setting',
		default: true,
		description:
			'Whether to add <code>_contact</code>: the contact’s record, null if the token’s user does not see it. It takes one more request for each contact, and the scope crm:read.',
	}),
	async read(ask, conversations) {
		const contacts = new Map<string | undefined, IDataObject | null>();
		for (const conversation of conversations) {
			const id = contactIdOf(conversation);
			if (id !== undefined && !contacts.has(id)) contacts.set(id, await contactOf(ask, id));
		}
		return (conversation) => ({ _contact: contacts.get(contactIdOf(conversation)) ?? null });
	},
};

const contactIdOf = (conversation: IDataObject): string | undefined =>
	recordIdOf({ id: conversation[assumedProperties.conversationContactId] });

async function contactOf(ask: Ask, id: string): Promise<IDataObject | null> {
	const answer = await undefinedIfNotVisible(
		ask(getByIdRequest('/contacts', { id }), { cacheAs: wholeBody, cacheFor: 'run' }),
	);
	return answer?.body ?? null;
}
