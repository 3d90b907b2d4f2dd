import { attempt } from '../announce.js';
import { get, inPath, send } from '../control.js';
import { inReais, when } from '../format.js';
import { html } from '../html.js';
import { useLive } from '../live.js';
import { Badge } from '../parts/Badge.js';
import { Loading } from '../parts/Loading.js';
import { Owner, Tags } from '../parts/people.js';
import { Table } from '../parts/Table.js';
import { addressOf } from '../route.js';

const listOf = async (path) => (await get(`/app/${path}`)).data;

const ownerColumn = {
	title: 'Owner',
	cell: ({ ownerId }, { users }) => html`<${Owner} id=${ownerId} users=${users} />`,
};
const tagsColumn = { title: 'Tags', cell: ({ tags }) => html`<${Tags} tags=${tags} />` };
const phoneColumn = {
	title: 'Phone',
	cell: ({ phone }) => html`<span class="unbroken">${phone ?? '–'}</span>`,
};

const DEAL_TONES = { open: 'plain', won: 'good', lost: 'bad' };
const win = (deal) =>
	attempt(() => send('POST', `/app/deals/${inPath(deal.id)}/win`, {}), `“${nameOf(deal)}” is won.`);
const dealColumns = [
	{
		title: 'Status',
		cell: ({ status }) =>
			html`<span class="unbroken"><${Badge} tone=${DEAL_TONES[status]}>${status}<//></span>`,
	},
	{
		title: 'Stage',
		cell: ({ stageId }, { stages }) => stages.find(({ id }) => id === stageId)?.name ?? stageId,
	},
	{
		title: 'Value',
		cell: ({ valueCents }) =>
			Number.isFinite(valueCents)
				? html`<span class="unbroken">${inReais(valueCents)}</span>`
				: '–',
	},
	ownerColumn,
	tagsColumn,
	{
		title: 'Actions',
		cell: (deal) =>
			deal.status === 'open'
				? html`
						<button type="button" aria-label=${`Win ${nameOf(deal)}`} onClick=${() => win(deal)}>
							Win
						</button>
					`
				: '–',
	},
];

const userColumns = [
	{ title: 'Role', cell: ({ role }) => role },
	{
		title: 'State',
		cell: ({ isActive }) =>
			html`<${Badge} tone=${isActive ? 'good' : 'plain'}>${isActive ? 'active' : 'inactive'}<//>`,
	},
];

const templateColumns = [
	{ title: 'Language', cell: ({ language }) => language },
	{ title: 'Text', cell: ({ body }) => body },
	{
		title: 'State',
		cell: ({ isApproved }) =>
			html`<${Badge} tone=${isApproved ? 'good' : 'plain'}>
				${isApproved ? 'approved' : 'not approved'}
			<//>`,
	},
];

/**
 * Kinds of record by their part of the address: what changes them, where the newest come from, and which columns they
 * have besides those of every kind. A cell gets the users and stages, too, because records name them by ID.
 */
const KINDS = {
	contacts: {
		type: 'contact',
		load: () => listOf('contacts?limit=100'),
		more: [phoneColumn, ownerColumn, tagsColumn],
	},
	companies: {
		type: 'company',
		load: () => listOf('companies?limit=100&includeInactive=true'),
		more: [ownerColumn],
	},
	deals: { type: 'deal', load: () => listOf('deals?limit=100'), more: dealColumns },
	pipelines: { type: 'pipeline', load: () => listOf('pipelines?includeInactive=true') },
	conversations: {
		type: 'conversation',
		load: () => get('/conversations?limit=100'),
		more: [ownerColumn],
	},
	channels: { type: 'channel', load: () => get('/channels') },
	templates: { type: 'template', load: () => get('/templates'), more: templateColumns },
	users: { type: 'user', load: () => get('/users'), more: userColumns },
};

/** What records name by ID. */
async function loadNamed() {
	const [users, pipelines] = await Promise.all([
		get('/users'),
		listOf('pipelines?includeInactive=true'),
	]);
	const stages = await Promise.all(
		pipelines.map(({ id }) => listOf(`pipelines/${inPath(id)}/stages`)),
	);
	return { users, stages: stages.flat() };
}

const NAMES = ['name', 'title', 'tradeName', 'legalName', 'contactName', 'phone', 'email', 'cnpj'];
/** Any of them may be empty, or be called otherwise. */
const nameOf = (record) => NAMES.map((name) => record[name]).find(Boolean) ?? record.id;

const columnsOf = (more, named) => [
	{ title: 'Record', cell: nameOf },
	{ title: 'ID', cell: ({ id }) => html`<code>${id}</code>` },
	...more.map(({ title, cell }) => ({ title, cell: (record) => cell(record, named) })),
	{ title: 'Updated', cell: ({ updatedAt }) => (updatedAt ? when(updatedAt) : '–') },
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
	const { type, load, more = [] } = KINDS[kind];
	const { data: records, error } = useLive(load, [type]);
	const { data: named } = useLive(loadNamed, ['user', 'pipeline', 'stage']);
	if (!records || !named) return html`<${Loading} error=${error} />`;
	return html`
		<${Table}
			caption=${`The newest ${kind}`}
			columns=${columnsOf(more, named)}
			rows=${records}
			keyOf=${({ id }) => id}
			empty=${`There are no ${kind}.`}
			details=${(record) => JSON.stringify(record, null, 2)}
			detailsLabel=${(record) => `${nameOf(record)}: all properties`}
		/>
	`;
}
