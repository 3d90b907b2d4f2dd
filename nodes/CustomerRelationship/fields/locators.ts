import { locatorField } from './locator';
import type { Field } from './field';

type Settings = { required?: boolean; description?: string; displayName?: string; hint?: string };

/** Fields that name a record, under the names that the API and saved workflows use. */
export const locator =
	(displayName: string, name: string, searchListMethod: string, noun: string) =>
	(settings: Settings = {}): Field =>
		locatorField({
			displayName,
			name,
			searchListMethod,
			description: `The ${noun} to work with`,
			...settings,
		});

export const contactId = locator('Contact', 'contactId', 'searchContacts', 'contact');
export const companyId = locator('Company', 'companyId', 'searchCompanies', 'company');
export const dealId = locator('Deal', 'dealId', 'searchDeals', 'deal');
export const pipelineId = locator('Pipeline', 'pipelineId', 'searchPipelines', 'pipeline');
export const stageId = locator('Stage', 'stageId', 'searchStages', 'stage');
export const conversationId = locator(
	'Conversation',
	'conversationId',
	'searchConversations',
	'conversation',
);
export const channelId = locator('Channel', 'channelId', 'searchChannels', 'channel');
