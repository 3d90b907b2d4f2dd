import { html } from '../html.js';

/** Stands where live data is not there yet, or could not be had. */
export function Loading({ error }) {
	return error
		? html`<p class="problem" role="alert">${error}</p>`
		: html`<p class="faint">Loading…</p>`;
}
