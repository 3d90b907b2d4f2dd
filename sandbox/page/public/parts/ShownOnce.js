import { useEffect, useRef } from 'preact/hooks';
import { html } from '../html.js';
import { CopyField } from './CopyField.js';

/**
 * A token or secret right after it was made. It lives in the view's memory alone: once this is
 * closed, or the view is left, nothing shows it again.
 * @param {{ title: string, label: string, value: string, hint: string, onClosed: () => void }} props
 */
export function ShownOnce({ title, label, value, hint, onClosed }) {
	const heading = useRef(null);
	useEffect(() => heading.current.focus(), [value]);
	return html`
		<section class="shown-once" aria-label=${title}>
			<h3 ref=${heading} tabindex="-1">${title}</h3>
			<p>It is shown only this once. ${hint}</p>
			<${CopyField} label=${label} value=${value} />
			<button type="button" onClick=${onClosed}>Done</button>
		</section>
	`;
}
