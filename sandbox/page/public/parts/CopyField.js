import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { html } from '../html.js';

/**
 * A value to carry elsewhere, with a button that copies it.
 * @param {{ label: string, value: string }} props
 */
export function CopyField({ label, value }) {
	const id = useId();
	const input = useRef(null);
	const [isCopied, setCopied] = useState(false);
	useEffect(() => setCopied(false), [value]);

	const copy = async () => {
		input.current.select();
		// Without a secure context there is no clipboard; the value is selected for Ctrl-C.
		if (!navigator.clipboard) return;
		await navigator.clipboard.writeText(value);
		setCopied(true);
	};
	return html`
		<div class="copy-field">
			<label for=${id}>${label}</label>
			<div>
				<input id=${id} ref=${input} type="text" readonly value=${value} spellcheck=${false} />
				<button type="button" onClick=${copy}>
					${isCopied ? 'Copied' : html`Copy<span class="unseen"> ${label}</span>`}
				</button>
			</div>
			<span class="unseen" role="status">${isCopied ? `${label} copied.` : ''}</span>
		</div>
	`;
}
