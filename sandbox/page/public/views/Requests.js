import { get } from '../control.js';
import { clockTime, readable } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Badge, StatusBadge } from '../parts/Badge.js';
import { Loading } from '../parts/Loading.js';
import { Table } from '../parts/Table.js';

const SHOWN = 500;
const columns = [
	{
		title: 'Request',
		cell: ({ method, path, polls }) => html`
			<strong>${method}</strong> ${polls ? pollAddress(path) : path}${' '}
			${polls && html`<${Badge}>${polls.length} polls<//>`}
		`,
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

/** Requests to the API, newest first; the polls of a trigger are one row. */
export function Requests() {
	const { data: requests, error } = useLive(
		async () => folded(keyed(await get(`/requests?newest=${SHOWN}`))),
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
			detailsLabel=${({ method, path, polls }) =>
				polls
					? `${method} ${pollAddress(path)}: ${polls.length} polls`
					: `${method} ${path}: headers and body`}
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

/**
 * Folds successful polls of one list, as long as nothing but polls comes between them: hours of quiet are one row.
 * A row of several has the newest one's properties, the oldest one's key, so that it stays open as it grows, and all
 * of them as `polls`, oldest first.
 */
function folded(requests) {
	const rows = [];
	let stretch = new Map();
	const endStretch = () => {
		for (const polls of stretch.values())
			rows.push(polls.length === 1 ? polls[0] : { ...polls.at(-1), key: polls[0].key, polls });
		stretch = new Map();
	};
	for (const request of requests) {
		if (isPoll(request)) {
			const list = pollAddress(request.path);
			const polls = [...(stretch.get(list) ?? []), request];
			// The list that was asked for last comes last.
			stretch.delete(list);
			stretch.set(list, polls);
		} else {
			endStretch();
			rows.push(request);
		}
	}
	endStretch();
	return rows;
}

/** A trigger that polls asks for what has changed since its last look. */
const isPoll = ({ method, path, status }) =>
	method === 'GET' && status === 200 && /[?&]updatedSince=/.test(path);

/** The address of a poll without what differs from one to the next. */
const pollAddress = (path) =>
	path.replace(/([?&])updatedSince=[^&]*/, '$1updatedSince=…').replace(/&cursor=[^&]*/, '');

function detailsOf(request) {
	const { polls } = request;
	if (!polls) return contentOf(request);
	const lines = polls.toReversed().map(({ at, path }) => `${clockTime(at)}  ${path}`);
	return [...lines, '', 'The newest one:', contentOf(request)].join('\n');
}

function contentOf({ headers, rawBody, ignored }) {
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${shown(name, value)}`);
	if (ignored.length > 0) lines.push('', `Not known and ignored: ${ignored.join(', ')}`);
	return [...lines, '', rawBody === '' ? 'No body.' : readable(rawBody)].join('\n');
}

/** A token is nobody's to copy from a screen. */
const shown = (name, value) =>
	name === 'authorization' ? value.replace(/^(\S+) .*$/, '$1 ••••') : value;
