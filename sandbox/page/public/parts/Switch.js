import { useState } from 'preact/hooks';
import { attempt } from '../announce.js';
import { html } from '../html.js';

/**
 * A switch that shows what the sandbox has, not what was clicked.
 * @param {{ label: string, of?: string, isOn: boolean, onChange: (isOn: boolean) => Promise<unknown> }} props
 *   `of` tells equal switches apart when they are read out; `onChange` is over when `isOn` is new
 */
export function Switch({ label, of, isOn, onChange }) {
	const [isBusy, setBusy] = useState(false);
	const toggle = async () => {
		if (isBusy) return;
		setBusy(true);
		await attempt(
			() => onChange(!isOn),
			`${of ? `${of}: ` : ''}${label} is ${isOn ? 'off' : 'on'}.`,
		);
		setBusy(false);
	};
	return html`
		<button
			type="button"
			class="switch"
			role="switch"
			aria-checked=${String(isOn)}
			aria-busy=${String(isBusy)}
			aria-label=${of ? `${label}, ${of}` : undefined}
			onClick=${toggle}
		>
			<span class="switch-track" aria-hidden="true"></span>
			<span>${label}</span>
		</button>
	`;
}
