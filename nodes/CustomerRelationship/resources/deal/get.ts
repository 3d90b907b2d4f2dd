import { dealId } from '../../fields/resourceLocators';
import { getOperation } from '../shared/getOperation';
import { namesOfDeal } from '../shared/includeNames';

/** Deals, `GET /deals/{id}`. */
export const get = getOperation('deal', 'deals', dealId, { naming: namesOfDeal, simplifies: true });
