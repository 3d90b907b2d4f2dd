import { useState } from 'preact/hooks';
import { getList } from '../control.js';
import { nameOf } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Loading } from '../parts/Loading.js';
import { addressOf } from '../route.js';
import { ContactDetails } from './ContactDetails.js';
import { NewContact } from './NewContact.js';

/** How many more contacts a click on "Show more" brings. */
const STEP = 50;

/** Contacts, newest first, searched by the service; one of them in full. */
export function Contacts({ id }) {
	const [search, setSearch] = useState('');
	const [most, setMost] = useState(STEP);
	const [isCreating, setCreating] = useState(false);
	const { data, error } = useLive(
		() => getList('/contacts', search ? { search } : {}, most),
		['contact'],
		[search, most],
	);
	const onSearch = (event) => {
		setSearch(event.currentTarget.value.trim().slice(0, 200));
		setMost(STEP);
	};
	return html`
		<div class="tools">
			<div>
				<label for="contact-search">Search</label>
				<input
					id="contact-search"
					type="search"
					maxlength="200"
					placeholder="Name, e-mail or phone"
					autocomplete="off"
					onInput=${onSearch}
				/>
			</div>
			<button type="button" class="primary" onClick=${() => setCreating(true)}>New contact</button>
		</div>
		${isCreating && html`<${NewContact} onClosed=${() => setCreating(false)} />`}
		<div class=${`split ${id ? 'has-chosen' : ''}`}>
			<div class="list">
				${
					data
						? html`<${ContactList} ...${data} id=${id} onMore=${() => setMost(most + STEP)} />`
						: html`<${Loading} error=${error} />`
				}
			</div>
			${id && html`<${ContactDetails} key=${id} id=${id} />`}
		</div>
	`;
}

function ContactList({ records, hasMore, id, onMore }) {
	return html`
		<p class="faint" role="status">${describeCount(records.length, hasMore)}</p>
		<ul class="plain-list">
			${records.map(
				(contact) => html`
					<li key=${contact.id}>
						<a
							class="entry"
							href=${addressOf('contacts', contact.id)}
							aria-current=${contact.id === id ? 'true' : undefined}
						>
							<strong>${nameOf(contact)}</strong>
							<span class="faint"
								>${[contact.phone, contact.email].filter(Boolean).join(' · ')}</span
							>
							${contact.tags.length > 0 && html`<span class="faint">${contact.tags.join(', ')}</span>`}
						</a>
					</li>
				`,
			)}
		</ul>
		${hasMore && html`<button type="button" onClick=${onMore}>Show more</button>`}
	`;
}

function describeCount(count, hasMore) {
	if (count === 0) return 'No contacts found.';
	if (hasMore) return `The newest ${count} contacts`;
	return count === 1 ? '1 contact' : `${count} contacts`;
}
