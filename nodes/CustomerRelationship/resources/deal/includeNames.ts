import { centsToReais } from '../../fields/parsers/money';
import { path } from '../../transport/request';
import type { Enrichment } from '../shared/enrichment';
import { readCompanyNames, includeNamesField } from '../shared/includeNames';
import { linkedIdsIn, RecordSummaries } from '../shared/recordSummaries';

/** *Include Names* of deals: the names of the records that a deal points to, and its value in reais. */
export const dealNamesEnrichment: Enrichment = {
	field: includeNamesField(
		'names, and the contact’s phone and email, as <code>_names</code>, and the value in reais as <code>_value</code>',
	),
	async read(ask, deals, options) {
		const pipelines = new RecordSummaries(ask, options);
		await pipelines.readAll({ path: '/pipelines', query: { includeInactive: 'true' } });
		const stages = new RecordSummaries(ask, options);
		for (const id of linkedIdsIn(deals, 'pipelineId')) {
			await stages.readAll({ path: path`/pipelines/${id}/stages` });
		}
		const companies = await readCompanyNames(ask, deals, options);
		const contacts = new RecordSummaries(ask, options);
		await contacts.readLinked('/contacts', linkedIdsIn(deals, 'contactId'), options);
		return ({ pipelineId, stageId, companyId, contactId, valueCents }) => ({
			_names: {
				pipeline: pipelines.of(pipelineId),
				stage: stages.of(stageId),
				company: companies.of(companyId),
				contact: contacts.of(contactId),
				contactPhone: contacts.of(contactId, 'phone'),
				contactEmail: contacts.of(contactId, 'email'),
			},
			_value: centsToReais(valueCents),
		});
	},
};
