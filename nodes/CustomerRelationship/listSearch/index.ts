import { searchChannels, searchDeals, searchPipelines } from './clientSideSearch';
import { getColumns } from './getColumns';
import { getTemplateVariables } from './getTemplateVariables';
import { searchConversations } from './searchConversations';
import {
	searchCompanyCustomFields,
	searchContactCustomFields,
	searchContactDateFields,
	searchDealCustomFields,
} from './searchCustomFields';
import { searchCompanies, searchContacts } from './serverSideSearch';
import { searchLanguages } from './searchLanguages';
import { searchStages } from './searchStages';

/** The methods that fill the searchable dropdowns. Fields name them as their `searchListMethod`. */
export const listSearch = {
	searchChannels,
	searchCompanies,
	searchCompanyCustomFields,
	searchContactCustomFields,
	searchContactDateFields,
	searchContacts,
	searchConversations,
	searchDealCustomFields,
	searchDeals,
	searchLanguages,
	searchPipelines,
	searchStages,
};

/** The methods that list the rows of mapper fields. Fields name them as their `resourceMapperMethod`. */
export const resourceMapping = { getColumns, getTemplateVariables };
