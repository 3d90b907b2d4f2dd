/**
 * What this package assumes where the specification says "not shown". Each can be corrected
 * here, and worked around by users with Additional Body or Additional Query.
 *
 * | Not shown                              | Assumed                                    |
 * |----------------------------------------|--------------------------------------------|
 * | a company's legal and trade name       | `legalName`, `tradeName`                   |
 * | body of `POST /deals/{id}/move`        | `{ "stageId": … }`                         |
 * | body of `POST /deals/{id}/win`         | `{}`                                       |
 * | body of `POST /deals/{id}/lose`        | `{}` or `{ "lostReasonId": … }`            |
 * | body of `POST …/{id}/messages`         | `{ "text": … }`                            |
 * | names in lists (for the dropdowns)     | the first of `name`, `title`, … that is there |
 * | how a stage's kind is flagged          | the first of `kind`, `type`, `status`, `category` |
 * | a pipeline's and a stage's name        | `name`, else `title`, else `label`         |
 * | bounds of a list's `limit`             | 100 is tried, then the service's default   |
 */
export const guessed = {
	companyLegalName: 'legalName',
	companyTradeName: 'tradeName',
	dealStage: 'stageId',
	dealLostReason: 'lostReasonId',
	messageText: 'text',
	stageKind: ['kind', 'type', 'status', 'category'],
	names: ['name', 'title', 'label', 'tradeName', 'legalName', 'displayName'],
} as const;
