import { get } from '../control.js';
import { clockTime, readable } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Badge, StatusBadge } from '../parts/Badge.js';
import { Loading } from '../parts/Loading.js';
import { Table } from '../parts/Table.js';

const SHOWN = 200;
const columns = [
	{ title: 'Request', cell: ({ method, path }) => html`<strong>${method}</strong> ${path}` },
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

/** Requests to the API, newest first. */
export function Requests() {
	const { data: requests, error } = useLive(
		async () => keyed(await get(`/requests?newest=${SHOWN}`)),
		['request'],
	);
	if (!requests) return html`<${Loading} error=${error} />`;
	return html`
		<${Table}
			caption="Requests, newest first"
			columns=${columns}
			rows=${requests.toReversed()}
			keyOf=${({ key }) => key}
			empty="No requests yet. Send one to the API, for example with the node's credential test."
			details=${detailsOf}
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

function detailsOf({ headers, rawBody, ignored }) {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${shown(name, value)}`);
	if (ignored.length > 0) lines.push('', `Not known and ignored: ${ignored.join(', ')}`);
	return [...lines, '', rawBody === '' ? 'No body.' : readable(rawBody)].join('\n');
}

/** A token is nobody's to copy from a screen. */
const shown = (name, value) =>
	name === 'authorization' ? value.replace(/^(\S+) .*$/, '$1 ••••') : value;
