import { get } from '../control.js';
import { clockTime, readable } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Badge, StatusBadge } from '../parts/Badge.js';
import { Facts } from '../parts/Facts.js';
import { Loading } from '../parts/Loading.js';
import { Table } from '../parts/Table.js';
import { addressOf } from '../route.js';

const SHOWN = 200;
const columns = [
	{
		title: 'Request',
		cell: ({ method, path }) =>
			html`<strong>${method}</strong> <span class="address">${path}</span>`,
	},
	{
		title: 'Status',
		cell: ({ status, replayed }) => html`
			<${StatusBadge} status=${status} /> ${replayed && html`<${Badge}>replayed<//>`}
		`,
	},
	{
		title: 'Idempotency key',
		cell: ({ headers }) => html`<code>${headers['idempotency-key'] ?? '–'}</code>`,
	},
	{ title: 'Request ID', cell: ({ requestId }) => html`<code>${requestId}</code>` },
	{ title: 'Time', cell: ({ at }) => clockTime(at) },
];

/** Requests to the API, newest first; with an ID that request alone. */
export function Requests({ id }) {
	const { data: requests, error } = useLive(
		async () => keyed(await get(`/requests?newest=${SHOWN}`)),
		['request'],
	);
	if (!requests) return html`<${Loading} error=${error} />`;
	const shown = requests.filter(({ requestId }) => id === '' || requestId === id);
	return html`
		${id !== '' && html`<a class="back always" href=${addressOf('requests')}>← All requests</a>`}
		<${Table}
			caption="Requests, newest first"
			columns=${columns}
			rows=${shown.toReversed()}
			keyOf=${({ key }) => key}
			empty=${
				id === ''
					? "No requests yet. Send one to the API, for example with the node's credential test."
					: `It is not among the newest ${SHOWN} requests.`
			}
			details=${Details}
			detailsLabel=${({ method, path }) => `${method} ${path}: headers and body`}
		/>
	`;
}

/** A replayed answer carries the first one's request id, so the id alone is no key. */
function keyed(requests) {
	const seen = new Map();
	return requests.map((request) => {
		const base = `${request.at} ${request.method} ${request.path}`;
		const count = (seen.get(base) ?? 0) + 1;
		seen.set(base, count);
		return { ...request, key: `${base} ${count}` };
	});
}

function Details({ headers, rawBody, ignored }) {
	return html`
		<${Facts}
			facts=${Object.entries(headers).map(([name, value]) => [
				name,
				html`<code>${name === 'authorization' ? hidden(value) : value}</code>`,
			])}
		/>
		${ignored.length > 0 && html`<p>The operation does not know and ignored: <code>${ignored.join(', ')}</code></p>`}
		${
			rawBody === ''
				? html`<p class="empty">No body.</p>`
				: html`<pre tabindex="0" aria-label="Body"><code>${readable(rawBody)}</code></pre>`
		}
	`;
}

/** A token is shown once, where it is made, and not here. */
const hidden = (authorization) => authorization.replace(/^(\S+) .*$/, '$1 ••••');
