import { useEffect, useRef } from 'preact/hooks';
import { get, inPath } from '../control.js';
import { companyName, nameOf, when } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Changes } from '../parts/Changes.js';
import { CustomFields, Facts, Tags } from '../parts/Facts.js';
import { Loading } from '../parts/Loading.js';
import { addressOf } from '../route.js';

async function load(id) {
	const [contact, users, definitions] = await Promise.all([
		get(`/app/contacts/${inPath(id)}`),
		get('/users'),
		get('/custom-fields'),
	]);
	const company = contact.companyId
		? await get(`/app/companies/${inPath(contact.companyId)}`)
		: undefined;
	return {
		contact,
		company,
		owner: users.find((user) => user.id === contact.ownerId),
		definitions,
	};
}

/** Everything the service keeps about one contact. */
export function ContactDetails({ id }) {
	const { data, error } = useLive(() => load(id), ['contact', 'company', 'user']);
	const heading = useRef(null);
	useEffect(() => heading.current?.focus(), [data === undefined]);
	const contact = data?.contact;
	return html`
		<section class="chosen" aria-label="Contact">
			<a class="back" href=${addressOf('contacts')}>← All contacts</a>
			${
				!contact || error
					? html`<${Loading} error=${error} />`
					: html`
							<h2 ref=${heading} tabindex="-1">${nameOf(contact)}</h2>
							<${Facts}
								facts=${[
									['Phone', contact.phone],
									['E-mail', contact.email],
									['Owner', data.owner?.name],
									[
										'Company',
										data.company &&
											html`<a href=${addressOf('companies', data.company.id)}
												>${companyName(data.company)}</a
											>`,
									],
									['Tags', html`<${Tags} tags=${contact.tags} />`],
									['Created', when(contact.createdAt)],
									['Updated', when(contact.updatedAt)],
									['ID', html`<code>${contact.id}</code>`],
								]}
							/>
							<h3>Custom fields</h3>
							<${CustomFields}
								values=${contact.customFields}
								definitions=${data.definitions.filter(({ resource }) => resource === 'contact')}
							/>
							<${Changes} id=${contact.id} type="contact" />
						`
			}
		</section>
	`;
}
