import { CustomerRelationshipChangesTrigger } from '../../nodes/CustomerRelationship/CustomerRelationshipChangesTrigger.node.ts';
import { fieldDetails, fieldTable } from './fieldTable';
import { blocks, table, WRITTEN } from './markdown';
import { membersOf } from './operations';

const { description } = new CustomerRelationshipChangesTrigger();
const named = (name: string) => description.properties.filter((property) => property.name === name);
const notices = description.properties.filter(({ type }) => type === 'notice');

/** The changes trigger's page. */
export function changesPage(): string {
	const options = membersOf(named('options')[0]);
	const filters = membersOf(named('filters')[0]);
	const fields = named('events');
	return `${blocks(
		WRITTEN,
		'# Changes Trigger',
		'Starts the workflow when a deal is won, lost, moved, created or edited, or a contact or company changes. It asks the service at the times that you choose under **Poll Times**, so it needs no webhook and no public address.',
		'For messages, and for what is to start within seconds, there is [the webhook trigger](trigger.md).',
		notices.map(({ displayName }) => `- ${displayName}`).join('\n'),
		'## Fields',
		fieldTable(fields, 'inEffect'),
		fieldDetails(fields),
		'## Deal Filters',
		fieldTable(filters, 'inEffect'),
		'They say which deals are told of, not which are watched: a deal that comes under a filter is moved or updated, never created.',
		'## Options',
		fieldTable(options, 'inEffect'),
		fieldDetails(options),
		'## What it gives out',
		'One item for each change, in the envelope of the webhook trigger, the oldest records first:',
		'```json\n{\n  "event": "deal.won",\n  "id": "chg_5f3c…",\n  "data": { "id": "…", "status": "won", "stageId": "…", "title": "…" },\n  "previous": { "status": "open", "stageId": "…" }\n}\n```',
		[
			'- `data` is the record as the service gives it now.',
			'- `previous` holds status and stage of a deal before the change. It is null for what was created, for contacts and companies, and where the change came before the record was first read.',
			'- `id` is the same each time that this change is given out, and different for every other change. Put a word of your own in front and it is an idempotency key: `survey-{{ $json.id }}`.',
		].join('\n'),
		'**Fetch test event** shows the newest record for each chosen event and remembers nothing; an event without one among the newest is left out. In such a sample a deal’s own stage stands in `previous`.',
		'## What counts as a change',
		[
			'- What differs between two polls. A deal that moves on and back in between has not changed; one that moves on twice has moved once.',
			'- A change is told by one event, the most telling of those that are chosen: won or lost, then moved, then updated. If only *Deal Updated* is chosen, it tells of moves, wins and losses, too.',
			'- A record that was created and then won, lost or deactivated since the last poll is told of twice, as created first.',
			'- A deal that was won long ago and is edited now is updated, not won. If it is opened and won again, it is won again, with another `id`.',
			'- Deletions are not told: a record that is gone is simply no longer listed.',
			'- The token sees what its user sees. A record that a seller only comes to see later, such as a deal handed over, is told as created when it next changes, and as won, lost or deactivated if it is; with a manager’s token that does not happen.',
		].join('\n'),
		'## When the watch begins',
		[
			'- Publishing the workflow gives out nothing. The records that are there are read once, so that changes can be told from then on: deals before contacts and companies, and open deals and active companies before the others of their kind. It takes at most 90 requests a minute and leaves the others to your executions; each poll reads a few thousand records, so a large account is read in less time where polls come every minute.',
			'- What changes while they are read is told after it. Of a record that had changed before its turn to be read came, nothing is known of before: it is told as updated, if that is chosen. For open deals that turn comes within seconds in an account with a few thousand of them.',
			'- Events of another kind of record that you choose later begin in the same way; so do all when the node is renamed or copied, since n8n keeps what it remembers by the node’s name.',
			'- After other events of the same kind of record, or other filters, were chosen and published, what changed before is told only if it was chosen before, too.',
			'- A workflow that was unpublished for a time, or an n8n that was down, tells afterwards what has changed, each change once: all that differs between [what n8n has saved](#when-a-poll-fails) and now. **When Published Again** can have it start afresh instead.',
			'- After the credential was changed to another token the watch goes on where it was, as long as one of the newest 1,000 records that the new token sees was watched before; otherwise it is taken for another account and begins anew, which n8n’s log says. What the token in between did not see is told when it next changes. Where one of those 1,000 shows that it sees more than the one before, what it sees besides is read first, as when the watch begins: what is old of it is not told, unless it is newer than all that was watched and has changed since the last poll.',
		].join('\n'),
		'## When a poll fails',
		'Nothing is lost: the failed poll shows up in the executions list, and the next one asks again from the same place. A backlog that does not fit into one poll goes on in the next. Where poll times meet, the later poll leaves everything to the one that is under way.',
		'n8n saves what the node remembers when the workflow is published, when n8n starts, and when the node gives something out, beside storing the execution. If n8n is killed in that moment, or if a Code node or another trigger of the same workflow writes [static data](https://docs.n8n.io/code/cookbook/builtin/get-workflow-static-data/), n8n may start again from an older state. Then changes may come once more, **with the same `id`**; none is left out, unless n8n’s database fails in that moment, as with a full disk. A change that came back, as when a deal went into a stage, out and in again, may then get the `id` of the first time, and a record of which more than 16 changes were told another `id`. So give the `id` as key to what must not happen twice, and keep cursors of your own in a Data Table rather than in static data. What polls saw without telling of it since n8n last saved is compared anew then: a deal that was won while a filter kept it out, and came under the filter later, counts as won; one that left a stage and came back to it has not changed. With n8n’s durable cursors, which save each poll, each change starts one execution: set `N8N_POLLER_DURABLE_CURSORS_ENABLED`, `N8N_SCHEDULER_ENABLED`, `N8N_SCHEDULER_POLL_TRIGGERS_ENABLED` and `N8N_USE_WORKFLOW_PUBLICATION_SERVICE` to `true`.',
		'## What it costs',
		table(
			['', 'Requests'],
			[
				['a poll while nothing changed', '1 for each watched list: companies, contacts, deals'],
				[
					'a poll with changes',
					'1 for each 100 records that changed since the last poll, or within **Overlap** before it',
				],
				['the first reading', '1 for each 100 records, open deals and active companies twice'],
			],
		),
		'A record takes 18 bytes of the workflow’s static data, up to 52 after changes of it were given out: 10,000 deals some 180 KB. At most 100,000 records of a kind are remembered; beyond that the poll fails and says how to watch less.',
		'## What is assumed, and how to check it',
		'The specification does not say everything. If one of these is wrong for your account, this happens:',
		table(
			['Assumed', 'If it is wrong', 'To check'],
			[
				[
					'a move, a win and a loss count as changes for `updatedSince`',
					'they are told only when the deal is next edited',
					'note the time, win a test deal, and list deals with **Updated Since** that time: it is there',
				],
				[
					'deactivating a company counts likewise',
					'it is told only when the company is next edited',
					'the same with a test company and **Include Inactive**',
				],
				[
					'what changed at the very time asked for may or may not be listed',
					'nothing, unless **Overlap** is 0: then a change of that moment may be missed',
					'',
				],
				[
					'the service’s clock is within **Overlap** of n8n’s, or its answers carry a `Date`',
					'changes are missed where n8n’s clock is ahead by more',
					'compare the `Date` header of an answer with n8n’s clock',
				],
				[
					'a record’s own time of change, if it shows one, is called `updatedAt`',
					'a change that is undone between two polls is told as updated',
					'get a contact, and look for other properties with a time',
				],
				[
					'a record reads the same until somebody changes it',
					'a change is told again, as updated, by each poll that overlaps',
					'get a contact twice, some minutes apart, and compare',
				],
				[
					'a `nextCursor` still holds at the next poll',
					'a first reading that takes several polls begins anew with each, and of more than some thousand records comes to no end: nothing of them is told; of more changes at once than fit into one poll the later ones are not',
					'ask for `/contacts?limit=1` with an HTTP Request node, and with its `cursor` an hour later',
				],
				[
					'a page may hold 100 records',
					'each poll takes one more request for each list, and the first reading longer',
					'ask for `/contacts?limit=100` with an HTTP Request node: it is not refused',
				],
			],
		),
	)}\n`;
}
