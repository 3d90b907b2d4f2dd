import type { IDataObject } from 'n8n-workflow';
import { booleanField } from '../../fields/field';
import type { Ask } from '../../transport/ask';
import type { EnrichmentReadOptions } from './enrichment';
import { linkedIdsIn, RecordSummaries } from './recordSummaries';

/** The option *Include Names*. */
export const includeNamesField = (added: string) =>
	booleanField({
		displayName: 'Include Names',
		name: 'includeNames',
		purpose: 'setting',
		default: true,
		description: `Whether to add ${added}. It takes about one more request for each record named.`,
	});

/** The names of the companies that records point to. */
export async function readCompanyNames(
	ask: Ask,
	records: readonly IDataObject[],
	options?: EnrichmentReadOptions,
): Promise<RecordSummaries> {
	const companies = new RecordSummaries(ask, options);
	const query = { includeInactive: 'true' };
	await companies.readLinked('/companies', linkedIdsIn(records, 'companyId'), {
		...options,
		query,
	});
	return companies;
}
