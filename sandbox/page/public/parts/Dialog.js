import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { html } from '../html.js';

/**
 * A modal dialog. Escape closes it, and the focus goes back to where it came from.
 * @param {{ title: string, onClosed: () => void, children: (close: () => void) => unknown }} props
 */
export function Dialog({ title, onClosed, children }) {
	const dialog = useRef(null);
	const titleId = useId();
	useLayoutEffect(() => dialog.current.showModal(), []);
	const close = () => dialog.current.close();
	return html`
		<dialog ref=${dialog} aria-labelledby=${titleId} onClose=${onClosed}>
			<header class="dialog-head">
				<h2 id=${titleId}>${title}</h2>
				<button type="button" class="quiet" aria-label="Close" onClick=${close}>✕</button>
			</header>
			${children(close)}
		</dialog>
	`;
}

/**
 * Asks before something that cannot be undone.
 * @param {object} props
 * @param {string} props.title
 * @param {string} props.text
 * @param {string} props.action
 * @param {() => Promise<unknown>} props.onConfirmed
 * @param {(isConfirmed: boolean) => void} props.onClosed
 */
export function Confirmation({ title, text, action, onConfirmed, onClosed }) {
	const isConfirmed = useRef(false);
	const confirm = async (close) => {
		isConfirmed.current = true;
		await onConfirmed();
		close();
	};
	return html`
		<${Dialog} title=${title} onClosed=${() => onClosed(isConfirmed.current)}>
			${(close) => html`
				<p>${text}</p>
				<div class="actions">
					<button type="button" onClick=${close}>Cancel</button>
					<button type="button" class="danger" onClick=${() => confirm(close)}>${action}</button>
				</div>
			`}
		<//>
	`;
}
