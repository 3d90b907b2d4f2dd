import { dealId } from '../../fields/resourceLocators';
import { getOperation } from '../shared/getOperation';
import { namesOfDeal } from './includeNames';

/** Deals, `GET /deals/{id}`. */
export const get = getOperation('deal', 'deals', dealId, {
	enrichment: namesOfDeal,
	simplifies: true,
});
