import { html } from '../html.js';

/**
 * A short state in a colour; the colour never says it alone.
 * @param {{ tone?: 'good' | 'bad' | 'busy' | 'plain', children: unknown }} props
 */
export function Badge({ tone = 'plain', children }) {
	return html`<span class=${`badge ${tone}`}>${children}</span>`;
}

/** An HTTP status: null while the request runs, 0 without an answer. */
export function StatusBadge({ status }) {
	if (status === null) return html`<${Badge} tone="busy">running<//>`;
	if (status === 0) return html`<${Badge} tone="bad">no answer<//>`;
	const tone = status < 300 ? 'good' : 'bad';
	return html`<${Badge} tone=${tone}>${status}<//>`;
}
