import { useState } from 'preact/hooks';
import { getList } from '../control.js';
import { companyName } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Badge } from '../parts/Badge.js';
import { Loading } from '../parts/Loading.js';
import { addressOf } from '../route.js';
import { CompanyDetails } from './CompanyDetails.js';

/** How many more companies a click on "Show more" brings. */
const STEP = 50;

/** Companies, newest first, deactivated ones too, searched by the service; one of them in full. */
export function Companies({ id }) {
	const [search, setSearch] = useState('');
	const [most, setMost] = useState(STEP);
	const { data, error } = useLive(
		() => getList('/companies', { includeInactive: 'true', ...(search && { search }) }, most),
		['company'],
		[search, most],
	);
	const onSearch = (event) => {
		setSearch(event.currentTarget.value.trim().slice(0, 200));
		setMost(STEP);
	};
	return html`
		<div class="tools">
			<div>
				<label for="company-search">Search</label>
				<input
					id="company-search"
					type="search"
					maxlength="200"
					placeholder="Name or CNPJ"
					autocomplete="off"
					onInput=${onSearch}
				/>
			</div>
		</div>
		<div class=${`split ${id ? 'has-chosen' : ''}`}>
			<div class="list">
				${
					data
						? html`<${CompanyList} ...${data} id=${id} onMore=${() => setMost(most + STEP)} />`
						: html`<${Loading} error=${error} />`
				}
			</div>
			${id && html`<${CompanyDetails} key=${id} id=${id} />`}
		</div>
	`;
}

function CompanyList({ records, hasMore, id, onMore }) {
	return html`
		<p class="faint" role="status">${describeCount(records.length, hasMore)}</p>
		<ul class="plain-list">
			${records.map(
				(company) => html`
					<li key=${company.id}>
						<a
							class="entry"
							href=${addressOf('companies', company.id)}
							aria-current=${company.id === id ? 'true' : undefined}
						>
							<span class="entry-head">
								<strong>${companyName(company)}</strong>
								${!company.isActive && html`<${Badge}>deactivated<//>`}
							</span>
							${company.cnpj && html`<span class="faint">${company.cnpj}</span>`}
						</a>
					</li>
				`,
			)}
		</ul>
		${hasMore && html`<button type="button" onClick=${onMore}>Show more</button>`}
	`;
}

function describeCount(count, hasMore) {
	if (count === 0) return 'No companies found.';
	if (hasMore) return `The newest ${count} companies`;
	return count === 1 ? '1 company' : `${count} companies`;
}
