import { dealIdField } from '../../fields/resourceLocators';
import { makeGetOperation } from '../shared/getOperation';
import { dealNamesEnrichment } from './includeNames';

/** Deals, `GET /deals/{id}`. */
export const get = makeGetOperation('deal', 'deals', dealIdField, {
	enrichment: dealNamesEnrichment,
	simplifies: true,
});
