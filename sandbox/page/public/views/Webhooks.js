import { useRef, useState } from 'preact/hooks';
import { attempt } from '../announce.js';
import { get, inPath, send } from '../control.js';
import { when } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Loading } from '../parts/Loading.js';
import { ShownOnce } from '../parts/ShownOnce.js';
import { Table } from '../parts/Table.js';
import { textOf, useForm } from '../parts/useForm.js';
import { Receiver, useWorkflows } from '../parts/workflows.js';
import { Deliveries } from './Deliveries.js';

const EVENTS = [
	'*',
	'contact.created',
	'deal.created',
	'message.sent',
	'message.failed',
	'message.received',
];

const TWICE =
	'Registered twice: each event is delivered twice, signed with two secrets. n8n answers 401 to a secret that its credential does not have. Delete one of the two.';

/** "Technical integrations": registrations, each secret shown once, and what became of each delivery. */
export function Webhooks() {
	const { data: webhooks, error } = useLive(() => get('/webhooks'), ['webhook']);
	const workflows = useWorkflows();
	const [made, setMade] = useState(undefined);
	// Takes the focus when what had it is gone.
	const heading = useRef(null);
	if (!webhooks) return html`<${Loading} error=${error} />`;
	const rotate = async ({ id, url, events }) => {
		const rotated = await attempt(() => send('POST', `/webhooks/${inPath(id)}/rotate`, {}));
		if (rotated) setMade({ id, url, events, secret: rotated.body.secret, isRotated: true });
	};
	const remove = async ({ id }) => {
		await attempt(() => send('DELETE', `/webhooks/${inPath(id)}`), 'The webhook was deleted.');
		if (made?.id === id) setMade(undefined);
		heading.current.focus();
	};
	const close = () => {
		setMade(undefined);
		heading.current.focus();
	};
	return html`
		<section aria-labelledby="registrations">
			<h2 id="registrations" ref=${heading} tabindex="-1">Registrations</h2>
			<p>The service posts signed events to these addresses.</p>
			${
				made &&
				html`
					<${ShownOnce}
						title=${`${made.isRotated ? 'New signing secret' : 'Signing secret'} for ${made.url}`}
						label="Signing Secret"
						value=${made.secret}
						hint=${
							made.isRotated
								? 'The former secret signs, too, for 24 hours: put this one into an empty Signing Secret of the credential.'
								: `Put it into the credential's ${fieldFor(made.url)}.${isTwin(made, webhooks) ? ` ${TWICE}` : ''}`
						}
						onClosed=${close}
					/>
				`
			}
			<${WebhookForm} onMade=${setMade} />
			<${Table}
				caption="Webhooks"
				columns=${columnsFor({ webhooks, workflows, rotate, remove })}
				rows=${webhooks.toReversed()}
				keyOf=${({ id }) => id}
				empty="No webhooks yet."
			/>
		</section>
		<${Deliveries} />
	`;
}

/** Where in n8n's credential the secret goes: its test URLs have a field of their own. */
function fieldFor(url) {
	return url.includes('/webhook-test/')
		? 'Signing Secret (Test URL)'
		: 'Signing Secret, or the first of Signing Secret 2 to 5 that is empty (if none is, of another credential)';
}

/** Whether another registration has the same address and some of the same events. */
const isTwin = (webhook, webhooks) =>
	webhooks.some(
		({ id, url, events }) =>
			id !== webhook.id && url === webhook.url && haveEventInCommon(events, webhook.events),
	);
const haveEventInCommon = (some, others) =>
	some.includes('*') || others.includes('*') || some.some((event) => others.includes(event));

function columnsFor({ webhooks, workflows, rotate, remove }) {
	return [
		{
			title: 'Address',
			cell: (webhook) => html`
				<${Receiver} url=${webhook.url} workflows=${workflows} />
				${isTwin(webhook, webhooks) && html`<p class="warning">${TWICE}</p>`}
			`,
		},
		{
			title: 'Events',
			cell: ({ events }) =>
				events.map(
					(event, at) =>
						html`${at > 0 && ', '}<span key=${event} class="event">${wordsOf(event)}</span>`,
				),
		},
		{
			title: 'Secrets',
			cell: ({ secretCount }) => (secretCount === 1 ? '1' : `${secretCount}, after a rotation`),
		},
		{ title: 'Created', cell: ({ createdAt }) => when(createdAt) },
		{
			title: 'Actions',
			cell: (webhook) => html`
				<span class="actions">
					<button
						type="button"
						aria-label=${`Rotate secret of ${webhook.url}`}
						onClick=${() => rotate(webhook)}
					>
						Rotate secret
					</button>
					<button
						type="button"
						aria-label=${`Delete ${webhook.url}`}
						onClick=${() => remove(webhook)}
					>
						Delete
					</button>
				</span>
			`,
		},
	];
}

const wordsOf = (event) => (event === '*' ? 'All events' : event);

/** Registers an address for some kinds of event, or for all. */
function WebhookForm({ onMade }) {
	const { isBusy, problem, onSubmit } = useForm(async (values) => {
		const url = textOf(values, 'url');
		const events = values.getAll('events');
		if (events.length === 0) throw new Error('Choose at least one event.');
		const { body } = await send('POST', '/webhooks', { url, events });
		onMade({ ...body, url, events });
	});
	return html`
		<form aria-label="New webhook" onSubmit=${onSubmit}>
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
				${EVENTS.map(
					(event) => html`
						<label key=${event} class="check">
							<input type="checkbox" name="events" value=${event} /> ${wordsOf(event)}
						</label>
					`,
				)}
			</fieldset>
			${problem}
			<button type="submit" class="primary" aria-busy=${String(isBusy)}>Create webhook</button>
		</form>
	`;
}
