import { companyIdField } from '../../fields/resourceLocators';
import { makeGetOperation } from '../shared/getOperation';

/** Companies, `GET /companies/{id}`: a deactivated one, too. */
export const get = makeGetOperation('company', 'companies', companyIdField, {
	description: 'Get a company by its ID, even if it is deactivated',
	simplifies: true,
});
