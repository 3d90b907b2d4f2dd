import { withAddedProperties, type Enrichment } from '../shared/enrichment';
import { companyNames, includeNames } from '../shared/includeNames';

export const companyOfContact: Enrichment = {
	field: includeNames('the name of the company as <code>_names</code>'),
	async enrich(ask, records) {
		const companies = await companyNames(ask, records);
		return withAddedProperties(records, ({ companyId }) => ({
			_names: { company: companies.of(companyId) },
		}));
	},
};
