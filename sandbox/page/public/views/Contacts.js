import { useState } from 'preact/hooks';
import { nameOf } from '../format.js';
import { html } from '../html.js';
import { SearchedList } from '../parts/SearchedList.js';
import { ContactDetails } from './ContactDetails.js';
import { NewContact } from './NewContact.js';

/** Contacts, and a form for a new one. */
export function Contacts({ id }) {
	const [isCreating, setCreating] = useState(false);
	return html`
		<${SearchedList}
			one="contact"
			many="contacts"
			placeholder="Name, e-mail or phone"
			id=${id}
			entry=${entry}
			details=${ContactDetails}
		>
			<button type="button" class="primary" onClick=${() => setCreating(true)}>New contact</button>
		<//>
		${isCreating && html`<${NewContact} onClosed=${() => setCreating(false)} />`}
	`;
}

const entry = ({ tags, ...contact }) => html`
	<strong>${nameOf(contact)}</strong>
	<span class="faint">${[contact.phone, contact.email].filter(Boolean).join(' · ')}</span>
	${tags.length > 0 && html`<span class="faint">${tags.join(', ')}</span>`}
`;
