import { useState } from 'preact/hooks';
import { attempt } from './announce.js';
import { send } from './control.js';
import { html } from './html.js';
import { useConnected } from './live.js';
import { Confirmation } from './parts/Dialog.js';
import { ShortDay } from './ShortDay.js';

/** Says in large letters what this is, and whether the page is live. */
export function Banner() {
	const isConnected = useConnected();
	const [isAsking, setAsking] = useState(false);
	const reset = () =>
		attempt(() => send('POST', '/reset', {}), 'The sandbox is as it was at its start.');
	return html`
		<header class="banner">
			<p class="banner-name">Sandbox</p>
			<p class="banner-text">Invented data in memory. Nothing is sent to anybody.</p>
			<p class=${`connection ${isConnected ? 'live' : 'lost'}`} role="status">
				${isConnected ? 'Live' : 'Connection lost, trying again'}
			</p>
			<${ShortDay} />
			<button type="button" onClick=${() => setAsking(true)}>Reset</button>
		</header>
		${
			isAsking &&
			html`
				<${Confirmation}
					title="Reset the sandbox?"
					text="Everything goes back to the state after the start: the same data and the same first tokens. What was made since then is gone, webhooks and logs included."
					action="Reset the sandbox"
					onConfirmed=${reset}
					onClosed=${() => setAsking(false)}
				/>
			`
		}
	`;
}
