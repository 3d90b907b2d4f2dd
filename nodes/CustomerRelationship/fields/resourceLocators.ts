import type { Field } from './field';
import { idField, locatorField } from './id';

type LocatorSettings = {
	required?: boolean;
	description?: string;
	displayName?: string;
	hint?: string;
};

/** Fields that name a record, under the names that the API and saved workflows use. */
export const resourceLocator =
	(displayName: string, name: string, searchListMethod: string) =>
	(settings: LocatorSettings = {}): Field<string | undefined> =>
		locatorField({
			displayName,
			name,
			searchListMethod,
			description: `The ${displayName.toLowerCase()} to work with`,
			...settings,
		});

export const contactId = resourceLocator('Contact', 'contactId', 'searchContacts');
export const companyId = resourceLocator('Company', 'companyId', 'searchCompanies');
export const dealId = resourceLocator('Deal', 'dealId', 'searchDeals');
export const pipelineId = resourceLocator('Pipeline', 'pipelineId', 'searchPipelines');
export const stageId = resourceLocator('Stage', 'stageId', 'searchStages');
export const conversationId = resourceLocator(
	'Conversation',
	'conversationId',
	'searchConversations',
);
export const channelId = resourceLocator('Channel', 'channelId', 'searchChannels');

/** The user who is responsible for a record; the API has no list of users. */
export const ownerIdField = (description: string): Field<string | undefined> =>
	idField({
		displayName: 'Owner ID',
		name: 'ownerId',
		placeholder: 'e.g. 8f14e45f',
		description,
	});
