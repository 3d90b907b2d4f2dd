import type { Enrichment } from '../shared/enrichment';
import { readCompanyNames, includeNamesField } from '../shared/includeNames';

/** *Include Names* of contacts: the name of a contact's company. */
export const companyNameEnrichment: Enrichment = {
	field: includeNamesField('the name of the company as <code>_names</code>'),
	async read(ask, contacts, options) {
		const companies = await readCompanyNames(ask, contacts, options);
		return ({ companyId }) => ({ _names: { company: companies.of(companyId) } });
	},
};
