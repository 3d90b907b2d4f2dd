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
		'They say which deals are told of, not which are watched. A deal that comes under a filter is moved or updated, never created.',
		'## Options',
		fieldTable(options, 'inEffect'),
		fieldDetails(options),
		'## What it gives out',
		'One item for each change, in the envelope of the webhook trigger, the oldest records first:',
		'```json\n{\n  "event": "deal.won",\n  "id": "chg_5f3c…",\n  "data": { "id": "…", "status": "won", "stageId": "…", "title": "…" },\n  "previous": { "status": "open", "stageId": "…" }\n}\n```',
		[
			'- `data` is the record as the service gives it now.',
			'- `previous` holds status and stage of a deal before the change. It is null for what was created, and for contacts and companies.',
			'- `id` is the same each time that this change is given out, and different for every other change. Put a word of your own in front and it is an idempotency key: `survey-{{ $json.id }}`.',
		].join('\n'),
		'**Fetch test event** shows the newest record for each chosen event and remembers nothing. An event without a record among the newest is left out. In such a sample a deal’s own stage stands in `previous`.',
		'## What counts as a change',
		[
			'- What differs between two polls. A deal that moves on and back in between has not changed; one that moves on twice has moved once. A record that was only touched has not changed.',
			'- A change is told by one event, the most telling of those that are chosen: won or lost, then moved, then updated. If only *Deal Updated* is chosen, it tells of moves, wins and losses, too.',
			'- A record that was created and then won, lost or deactivated since the last poll is told of twice, as created first.',
			'- A deal that was won long ago and is edited now is updated, not won. If it is opened and won again, it is won again, with another `id`.',
			'- Deletions are not told: a record that is gone is simply no longer listed.',
			'- The token sees what its user sees. A record that a seller only comes to see later, such as a deal handed over, is told as created when it next changes, and as won, lost or deactivated if it is. With a manager’s token that does not happen.',
		].join('\n'),
		'## When the watch begins',
		[
			'- **The watch of a record begins when it has been read.** Publishing the workflow gives out nothing: the records that are there are read once, the newest first. What changes after a record was read is told once all have been read; what changed before is not.',
			'- Some thousands of records are read with each poll, by at most 90 requests a minute; the others are left to your executions. A small account is read by the first poll. A large one is read in less time where polls come every minute.',
			'- Events of another kind of record that you choose later begin in the same way. So do all when the node is renamed or copied, since n8n keeps what it remembers by the node’s name.',
			'- After you choose other events of the same kind of record, or other filters, what changed before is told only if it was chosen before, too.',
			'- After the workflow was unpublished for a time, or n8n was down, what has changed meanwhile is told, each change once. **When Published Again** can have it start afresh instead.',
			'- After the credential was changed to another token, the watch goes on if one of the newest 1,000 records that the new token sees was watched before. Otherwise it begins anew, and n8n’s log says so. If the new token sees more records, the old ones among them are not told, unless they changed since the last poll: then they are told as created.',
		].join('\n'),
		'## When a poll fails',
		[
			'- Nothing is lost. The failed poll shows up in the executions list, and the next one asks again from the same place. What the other kinds of record gave is given out all the same.',
			'- What does not fit into one poll goes on in the next. Kinds of record for which no time was left come first then.',
			'- Where poll times meet, the later poll leaves everything to the one that is under way.',
			'- If what n8n has saved of one kind of record is damaged, its watch begins anew, and n8n’s log says so. The others go on.',
		].join('\n'),
		'n8n saves what the node remembers when the workflow is published, and when the node gives something out. After a crash, or where a Code node or another trigger of the same workflow writes [static data](https://docs.n8n.io/code/cookbook/builtin/get-workflow-static-data/), n8n may go on from an older state:',
		[
			'- Changes may come once more, **with the same `id`**. Give it as key to what must not happen twice.',
			'- None is left out, unless n8n’s database fails in that moment, as with a full disk.',
			'- A first reading that n8n has not saved yet is repeated, and the watch begins with that.',
			'- Where the same change came back meanwhile, as when a deal went into a stage, out and in again, it may get the `id` of the first time. A record of which more than 16 changes were told may get another `id`.',
			'- What happened since n8n last saved is compared as one step. A deal that was won while a filter kept it out, and came under the filter later, counts as won.',
			'- Keep cursors of your own in a Data Table rather than in static data.',
		].join('\n'),
		'With n8n’s durable cursors, which save each poll, each change starts one execution. Set `N8N_POLLER_DURABLE_CURSORS_ENABLED`, `N8N_SCHEDULER_ENABLED`, `N8N_SCHEDULER_POLL_TRIGGERS_ENABLED` and `N8N_USE_WORKFLOW_PUBLICATION_SERVICE` to `true`.',
		'## What it costs',
		table(
			['', 'Requests'],
			[
				['a poll while nothing changed', '1 for each kind of record: companies, contacts, deals'],
				[
					'a poll with changes',
					'1 for each 100 records that changed since the last poll, or within **Overlap** before it',
				],
				['the first reading, and one after another token', '1 for each 100 records'],
			],
		),
		'A record takes 19 bytes of the workflow’s static data, up to 53 after changes of it were given out: 10,000 deals some 190 KB. At most 100,000 records of a kind are remembered; beyond that the poll fails and says how to watch less.',
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
					'a record that was only touched is told as updated',
					'get a contact, and look for other properties with a time',
				],
				[
					'a record reads the same until somebody changes it',
					'a change is told again, as updated, by each poll that overlaps',
					'get a contact twice, some minutes apart, and compare',
				],
				[
					'a `nextCursor` still holds at the next poll',
					'what takes several polls begins anew with each: of more records than fit into one poll the first reading comes to no end, and nothing is told; of more changes than fit into one poll the later ones are not told',
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
