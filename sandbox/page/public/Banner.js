import { attempt } from './announce.js';
import { get, send } from './control.js';
import { html } from './html.js';
import { useConnected, useLive } from './live.js';

const WARNING =
	'Reset the sandbox? Everything goes back to the state after the start. What was made since then is gone, webhooks and logs included.';

/** Says in large letters what this is, and whether the page is live. */
export function Banner() {
	const isConnected = useConnected();
	const { data: day } = useLive(() => get('/short-day'), ['shortDay']);
	const reset = async () => {
		if (!confirm(WARNING)) return;
		await attempt(() => send('POST', '/reset', {}), 'The sandbox is as it was at its start.');
	};
	const toggleDay = () => attempt(() => send(day?.isPlaying ? 'DELETE' : 'POST', '/short-day'));
	return html`
		<header class="banner">
			<p class="banner-name">Sandbox</p>
			<p>Invented data in memory. Nothing is sent to anybody.</p>
			<p role="status">${isConnected ? 'Live' : 'Connection lost, trying again'}</p>
			<p role="status">${day?.text && `${day.step} of ${day.of}: ${day.text}.`}</p>
			<button type="button" onClick=${toggleDay}>
				${day?.isPlaying ? 'Stop the day' : 'Play a short day'}
			</button>
			<button type="button" onClick=${reset}>Reset</button>
		</header>
	`;
}
