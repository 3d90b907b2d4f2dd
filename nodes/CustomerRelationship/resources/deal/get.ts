import { dealId } from '../../fields/resourceLocators';
import { getOperation } from '../get';

/** Deals, `GET /deals/{id}`. */
export const get = getOperation('deal', 'deals', dealId);
