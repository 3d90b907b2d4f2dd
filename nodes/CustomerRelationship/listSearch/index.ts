import {
	searchChannels,
	searchConversations,
	searchDeals,
	searchPipelines,
} from './clientSideSearch';
import {
	searchCompanyCustomFields,
	searchContactCustomFields,
	searchDealCustomFields,
} from './searchCustomFields';
import { searchCompanies, searchContacts } from './serverSideSearch';
import { searchLanguages } from './searchLanguages';
import { searchStages } from './searchStages';

/** What fills the searchable dropdowns, under the names by which the fields call it. */
export const listSearch = {
	searchChannels,
	searchCompanies,
	searchCompanyCustomFields,
	searchContactCustomFields,
	searchContacts,
	searchConversations,
	searchDealCustomFields,
	searchDeals,
	searchLanguages,
	searchPipelines,
	searchStages,
};
