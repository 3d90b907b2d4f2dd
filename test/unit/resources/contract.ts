/**
 * The names that saved workflows depend on, written down a second time on purpose: a name that
 * changes by accident is noticed here. Names are added freely and never changed.
 */
export interface OperationContract {
	/** Method and path of the request for the ids `a` (and `b`). */
	request: string;
	/** Names of the operation's parameters, besides `options`. */
	parameters: string[];
	/** Names in its collections. */
	inside?: Record<string, string[]>;
	/** Values of `clearFields`. */
	clears?: string[];
	/** Names in `options`, besides those of every operation. */
	options: string[];
}

const write = ['idempotencyKey'];
const list = ['additionalQuery'];
const sizedList = [...list, 'pageSize'];
const paging = ['returnAll', 'limit'];

/** In `options` of every operation. */
export const EVERY_OPTION = ['includeResponse', 'maxWaitSeconds', 'parallelRequests'];

const contactFields = [
	'companyId',
	'ownerId',
	'tags',
	'customFields',
	'customFieldsJson',
	'additionalBody',
];
const companyFields = [
	'legalName',
	'tradeName',
	'address',
	'emails',
	'phones',
	'ownerId',
	'customFields',
	'customFieldsJson',
	'additionalBody',
];
const dealFields = [
	'contactId',
	'companyId',
	'ownerId',
	'value',
	'valueCents',
	'currency',
	'tags',
	'customFields',
	'customFieldsJson',
	'additionalBody',
];

export const CONTRACT: Record<string, OperationContract> = {
	'contact.upsert': {
		request: 'POST /contacts',
		parameters: ['name', 'phone', 'email', 'additionalFields'],
		inside: { additionalFields: contactFields },
		options: write,
	},
	'contact.get': { request: 'GET /contacts/a', parameters: ['contactId'], options: [] },
	'contact.getAll': {
		request: 'GET /contacts',
		parameters: [...paging, 'filters'],
		inside: { filters: ['search', 'updatedSince'] },
		options: sizedList,
	},
	'contact.update': {
		request: 'PATCH /contacts/a',
		parameters: ['contactId', 'updateFields'],
		inside: { updateFields: ['name', 'phone', 'email', ...contactFields, 'clearFields'] },
		clears: ['name', 'phone', 'email', 'companyId', 'ownerId', 'tags'],
		options: write,
	},
	'company.create': {
		request: 'POST /companies',
		parameters: ['cnpj', 'additionalFields'],
		inside: { additionalFields: companyFields },
		options: write,
	},
	'company.get': { request: 'GET /companies/a', parameters: ['companyId'], options: [] },
	'company.getAll': {
		request: 'GET /companies',
		parameters: [...paging, 'filters'],
		inside: { filters: ['search', 'updatedSince', 'includeInactive'] },
		options: sizedList,
	},
	'company.update': {
		request: 'PATCH /companies/a',
		parameters: ['companyId', 'updateFields'],
		inside: { updateFields: ['cnpj', ...companyFields, 'clearFields'] },
		clears: ['cnpj', 'ownerId', 'emails', 'phones'],
		options: write,
	},
	'company.deactivate': {
		request: 'DELETE /companies/a',
		parameters: ['companyId'],
		options: write,
	},
	'deal.create': {
		request: 'POST /deals',
		parameters: ['title', 'pipelineId', 'stageId', 'additionalFields'],
		inside: { additionalFields: dealFields },
		options: write,
	},
	'deal.get': { request: 'GET /deals/a', parameters: ['dealId'], options: [] },
	'deal.getAll': {
		request: 'GET /deals',
		parameters: [...paging, 'filters'],
		inside: {
			filters: [
				'updatedSince',
				'pipelineId',
				'stageId',
				'ownerId',
				'contactId',
				'companyId',
				'status',
			],
		},
		options: sizedList,
	},
	'deal.update': {
		request: 'PATCH /deals/a',
		parameters: ['dealId', 'updateFields'],
		inside: { updateFields: ['title', ...dealFields, 'clearFields'] },
		clears: ['contactId', 'companyId', 'tags'],
		options: write,
	},
	'deal.delete': { request: 'DELETE /deals/a', parameters: ['dealId'], options: write },
	'deal.move': {
		request: 'POST /deals/a/move',
		parameters: ['dealId', 'stageId'],
		options: [...write, 'additionalBody'],
	},
	'deal.win': {
		request: 'POST /deals/a/win',
		parameters: ['dealId'],
		options: [...write, 'additionalBody'],
	},
	'deal.lose': {
		request: 'POST /deals/a/lose',
		parameters: ['dealId', 'additionalFields'],
		inside: { additionalFields: ['lostReasonId', 'additionalBody'] },
		options: write,
	},
	'pipeline.get': { request: 'GET /pipelines/a', parameters: ['pipelineId'], options: [] },
	'pipeline.getAll': {
		request: 'GET /pipelines',
		parameters: [...paging, 'filters'],
		inside: { filters: ['includeInactive'] },
		options: list,
	},
	'pipeline.getStages': {
		request: 'GET /pipelines/a/stages',
		parameters: ['pipelineId'],
		options: list,
	},
	'conversation.start': {
		request: 'POST /conversations',
		parameters: ['phone', 'templateName', 'templateLanguage', 'templateParams', 'additionalFields'],
		inside: {
			additionalFields: ['name', 'channelId', 'assignToSelf', 'templateText', 'additionalBody'],
		},
		options: [...write, 'includePreview', 'waitForOutcome'],
	},
	'conversation.getAll': {
		request: 'GET /conversations',
		parameters: [...paging, 'filters'],
		inside: { filters: ['contactId'] },
		options: list,
	},
	'message.get': {
		request: 'GET /conversations/a/messages/b',
		parameters: ['conversationId', 'messageId'],
		options: [],
	},
	'message.send': {
		request: 'POST /conversations/a/messages',
		parameters: ['conversationId', 'text'],
		options: [...write, 'additionalBody'],
	},
	// Its request takes no query parameter that is shown, so there are no filters.
	'channel.getAll': { request: 'GET /channels', parameters: paging, options: list },
};

/** Names that are resource locators wherever they stand, and those that are texts. */
export const LOCATORS = [
	'contactId',
	'companyId',
	'dealId',
	'pipelineId',
	'stageId',
	'conversationId',
	'channelId',
];
export const TEXT_IDS = ['ownerId', 'lostReasonId', 'messageId'];
