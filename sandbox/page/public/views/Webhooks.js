import { useRef, useState } from 'preact/hooks';
import { attempt } from '../announce.js';
import { get, inPath, send } from '../control.js';
import { when } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Confirmation } from '../parts/Dialog.js';
import { Loading } from '../parts/Loading.js';
import { ShownOnce } from '../parts/ShownOnce.js';
import { Table } from '../parts/Table.js';
import { WebhookForm } from './WebhookForm.js';

/** "Technical integrations": registrations; each secret is shown once. */
export function Webhooks() {
	const { data: webhooks, error } = useLive(() => get('/webhooks'), ['webhook']);
	const [made, setMade] = useState(undefined);
	const [removing, setRemoving] = useState(undefined);
	// Takes the focus when what had it is gone.
	const heading = useRef(null);
	if (!webhooks) return html`<${Loading} error=${error} />`;
	const rotate = async ({ id, url }) => {
		const rotated = await attempt(() => send('POST', `/webhooks/${inPath(id)}/rotate`, {}));
		if (rotated) setMade({ id, url, secret: rotated.body.secret, isRotated: true });
	};
	const remove = async ({ id }) => {
		await attempt(() => send('DELETE', `/webhooks/${inPath(id)}`), 'The webhook was deleted.');
		if (made?.id === id) setMade(undefined);
	};
	return html`
		<section class="stack" aria-labelledby="webhooks">
			<h3 id="webhooks" ref=${heading} tabindex="-1">Webhooks</h3>
			<p>
				The service posts signed events to these addresses. The delivery log shows what became of
				them.
			</p>
			${
				made &&
				html`
					<${ShownOnce}
						title=${`${made.isRotated ? 'New signing secret' : 'Signing secret'} for ${made.url}`}
						label="Signing Secret"
						value=${made.secret}
						hint=${
							made.isRotated
								? 'The former secret signs, too, for 24 hours: put this one into the credential in its place.'
								: `Put it into the credential's ${fieldFor(made.url)}.`
						}
						onClosed=${() => {
							setMade(undefined);
							heading.current.focus();
						}}
					/>
				`
			}
			<${WebhookForm} onMade=${setMade} />
			<${Table}
				caption="Webhooks"
				columns=${columnsFor(rotate, setRemoving)}
				rows=${webhooks.toReversed()}
				keyOf=${({ id }) => id}
				empty="No webhooks yet."
			/>
			${
				removing &&
				html`
					<${Confirmation}
						title="Delete the webhook?"
						text=${`${removing.url} will get no more events, and events that wait to be resent are dropped.`}
						action="Delete webhook"
						onConfirmed=${() => remove(removing)}
						onClosed=${(isConfirmed) => {
							setRemoving(undefined);
							if (isConfirmed) heading.current.focus();
						}}
					/>
				`
			}
		</section>
	`;
}

/** The field of n8n's credential that the secret goes into: its test URLs have one of their own. */
function fieldFor(url) {
	return url.includes('/webhook-test/') ? 'Signing Secret (Test URL)' : 'Signing Secret';
}

function columnsFor(onRotate, onRemove) {
	return [
		{ title: 'Address', cell: ({ url }) => html`<strong class="address">${url}</strong>` },
		{
			title: 'Events',
			cell: ({ events }) => (events.includes('*') ? 'All events' : events.join(', ')),
		},
		{
			title: 'Secrets',
			cell: ({ secretCount }) => (secretCount === 1 ? '1' : `${secretCount}, after a rotation`),
		},
		{ title: 'Created', cell: ({ createdAt }) => when(createdAt) },
		{
			title: 'Actions',
			cell: (webhook) => html`
				<div class="actions">
					<button
						type="button"
						aria-label=${`Rotate secret of ${webhook.url}`}
						onClick=${() => onRotate(webhook)}
					>
						Rotate secret
					</button>
					<button
						type="button"
						aria-label=${`Delete ${webhook.url}`}
						onClick=${() => onRemove(webhook)}
					>
						Delete
					</button>
				</div>
			`,
		},
	];
}
