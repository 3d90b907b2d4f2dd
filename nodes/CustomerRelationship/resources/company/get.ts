import { companyIdField } from '../../fields/resourceLocators';
import { getOperation } from '../shared/getOperation';

/** Companies, `GET /companies/{id}`: a deactivated one, too. */
export const get = getOperation('company', 'companies', companyIdField, {
	description: 'Get a company by its ID, even if it is deactivated',
	simplifies: true,
});
