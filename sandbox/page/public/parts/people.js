import { html } from '../html.js';
import { Badge } from './Badge.js';

/** The user who owns a record, with the ID that the API knows. */
export function Owner({ id, users }) {
	if (!id) return '–';
	const user = users.find((one) => one.id === id);
	return html`${user?.name} <code>${id}</code>`;
}

export function Tags({ tags }) {
	if (tags.length === 0) return '–';
	return html`<span class="tags"
		>${tags.map((tag) => html`<${Badge} key=${tag}>${tag}<//>`)}</span
	>`;
}
