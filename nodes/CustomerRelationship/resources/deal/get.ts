import { dealId } from '../../fields/resourceLocators';
import { getOperation } from '../get';
import { namesOfDeal } from '../names';

/** Deals, `GET /deals/{id}`. */
export const get = getOperation('deal', 'deals', dealId, { naming: namesOfDeal, simplifies: true });
