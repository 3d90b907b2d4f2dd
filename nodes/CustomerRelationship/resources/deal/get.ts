import { dealIdField } from '../../fields/resourceLocators';
import { makeGetOperation } from '../shared/getOperation';
import { namesOfDeal } from './includeNames';

/** Deals, `GET /deals/{id}`. */
export const get = makeGetOperation('deal', 'deals', dealIdField, {
	enrichment: namesOfDeal,
	simplifies: true,
});
