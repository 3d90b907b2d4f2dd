/**
 * What this package assumes where the specification says "not shown": all of it. Each can be
 * corrected here, and worked around by users with Additional Body or Additional Query; a wrong one
 * in a dropdown only costs the label, which falls back to the ID.
 *
 * | Not shown                              | Assumed                                    |
 * |----------------------------------------|--------------------------------------------|
 * | a company's legal and trade name       | `legalName`, `tradeName`                   |
 * | body of `POST /deals/{id}/move`        | `{ "stageId": … }`                         |
 * | body of `POST /deals/{id}/win`         | `{}`                                       |
 * | body of `POST /deals/{id}/lose`        | `{}` or `{ "lostReasonId": … }`            |
 * | body of `POST …/{id}/messages`         | `{ "text": … }`                            |
 * | bounds of a list's `limit`             | 100 is tried, then the service's default   |
 * | the rest: names of what dropdowns show | the first of the properties below that is there |
 */
export const guessed = {
	companyLegalName: 'legalName',
	companyTradeName: 'tradeName',
	dealStage: 'stageId',
	dealLostReason: 'lostReasonId',
	messageText: 'text',
	/** What a record is called: a pipeline, a stage, a channel, a company. */
	names: ['name', 'title', 'label', 'tradeName', 'legalName'],
	/** How a stage is flagged as won or lost: a text that holds one of these words. */
	stageKind: ['kind', 'type', 'status'],
	channelKind: ['kind', 'type'],
	channelState: ['status', 'state'],
	/** Whether a channel is connected, where a boolean tells. */
	channelConnected: ['connected', 'isConnected'],
	/** Who a conversation is with: in itself, or in an object that stands for the contact. */
	conversationContact: ['contactName', 'contactPhone'],
	conversationContactObject: 'contact',
	/** The channel that a conversation is bound to. */
	conversationChannel: 'channelId',
} as const;
