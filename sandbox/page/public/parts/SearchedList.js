import { useState } from 'preact/hooks';
import { getList } from '../control.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { addressOf } from '../route.js';
import { Loading } from './Loading.js';

/** How many more records a click on "Show more" brings. */
const STEP = 50;

/**
 * Records, newest first, searched by the service; one of them in full beside them.
 * @param one, many what a record and its list are called: "contact", "contacts"
 * @param query besides the search
 * @param id of the one that `details` shows
 * @param entry what a line of the list says of a record
 * @param children stand beside the search
 */
export function SearchedList({ one, many, query, placeholder, id, entry, details, children }) {
	const [search, setSearch] = useState('');
	const [most, setMost] = useState(STEP);
	const { data, error } = useLive(
		() => getList(`/${many}`, { ...query, ...(search && { search }) }, most),
		[one],
		[search, most],
	);
	const onSearch = (event) => {
		setSearch(event.currentTarget.value.trim().slice(0, 200));
		setMost(STEP);
	};
	const toEntry = (record) => html`
		<li key=${record.id}>
			<a
				class="entry"
				href=${addressOf(many, record.id)}
				aria-current=${record.id === id ? 'true' : undefined}
			>
				${entry(record)}
			</a>
		</li>
	`;
	return html`
		<div class="tools">
			<div>
				<label for=${`${one}-search`}>Search</label>
				<input
					id=${`${one}-search`}
					type="search"
					maxlength="200"
					placeholder=${placeholder}
					autocomplete="off"
					onInput=${onSearch}
				/>
			</div>
			${children}
		</div>
		<div class=${`split ${id ? 'has-chosen' : ''}`}>
			<div class="list">
				${
					data
						? html`
								<p class="faint" role="status">${describeCount(data, one, many)}</p>
								<ul class="plain-list">
									${data.records.map(toEntry)}
								</ul>
								${data.hasMore && html`<button type="button" onClick=${() => setMost(most + STEP)}>Show more</button>`}
							`
						: html`<${Loading} error=${error} />`
				}
			</div>
			${id && html`<${details} key=${id} id=${id} />`}
		</div>
	`;
}

function describeCount({ records, hasMore }, one, many) {
	const count = records.length;
	if (count === 0) return `No ${many} found.`;
	if (hasMore) return `The newest ${count} ${many}`;
	return count === 1 ? `1 ${one}` : `${count} ${many}`;
}
