import type { IDataObject } from 'n8n-workflow';

/**
 * All that this package assumes because the specification says "not shown". A wrong assumption is
 * corrected here. Until then users can work around it with Your Own JSON or Your Own Query. A wrong name in a
 * dropdown only costs the label, which falls back to the ID.
 *
 * | Not shown                              | Assumed                                    |
 * |----------------------------------------|--------------------------------------------|
 * | a company's legal and trade name       | `legalName`, `tradeName`                   |
 * | body of `POST /deals/{id}/move`        | `{ "stageId": … }`                         |
 * | body of `POST /deals/{id}/win`         | `{}`                                       |
 * | body of `POST /deals/{id}/lose`        | `{}` or `{ "lostReasonId": … }`            |
 * | body of `POST …/{id}/messages`         | `{ "text": … }`                            |
 * | bounds of a list's `limit`             | 100 is tried, then the service's default   |
 * | what counts as a change for `updatedSince` | edits, moves, wins, losses and deactivations; else they are told late (docs/reference/changes.md) |
 * | when a record changed                  | `updatedAt`, if at all: left out of comparing records |
 * | how a stage is flagged as won or lost   | `stageKind` and `closedStageKinds` below; else a dropdown offers such stages, or hides others |
 * | the contact and channel of a conversation | `conversationContactId`, `conversationChannel`; else `_contact` is null, and the channel's limit is learned late |
 * | a custom field's slug                  | made of its name (`fields/parsers/slug.ts`) |
 * | the rest: names of what dropdowns show | the first of the properties below that is there |
 */
export const assumedProperties = {
	companyLegalName: 'legalName',
	companyTradeName: 'tradeName',
	dealStage: 'stageId',
	dealLostReason: 'lostReasonId',
	messageText: 'text',
	/** When a record changed, which by itself is no change. */
	changedAt: 'updatedAt',
	/** What a record is called: a pipeline, a stage, a channel, a company. */
	names: ['name', 'title', 'label', 'tradeName', 'legalName'],
	/** What tells two records of one name apart. */
	distinctions: ['phone', 'contactPhone', 'email', 'cnpj'],
	/**
	 * The properties that may tell a stage's kind. A text that holds one of `closedStageKinds` is that of a
	 * closed stage.
	 */
	stageKind: ['kind', 'type', 'status'],
	closedStageKinds: ['won', 'lost'],
	channelKind: ['kind', 'type'],
	channelState: ['status', 'state'],
	/** Whether a channel is connected, if a boolean tells it. */
	channelConnected: ['connected', 'isConnected'],
	/** Who a conversation is with. */
	conversationContactId: 'contactId',
	conversationState: ['status', 'state'],
	/** When something last happened in a conversation. */
	conversationDate: ['lastMessageAt', 'updatedAt', 'createdAt'],
	/** The channel that a conversation is bound to. */
	conversationChannel: 'channelId',
} as const;

/** What a record is called, else its phone, email or CNPJ. */
export const recordNameOf = (record: IDataObject): string | undefined =>
	firstText(record, [...assumedProperties.names, 'phone', 'email', 'cnpj']);

/** The first text that is not blank in the properties of these names, trimmed. */
export function firstText(record: IDataObject, names: readonly string[]): string | undefined {
	for (const name of names) {
		const value = record[name];
		if (typeof value === 'string' && value.trim() !== '') return value.trim();
	}
	return undefined;
}
