import type { IDataObject } from 'n8n-workflow';
import { companyNameEnrichment } from '../resources/contact/includeNames';
import { dealNamesEnrichment } from '../resources/deal/includeNames';
import type { Enrichment } from '../resources/shared/enrichment';
import type { Ask } from '../transport/ask';
import type { Change } from './changeDetector';
import type { ListName } from './watchedLists';

/** Companies point to no record that has a name. */
const ENRICHMENTS: Partial<Record<ListName, Enrichment>> = {
	contact: companyNameEnrichment,
	deal: dealNamesEnrichment,
};

/**
 * Adds to changed records what *Include Names* adds on *Get*.
 * @param ask whose reads may fail: a name that can't be read is null
 */
export async function withNames(ask: Ask, changes: readonly Change[]): Promise<Change[]> {
	const additions = new Map<IDataObject, IDataObject>();
	for (const [list, enrichment] of Object.entries(ENRICHMENTS)) {
		const records = changes
			.filter(({ event }) => event.startsWith(`${list}.`))
			.map(({ data }) => data);
		if (records.length === 0) continue;
		const additionsTo = await enrichment.read(ask, records, { isBestEffort: true });
		for (const record of records) additions.set(record, additionsTo(record));
	}
	return changes.map((change) => ({
		...change,
		data: { ...change.data, ...additions.get(change.data) },
	}));
}
