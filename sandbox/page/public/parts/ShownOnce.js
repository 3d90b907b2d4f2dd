import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { html } from '../html.js';

/**
 * A secret right after it was made. It lives in the view's memory alone: once this is closed, or the
 * view is left, nothing shows it again.
 * @param {{ title: string, label: string, value: string, hint: string, onClosed: () => void }} props
 */
export function ShownOnce({ title, label, value, hint, onClosed }) {
	const id = useId();
	const [heading, input] = [useRef(null), useRef(null)];
	const [isCopied, setCopied] = useState(false);
	useEffect(() => {
		setCopied(false);
		heading.current.focus();
	}, [value]);
	const copy = async () => {
		input.current.select();
		// Without a secure context there is no clipboard; the value is selected for Ctrl-C.
		if (!navigator.clipboard) return;
		await navigator.clipboard.writeText(value);
		setCopied(true);
	};
	return html`
		<section class="shown-once" aria-label=${title}>
			<h3 ref=${heading} tabindex="-1">${title}</h3>
			<p>It is shown only this once. ${hint}</p>
			<label for=${id}>${label}</label>
			<input id=${id} ref=${input} type="text" readonly value=${value} spellcheck=${false} />
			<p>
				<button type="button" onClick=${copy}>Copy<span class="unseen"> ${label}</span></button
				>${' '} <button type="button" onClick=${onClosed}>Done</button>${' '}
				<span role="status">${isCopied && `${label} copied.`}</span>
			</p>
		</section>
	`;
}
