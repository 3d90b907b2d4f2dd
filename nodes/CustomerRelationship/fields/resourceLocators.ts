import { locatorField } from './id';
import type { Field } from './field';

type Settings = { required?: boolean; description?: string; displayName?: string; hint?: string };

/** Fields that name a record, under the names that the API and saved workflows use. */
export const resourceLocator =
	(displayName: string, name: string, searchListMethod: string, noun: string) =>
	(settings: Settings = {}): Field<string | undefined> =>
		locatorField({
			displayName,
			name,
			searchListMethod,
			description: `The ${noun} to work with`,
			...settings,
		});

export const contactId = resourceLocator('Contact', 'contactId', 'searchContacts', 'contact');
export const companyId = resourceLocator('Company', 'companyId', 'searchCompanies', 'company');
export const dealId = resourceLocator('Deal', 'dealId', 'searchDeals', 'deal');
export const pipelineId = resourceLocator('Pipeline', 'pipelineId', 'searchPipelines', 'pipeline');
export const stageId = resourceLocator('Stage', 'stageId', 'searchStages', 'stage');
export const conversationId = resourceLocator(
	'Conversation',
	'conversationId',
	'searchConversations',
	'conversation',
);
export const channelId = resourceLocator('Channel', 'channelId', 'searchChannels', 'channel');
