import { dealIdField } from '../../fields/resourceLocators';
import { getOperation } from '../shared/getOperation';
import { namesOfDeal } from './includeNames';

/** Deals, `GET /deals/{id}`. */
export const get = getOperation('deal', 'deals', dealIdField, {
	enrichment: namesOfDeal,
	simplifies: true,
});
