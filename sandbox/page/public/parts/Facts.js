import { html } from '../html.js';

/**
 * Names with their values; what has no value shows a dash.
 * @param {{ facts: Array<[string, unknown]> }} props
 */
export function Facts({ facts }) {
	return html`
		<dl class="facts">
			${facts.map(
				([name, value]) => html`
					<div key=${name}>
						<dt>${name}</dt>
						<dd>${value ?? '–'}</dd>
					</div>
				`,
			)}
		</dl>
	`;
}

/** @param {{ tags: string[] }} props */
export function Tags({ tags }) {
	if (tags.length === 0) return '–';
	return tags.map((tag) => html`<span key=${tag} class="badge plain">${tag}</span> `);
}

/** Custom fields under their labels, the slug beside it: workflows name fields by slug. */
export function CustomFields({ values, definitions }) {
	return html`
		<${Facts}
			facts=${definitions.map(({ slug, label }) => [`${label} (${slug})`, written(values[slug])])}
		/>
	`;
}

function written(value) {
	if (value === undefined) return undefined;
	if (typeof value === 'boolean') return value ? 'Yes' : 'No';
	return Array.isArray(value) ? value.join(', ') : String(value);
}
