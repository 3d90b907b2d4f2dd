import { get } from '../control.js';
import { clockTime, readable } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { StatusBadge } from '../parts/Badge.js';
import { Loading } from '../parts/Loading.js';
import { Table } from '../parts/Table.js';
import { Receiver, useWorkflows } from '../parts/workflows.js';

const SHOWN = 200;
const columnsFor = (workflows) => [
	{ title: 'Event', cell: ({ event }) => event },
	{ title: 'Status', cell: ({ status }) => html`<${StatusBadge} status=${status} />` },
	{ title: 'Attempt', cell: ({ attempt }) => attempt },
	{
		title: 'Address',
		cell: ({ url }) => html`<${Receiver} url=${url} workflows=${workflows} />`,
	},
	{ title: 'Event ID', cell: ({ id }) => html`<code>${id}</code>` },
	{ title: 'Time', cell: ({ at }) => clockTime(at) },
];

/** Every attempt to deliver an event, newest first. */
export function Deliveries() {
	const { data: deliveries, error } = useLive(
		() => get(`/deliveries?newest=${SHOWN}`),
		['delivery'],
	);
	const workflows = useWorkflows();
	if (!deliveries) return html`<${Loading} error=${error} />`;
	return html`
		<section aria-labelledby="deliveries">
			<h2 id="deliveries">Deliveries</h2>
			<p>One that is not answered with 2xx is repeated, freshly signed, under the same event ID.</p>
			<${Table}
				caption="Deliveries, newest first"
				columns=${columnsFor(workflows)}
				rows=${deliveries.toReversed()}
				keyOf=${({ id, webhookId, attempt }) => `${id} ${webhookId} ${attempt}`}
				empty="No deliveries yet. Create a webhook, then make something happen."
				details=${({ body }) => readable(body)}
				detailsLabel=${({ event, attempt }) => `${event}, attempt ${attempt}: body`}
			/>
		</section>
	`;
}
