import { companyName } from '../format.js';
import { html } from '../html.js';
import { Badge } from '../parts/Badge.js';
import { SearchedList } from '../parts/SearchedList.js';
import { CompanyDetails } from './CompanyDetails.js';

/** Companies, deactivated ones too. */
export const Companies = ({ id }) => html`
	<${SearchedList}
		one="company"
		many="companies"
		query=${{ includeInactive: 'true' }}
		placeholder="Name or CNPJ"
		id=${id}
		entry=${entry}
		details=${CompanyDetails}
	/>
`;

const entry = (company) => html`
	<span class="entry-head">
		<strong>${companyName(company)}</strong>
		${!company.isActive && html`<${Badge}>deactivated<//>`}
	</span>
	${company.cnpj && html`<span class="faint">${company.cnpj}</span>`}
`;
