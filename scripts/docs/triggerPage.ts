import { CustomerRelationshipTrigger } from '../../nodes/CustomerRelationship/CustomerRelationshipTrigger.node.ts';
import { fieldDetails, fieldTable } from './fieldTable';
import { blocks, table, WRITTEN } from './markdown';
import { membersOf } from './operations';

const { description } = new CustomerRelationshipTrigger();
const named = (name: string) => description.properties.filter((property) => property.name === name);
const notices = description.properties.filter(({ type }) => type === 'notice');

/** The trigger's page. */
export function triggerPage(): string {
	const options = membersOf(named('options')[0]);
	const fields = description.properties.filter(
		({ type }) => type !== 'notice' && type !== 'collection',
	);
	return `${blocks(
		WRITTEN,
		'# Trigger',
		'Starts the workflow when something happens in the customer relationship service. The service signs every delivery; the node believes none whose signature does not hold.',
		'![The trigger in n8n](images/trigger-node.png)',
		'## Set-up',
		[
			...notices.map(
				({ displayName }) =>
					`- ${displayName.replace(/^Set-up: i/, 'I').replace(' above', ' at the top of the panel')}`,
			),
			'- Publish the workflow. Without the secret of its URL, or with one that can’t be the service’s, the trigger neither starts nor listens.',
		].join('\n'),
		'**To rotate a secret**, put both into the credential, the new one first, separated by a comma, before the service begins to sign with the new one or as soon as it can be: whichever it signs with is believed then. Take the old one out when the new one alone is in use. A change counts within a second; what arrives signed with a secret that is not there is answered 401, so that the service sends it again. n8n shows a stored secret as dots, to which nothing can be added: clear the field and paste both.',
		'A credential is for one webhook. Another trigger is another webhook with another secret, so it takes another credential, with the same token: a secret that is pasted over the first one leaves the first trigger without events, and n8n says nothing.',
		'## Fields',
		fieldTable(fields, 'inEffect'),
		'What is chosen under Events and what is typed under Other Events add up.',
		fieldDetails(fields),
		'## Options',
		fieldTable(options, 'inEffect'),
		fieldDetails(options),
		'## What it gives out',
		'The event as it was received, one item for each:',
		'```json\n{ "event": "message.failed", "id": "…", "data": { "id": "…", "conversationId": "…", "status": "failed", "error": { "code": "recipient_invalid" } } }\n```',
		[
			'- `event` is its kind, `id` is unique for each event: what an idempotency key is made of.',
			'- `data` of `contact.created` names the contact as **`contactId`** and its phone as **`phoneNumber`**, with `name` and `email`; any of them may be empty. Get the contact to have the rest.',
			'- `data` of the message events is a [message](resources/message.md#what-a-message-holds).',
			'- What `data` of `deal.created` holds is not specified; read `{{ $json.data.dealId ?? $json.data.id }}`.',
		].join('\n'),
		'No event at hand? [Sample events](sample-events.md) of each kind let you map fields and try the steps before the first real one.',
		'## What the service is answered',
		table(
			['The delivery', 'Answer', 'Runs the workflow'],
			[
				['verified, of a chosen kind, and none of those below', '200', 'yes'],
				['verified, of another kind', '200', 'no'],
				['signature missing, wrong, or further from this clock than the tolerance', '401', 'no'],
				['verified, its body is no JSON object', '200', 'no; n8n’s log says so'],
				[
					'with **Skip Duplicates** on: verified, among the newest 1,000 that this n8n process has accepted',
					'200',
					'no',
				],
				[
					'with **Skip Duplicates** on: verified, sent again before the first delivery was answered',
					'503',
					'no',
				],
				[
					'the credential can’t be read, or an expression in the trigger’s panel fails or names no kind of event',
					'503',
					'no; n8n’s log says so',
				],
				[
					'its run failed or was stopped, with *Answer: When the Workflow Has Finished*',
					'500',
					'yes, each time that the service sends it',
				],
			],
		),
		'With *Answer: When the Workflow Has Finished*, a step whose setting *On Error* is *Continue* does not make the run fail: its event is answered 200 and not sent again. An exception is a last step that leaves the continuing to n8n, such as *Stop and Error*; n8n answers 500 then.',
		'n8n itself answers what never reaches the node: 422 to a body that is declared as JSON and is none, 500 to one above its limit (`N8N_PAYLOAD_SIZE_MAX`, 16 MB), 404 where no workflow listens, and, [while it starts](troubleshooting.md#an-event-does-not-arrive), 200 to anything for a moment.',
		'An event may arrive more than once, and in another order than it happened. **Skip Duplicates** keeps out what this n8n process has accepted before, the newest 1,000 events of each trigger, known by their IDs: an event without one always runs, and at the test URL every event does. It outlasts neither a restart of n8n nor an update of this package, nor does one process know what another took: what holds then, the key made from the event’s ID or a step of n8n’s own, is told in [Once for each event](recipes.md#once-for-each-event).',
		'Something does not arrive? See [Troubleshooting](../README.md#troubleshooting).',
		'## Many events a second',
		'n8n 2.41 starts an expression engine for every call of a trigger that is not its own Webhook node, which takes longer than all the rest of the call. Its setting `N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true` makes it do so only where there is an expression; the trigger then takes several times as many events a second. How many: [`bench/TRIGGER-RESULTS.md`](../bench/TRIGGER-RESULTS.md).',
	)}\n`;
}
