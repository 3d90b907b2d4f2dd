import { attempt } from './announce.js';
import { get, send } from './control.js';
import { html } from './html.js';
import { useLive } from './live.js';

/** Plays a short day, and says what happens in it. */
export function ShortDay() {
	const { data } = useLive(() => get('/short-day'), ['shortDay']);
	const isPlaying = data?.isPlaying ?? false;
	const toggle = () =>
		attempt(() => send(isPlaying ? 'DELETE' : 'POST', '/short-day', isPlaying ? undefined : {}));
	return html`
		<p class="short-day" role="status">
			${data?.text && `${data.step} of ${data.of}: ${data.text}.`}
		</p>
		<button type="button" onClick=${toggle}>
			${isPlaying ? 'Stop the day' : 'Play a short day'}
		</button>
	`;
}
