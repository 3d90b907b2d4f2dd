import { useState } from 'preact/hooks';
import { send } from '../control.js';
import { html } from '../html.js';
import { textOf, useForm } from '../parts/useForm.js';

const EVENTS = [
	'contact.created',
	'deal.created',
	'message.sent',
	'message.failed',
	'message.received',
];

/** Registers an address for some kinds of event, or for all. */
export function WebhookForm({ onMade }) {
	const [isAll, setAll] = useState(false);
	const { isBusy, problem, onSubmit } = useForm(async (values) => {
		const url = textOf(values, 'url');
		const events = values.getAll('events');
		if (events.length === 0) throw new Error('Choose at least one event.');
		const { body } = await send('POST', '/webhooks', { url, events });
		onMade({ ...body, url });
		setAll(false);
	});
	return html`
		<form class="stacked boxed" aria-label="New webhook" onSubmit=${onSubmit}>
			<label>
				Address
				<input
					name="url"
					type="url"
					required
					autocomplete="off"
					placeholder="http://127.0.0.1:5678/webhook/…"
				/>
			</label>
			<fieldset>
				<legend>Events</legend>
				<label class="check">
					<input
						type="checkbox"
						name="events"
						value="*"
						checked=${isAll}
						onChange=${(event) => setAll(event.currentTarget.checked)}
					/>
					<span>All events</span>
				</label>
				${EVENTS.map(
					(kind) => html`
						<label key=${kind} class="check">
							<input type="checkbox" name="events" value=${kind} disabled=${isAll} />
							<code>${kind}</code>
						</label>
					`,
				)}
			</fieldset>
			${problem}
			<button type="submit" class="primary" aria-busy=${String(isBusy)}>Create webhook</button>
		</form>
	`;
}
