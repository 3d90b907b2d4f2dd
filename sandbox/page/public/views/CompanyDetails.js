import { useEffect, useRef } from 'preact/hooks';
import { get, inPath } from '../control.js';
import { companyName, when } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Changes } from '../parts/Changes.js';
import { CustomFields, Facts } from '../parts/Facts.js';
import { Loading } from '../parts/Loading.js';
import { addressOf } from '../route.js';

async function load(id) {
	const [company, users, definitions] = await Promise.all([
		get(`/app/companies/${inPath(id)}`),
		get('/users'),
		get('/custom-fields'),
	]);
	return {
		company,
		owner: users.find((user) => user.id === company.ownerId),
		definitions: definitions.filter(({ resource }) => resource === 'company'),
	};
}

/** Everything the service keeps about one company. */
export function CompanyDetails({ id }) {
	const { data, error } = useLive(() => load(id), ['company', 'user']);
	const heading = useRef(null);
	useEffect(() => heading.current?.focus(), [data === undefined]);
	const company = data?.company;
	return html`
		<section class="chosen" aria-label="Company">
			<a class="back" href=${addressOf('companies')}>← All companies</a>
			${
				!company || error
					? html`<${Loading} error=${error} />`
					: html`
							<h2 ref=${heading} tabindex="-1">${companyName(company)}</h2>
							<${Facts}
								facts=${[
									['Legal name', company.legalName],
									['CNPJ', company.cnpj],
									['State', company.isActive ? 'active' : 'deactivated'],
									['Phones', listed(company.phones)],
									['E-mails', listed(company.emails)],
									['Address', listed(Object.values(company.address))],
									['Owner', data.owner?.name],
									['Created', when(company.createdAt)],
									['Updated', when(company.updatedAt)],
									['ID', html`<code>${company.id}</code>`],
								]}
							/>
							<h3>Custom fields</h3>
							<${CustomFields} values=${company.customFields} definitions=${data.definitions} />
							<${Changes} id=${company.id} type="company" />
						`
			}
		</section>
	`;
}

const listed = (values) => values.filter(Boolean).join(', ') || undefined;
