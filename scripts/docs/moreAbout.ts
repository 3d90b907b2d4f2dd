/**
 * What the pages say of a field or a choice beyond its description, which the panel shows and which has to be short.
 * By the beginning of the description.
 */
export const MORE_ABOUT: Readonly<Record<string, string>> = {
	'Whether this node, with one access token':
		'The run goes on. A Brazilian phone may be written with or without country code and the 9 in front of a mobile number. What was sent while this was off does not count; a message that was queued and failed later does. Another node can send it again, unless both give the same word under Options > Counts As.',
	'Lets nodes with one access token count as one':
		'Workflows, templates and workers share it, too. What was sent before the word was given, or under another word, does not count. Blanks at its ends and case do not matter. A refusal with 402 or 403, which the service keeps for the word and the phone, ends the run, whatever On Error says.',
	'A text that names what is done':
		'What was done once under a key is not done again, for 24 hours and with the same access token: executed twice, the workflow still sends once. If no event started the workflow, take the ID of the contact. Without a key here the node makes one for each item, so that retries within one execution do nothing twice; a sub-workflow that is tried again is another execution.',
	'Whether to add `_response`':
		'`created` says whether a record was created, `written` whether something was written, `replayed` whether the service only repeated an earlier answer; `hints` holds the hints. The HTTP status is there, too.',
	'How long the node goes on trying':
		'Waiting for its turn under the service’s limits does not count. An answer is awaited for at least 10 seconds. In an outage all items wait together, not one after the other.',
	'Whether to show each request':
		'The node checks the input and reads what it needs. If it reads the record, `replaces` shows what of it would be replaced. Each item is shown as if it were alone. `problem` also says what to do, and is no error. If you choose another resource or operation, n8n takes this option away.',
	'The most messages': 'An execution of a sub-workflow counts for itself.',
	'Whether to keep what an existing record has':
		'0 and false are not empty. A contact is looked for before it is written: what somebody fills in between the two is replaced.',
	'How many items the node works on at the same time. More is faster. With 1':
		'With more, only items that name the same record in the same way keep their order.',
	'Only the contact with this phone':
		'The service may take the one that differs by that 9 for another contact. The node asks with Search and keeps only what is the same.',
	'Only contacts with exactly this email':
		'The node asks with Search and keeps only what is the same.',
	'Only records with':
		'Upper and lower case count as the same. The node reads until it has as many matching records as Limit says, or all with Return All.',
	'Whether to get only contacts with a phone':
		'It reads until it has as many matching contacts as Limit says, or all with Return All.',
	'The template’s text':
		'The node can’t compare it with the approved template. Values that you gave before the text are lost.',
	'How many days must lie': 'A message that failed later counts.',
	'A custom field of contacts for dates': 'Type its field ID there.',
	'The list shows the fields of recent records': 'It is not the label.',
	'Whether to return a simplified version': 'They are ready for a sheet, a CSV or a model.',
	'The customer’s phone':
		'It may have punctuation. A number without a country code is taken for a Brazilian one. Name is under Additional Fields.',
	'How long to wait until the message': 'It is `pending` if nothing was known in time.',
	'The most pages':
		'If the node knows a conversation’s contact from earlier answers, it looks among that contact’s conversations, which usually takes one request.',
	'Whether to add `_contact`': 'The record has name, phone, email and tags.',
	'Registry number of the company, with or without punctuation. If':
		'To see which it was, turn on Include Response Details under Options: `_response.created` tells.',
	'Whether to add to `data` a deal’s value':
		'For a deal the names are those of pipeline, stage, company and contact, and the contact’s phone and email; for a contact, the name of the company. A name that can’t be read in time is null.',
	'What to output':
		'The row is the input item with these fields behind its own, and `result_conversation` if the operation sends a message. Retry On Fail does not try such an item again.',
	'Whether to add names, and':
		'The names are those of pipeline, stage, company and contact. With Simplify, each name is a column. The requests are fewer where a list is quicker, and are made once in an execution.',
	'Whether to add the name of the company':
		'With Simplify, the name is a column. The requests are fewer where a list is quicker, and are made once in an execution.',
	'How many seconds a customer':
		'The item is the newest event, and `collected` with `count`, `text` and all `events`. [More](#messages-that-are-collected).',
	'Whether to ignore an event':
		'It knows events by their IDs. At the test URL every event runs. It is always on for messages that are collected.',
	'Whether to add the request’s headers': 'An event that has `headers` itself keeps its own.',
	'A message was not sent':
		'For the customer’s name and phone use Conversation > Get with Include Contact.',
	'As soon as n8n has stored the run':
		'The event then counts as delivered. A run during which n8n is killed is not repeated either: n8n marks it as crashed.',
	'A run that fails is repeated':
		'The service sends the event again, also if n8n is killed during the run. The nodes of such a workflow have to bear that they run twice. At a Wait node the workflow counts as finished.',
	'What starts this workflow':
		'Only a record that was created and also won, lost or deactivated since the last poll gives two events.',
	'Whether to add `previous`': 'It is null for contacts and companies.',
};

/** A description as the pages give it. */
export function withMore(description: string): string {
	const begins = Object.keys(MORE_ABOUT).find((beginning) => description.startsWith(beginning));
	return begins === undefined ? description : `${description} ${MORE_ABOUT[begins]}`;
}
