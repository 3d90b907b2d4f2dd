import type { Field } from './field';
import { locatorField, type LocatorSettings } from './id';

/** Makes the field that names a record, under the name that the API and saved workflows use. */
export type LocatorMaker = (settings?: Partial<LocatorSettings>) => Field<string | undefined>;

const locatorMaker =
	(displayName: string, name: string, searchListMethod: string): LocatorMaker =>
	(settings = {}) =>
		locatorField({
			displayName,
			name,
			searchListMethod,
			description: `The ${displayName.toLowerCase()} to work with`,
			...settings,
		});

export const contactIdField = locatorMaker('Contact', 'contactId', 'searchContacts');
export const companyIdField = locatorMaker('Company', 'companyId', 'searchCompanies');
export const dealIdField = locatorMaker('Deal', 'dealId', 'searchDeals');
export const pipelineIdField = locatorMaker('Pipeline', 'pipelineId', 'searchPipelines');
export const stageIdField = locatorMaker('Stage', 'stageId', 'searchStages');
export const conversationIdField = locatorMaker(
	'Conversation',
	'conversationId',
	'searchConversations',
);
export const channelIdField = locatorMaker('Channel', 'channelId', 'searchChannels');
