import { get } from '../control.js';
import { when } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Loading } from '../parts/Loading.js';
import { Table } from '../parts/Table.js';
import { addressOf } from '../route.js';

const listOf = async (path) => (await get(`/app/${path}`)).data;

/** Kinds of record by their part of the address: what changes them, and where the newest come from. */
const KINDS = {
	contacts: { type: 'contact', load: () => listOf('contacts?limit=100') },
	companies: {
		type: 'company',
		load: () => listOf('companies?limit=100&includeInactive=true'),
	},
	deals: { type: 'deal', load: () => listOf('deals?limit=100') },
	pipelines: { type: 'pipeline', load: () => listOf('pipelines?includeInactive=true') },
	conversations: { type: 'conversation', load: () => get('/conversations?limit=100') },
	channels: { type: 'channel', load: () => get('/channels') },
	templates: { type: 'template', load: () => get('/templates') },
};

const NAMES = ['name', 'title', 'tradeName', 'legalName', 'contactName', 'phone', 'email', 'cnpj'];
/** Any of them may be empty, or be called otherwise. */
const nameOf = (record) => NAMES.map((name) => record[name]).find(Boolean) ?? record.id;

const columns = [
	{ title: 'Record', cell: nameOf },
	{ title: 'ID', cell: ({ id }) => html`<code>${id}</code>` },
	{ title: 'Updated', cell: ({ updatedAt }) => updatedAt && when(updatedAt) },
];

/** What the service keeps, of one kind, newest first; each opens to the record as the API gives it. */
export function Records({ id }) {
	const kind = id in KINDS ? id : 'contacts';
	const choose = (event) => (location.hash = addressOf('records', event.currentTarget.value));
	return html`
		<label class="choice">
			Kind
			<select value=${kind} onChange=${choose}>
				${Object.keys(KINDS).map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
			</select>
		</label>
		<${RecordTable} key=${kind} kind=${kind} />
	`;
}

function RecordTable({ kind }) {
	const { type, load } = KINDS[kind];
	const { data: records, error } = useLive(load, [type]);
	if (!records) return html`<${Loading} error=${error} />`;
	return html`
		<${Table}
			caption=${`The newest ${kind}`}
			columns=${columns}
			rows=${records}
			keyOf=${({ id }) => id}
			empty=${`There are no ${kind}.`}
			details=${(record) => JSON.stringify(record, null, 2)}
			detailsLabel=${(record) => `${nameOf(record)}: all properties`}
		/>
	`;
}
