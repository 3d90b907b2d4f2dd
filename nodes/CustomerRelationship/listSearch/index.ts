import {
	searchChannels,
	searchConversations,
	searchDeals,
	searchPipelines,
} from './clientSideSearch';
import {
	searchCompanyCustomFields,
	searchContactCustomFields,
	searchContactDateFields,
	searchDealCustomFields,
} from './searchCustomFields';
import { searchCompanies, searchContacts } from './serverSideSearch';
import { searchLanguages } from './searchLanguages';
import { searchStages } from './searchStages';

/** Fills the searchable dropdowns; fields refer to these names. */
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
