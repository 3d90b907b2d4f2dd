/** The rules of the specification, as data: tests of the sandbox name the rows that they show. */

/** "Errors": status and type of every code. */
export const ERROR_ROWS: Record<string, string> = {
	invalid_parameter: '400 invalid_request_error',
	unknown_parameter: '400 invalid_request_error',
	invalid_cursor: '400 invalid_request_error',
	invalid_json: '400 invalid_request_error',
	company_not_found: '400 invalid_request_error',
	owner_not_found: '400 invalid_request_error',
	contact_not_found: '400 invalid_request_error',
	pipeline_not_found: '400 invalid_request_error',
	pipeline_inactive: '400 invalid_request_error',
	stage_not_found: '400 invalid_request_error',
	stage_not_in_pipeline: '400 invalid_request_error',
	stage_is_final: '400 invalid_request_error',
	stage_change_not_allowed: '400 invalid_request_error',
	lost_reason_not_found: '400 invalid_request_error',
	product_not_found: '400 invalid_request_error',
	unknown_custom_field: '400 invalid_request_error',
	invalid_custom_field_value: '400 invalid_request_error',
	invalid_idempotency_key: '400 invalid_request_error',
	missing_api_token: '401 authentication_error',
	invalid_bearer_token: '401 authentication_error',
	invalid_api_token: '401 authentication_error',
	subscription_inactive: '402 permission_error',
	insufficient_api_token_scope: '403 permission_error',
	permission_denied: '403 permission_error',
	resource_not_found: '404 not_found_error',
	idempotency_key_reused: '409 conflict_error',
	idempotency_key_in_progress: '409 conflict_error',
	phone_already_in_use: '409 conflict_error',
	cnpj_already_in_use: '409 conflict_error',
	channel_disconnected: '409 conflict_error',
	contact_in_other_wallet: '409 conflict_error',
	conversation_with_other_user: '409 conflict_error',
	missing_required_custom_fields: '422 invalid_request_error',
	pipeline_without_won_stage: '422 invalid_request_error',
	pipeline_without_lost_stage: '422 invalid_request_error',
	channel_not_official: '422 invalid_request_error',
	no_official_channel: '422 invalid_request_error',
	template_not_found: '422 invalid_request_error',
	template_params_mismatch: '422 invalid_request_error',
	template_not_supported: '422 invalid_request_error',
	recipient_opted_out: '422 invalid_request_error',
	rate_limited: '429 rate_limit_error',
	internal_error: '500 api_error',
	api_tokens_disabled: '503 api_error',
	queue_unavailable: '503 api_error',
	template_check_unavailable: '503 api_error',
	idempotency_unavailable: '503 api_error',
};

/**
 * The specification's rows: every endpoint rule, state row, error row and limit row, in its order.
 * Each row needs a test: see `rule`.
 */
export const SPECIFICATION: Record<string, Record<string, string>> = {
	'What the service does': {
		'Format 1': 'JSON bodies, property names in camelCase.',
		'Format 2': 'Dates are ISO 8601 in UTC with milliseconds.',
		'Format 2 sent': 'Dates that are sent, too: another offset or precision is an invalid value.',
		'Format 3': 'Money is an integer number of cents with currency BRL.',
		'Format 4': 'Ids are opaque strings.',
		'Format 5': 'The caller must ignore response fields it does not know.',
		'Visibility 1': 'A manager sees the whole company account.',
		'Visibility 2': 'A seller sees only their own records.',
		'Visibility 3':
			'A record of another company or outside the role answers 404 resource_not_found.',
	},
	'Resources and their fields': {
		'List envelope 1': 'data, nextCursor (null when hasMore is false), hasMore.',
		'List envelope 2':
			'The same request with cursor gives the next page; nothing twice, nothing skipped.',
		'Fields Contact': 'Fields of a contact.',
		'Contact phone':
			'With or without mask and country code; Brazil assumed; another country with +; unique.',
		'Contact email': 'Matched case-insensitively.',
		'Fields Company': 'Fields of a company.',
		'Company cnpj': 'Digits only; valid check digits; unique, active and deactivated counted.',
		'Fields Pipeline': 'id, isActive, order; the default pipeline first.',
		'Fields Stage': 'Open stages by order, then won, then lost.',
		'Fields Deal': 'Fields of a deal.',
		'Fields Deal ownerId': 'A string, never null.',
		'Fields Message': 'Fields of a message.',
		'Fields Conversation':
			'Bound to contact and channel; an owner or none; in a department of its channel.',
		'Error envelope':
			'type, code, message, param when it concerns one parameter, requestId as the header.',
		'Webhook envelope': 'event, id (unique per event), data.',
	},
	'States and transitions': {
		'State deal created': '(none) to open: pipeline active, stage open and of the pipeline.',
		'State deal moved': 'open to open: the target is an open stage.',
		'State deal moved, only condition': 'Any open stage of the account, of another pipeline too.',
		'State deal won': 'open to won; 422 pipeline_without_won_stage.',
		'State deal lost':
			'open to lost; 422 pipeline_without_lost_stage; lostReasonId valid for the pipeline.',
		'State deal patched':
			'Stage, pipeline, status or closing fields in PATCH: 400 stage_change_not_allowed.',
		'State deal deleted':
			'Deal removed; contact and company remain; conversations are left without a deal.',
		'State company deactivated':
			'Out of lists, readable by id, stays linked; repeating gives the same company.',
		'State pipeline inactive': 'Out of the list, readable by id and stages; no new deal.',
		'State message pending': '(none) to pending: 202, queued, not delivered.',
		'State message sent': 'pending to sent: webhook message.sent.',
		'State message failed':
			'pending to failed: webhook message.failed with error.code; no automatic retry.',
		'State message refused':
			'pending to failed, queue_unavailable: the message stays in the conversation.',
		'State conversation reused':
			'A conversation that existed, even closed or deleted, is reused and reopened.',
	},
	'Endpoints, common rules': {
		'Common 1': 'Every request carries Authorization: Bearer.',
		'Common 2': 'A body that is not valid JSON gives 400 invalid_json.',
		'Common 2 DELETE': 'The body of a DELETE, too.',
		'Common 3':
			'unknown_parameter for a query parameter not accepted; invalid_parameter with param.',
		'Common 4': 'Path parameter id has 1 to 64 characters.',
		'Common 5': 'Reads need crm:read, writes crm:write.',
		'Common 6': 'POST, PATCH and DELETE accept Idempotency-Key.',
		'Common 7': 'Request-Id and rate-limit headers; Idempotent-Replayed on replays.',
		'Common 7 unreadable':
			'Also where the address cannot be decoded or the body is too large; the token comes first.',
		'Common 8': 'Every operation may answer 401, 403, 429 and 5xx.',
	},
	'Endpoints, contacts': {
		'GET /contacts':
			'Manager all, seller own plus primary contacts of their deals; limit, cursor, updatedSince, search.',
		'POST /contacts': 'Manager only; at least one of name, phone, email; 201 created, 200 updated.',
		'GET /contacts/{id}': 'As the list; 404 outside.',
		'PATCH /contacts/{id}': 'Manager only; 200 Contact.',
		'Contacts POST 1': 'Looked up first by phone.',
		'Contacts POST 2':
			'Then by email, when no phone was sent or that contact has none; never a different phone.',
		'Contacts POST 3': 'Null or empty fields are ignored.',
		'Contacts POST 4': 'Sent fields replace, tags are added, customFields written one by one.',
		'Contacts POST 5':
			'phone_already_in_use, company_not_found, owner_not_found, custom-field errors.',
		'Contacts POST 6': 'A new contact triggers contact.created.',
		'Contacts PATCH 1': 'Only sent fields change; null or empty text clears.',
		'Contacts PATCH 2': 'tags replaces the whole list.',
		'Contacts PATCH 3': 'customFields: sent ones are written, null clears, unsent stay.',
		'Contacts PATCH 4': 'A phone of another contact gives 409 phone_already_in_use.',
	},
	'Endpoints, companies': {
		'GET /companies':
			'Seller: owned, of their deals (main or participant), of contacts they see; search; includeInactive.',
		'POST /companies': 'Manager or seller; 201 Company.',
		'GET /companies/{id}': 'As the list, deactivated ones included.',
		'PATCH /companies/{id}': 'Within visibility; only a manager may change ownerId.',
		'DELETE /companies/{id}': 'Manager only; 200 with isActive false.',
		'Companies 1':
			'A seller becomes the owner, a manager creates without; a seller creates own ones only.',
		'Companies 2':
			'cnpj with or without mask; duplicate 409 cnpj_already_in_use on create and update.',
		'Companies 3': 'Address part by part; emails and phones whole; customFields null clears.',
		'Companies 4': 'Of another account or outside the role: 404.',
	},
	'Endpoints, pipelines': {
		'GET /pipelines':
			'One page; default first, then order, then name; includeInactive; same for everybody.',
		'GET /pipelines/{id}': '200, a deactivated one included.',
		'GET /pipelines/{id}/stages': 'One page; deactivated pipeline too; open by order, won, lost.',
	},
	'Endpoints, deals': {
		'GET /deals': 'Seller: own; filters combine with AND; newest first.',
		'POST /deals': 'Manager or seller; a seller only own ones; 201 Deal.',
		'GET /deals/{id}': 'Seller: only own.',
		'PATCH /deals/{id}': 'Only a manager changes ownerId; the new owner is notified.',
		'DELETE /deals/{id}': 'Manager only; deletion result.',
		'POST /deals/{id}/move': 'Changes the stage.',
		'POST /deals/{id}/win': 'Closes as won.',
		'POST /deals/{id}/lose': 'Closes as lost.',
		'Deals POST 1': 'stageId, or pipelineId for its first open stage; both must belong together.',
		'Deals POST 2': 'Never in a won or lost stage or a deactivated pipeline.',
		'Deals POST 3': 'Without ownerId: the seller; the round-robin; the manager.',
		'Deals POST 4': 'A required custom field without value: 422, nothing created.',
		'Deals POST 5': 'Webhook deal.created and automations.',
		'Deals PATCH 1': 'Only sent fields change; tags whole; customFields one by one.',
		'Deals PATCH 2': 'stageId, pipelineId, status, closing fields: 400 stage_change_not_allowed.',
		'Deals DELETE': 'Irreversible; again 404, or the stored response with the same key.',
	},
	'Endpoints, POST /conversations': {
		'POST /conversations': 'Scope inbox:send; 202.',
		'Start body phone': 'With area code; Brazil assumed; another country with +.',
		'Start body template': 'name, language, params in order, count equal to the body variables.',
		'Start body name': 'Used only when the contact is new or has no name.',
		'Start body channelId': 'Without it the first active official channel that the owner may use.',
		'Start body assignToSelf':
			'true assigns to the token owner; otherwise no owner, default department.',
		'Start response':
			'conversationId, conversationCreated, contactId, contactCreated, message pending.',
		'Start 1': 'Only official channels; QR code 422 channel_not_official.',
		'Start 2': 'The first message must be an approved template.',
		'Start 3': 'Templates are consulted with up to 5 minutes delay.',
		'Start 4': 'Header media or variable, link button with variable: 422 template_not_supported.',
		'Start 5':
			'The token acts as its owner; a seller writes to contacts without owner or of their own.',
		'Start 6': 'The same number always maps to the same contact.',
		'Start 7': 'contact.created for a new contact; no deal, no automation.',
		'Start 8': 'On any refusal nothing is created.',
		'Start 9': 'No free text, files, scheduling or campaigns.',
		'Start 10': 'The number is limited to 30 sends per minute.',
		'Start error invalid_parameter': '400: phone not complete, or another invalid field.',
		'Start error resource_not_found': '404: channel unknown, of another company or not available.',
		'Start error contact_in_other_wallet': '409.',
		'Start error conversation_with_other_user': '409.',
		'Start error channel_disconnected': '409.',
		'Start error channel_not_official': '422.',
		'Start error no_official_channel': '422.',
		'Start error template_not_found': '422.',
		'Start error template_params_mismatch': '422.',
		'Start error template_not_supported': '422.',
		'Start error recipient_opted_out': '422.',
		'Start error rate_limited': '429: token, company or number.',
		'Start error queue_unavailable': '503; after recording the message stays as failed.',
		'Start error template_check_unavailable': '503; nothing created or sent.',
		'Start error idempotency_unavailable': '503; nothing done.',
	},
	'Endpoints, other conversation operations': {
		'GET /conversations/{id}/messages/{messageId}':
			'inbox:read; one Message; follows the owner’s access.',
		'GET /conversations': 'inbox:read; contactId filter.',
		'GET /channels': 'inbox:read; lists connected channels.',
		'POST /conversations/{id}/messages': 'inbox:send; free text inside the 24-hour window.',
	},
	Authentication: {
		'Authentication 1': 'A token carries company, role and scopes.',
		'Authentication 2': 'Bearer on every request; a browser session is not valid.',
		'Authentication 3': 'It acts in the name of its creator.',
		'Authentication 4': 'Failures: 401, 402, 403, 503.',
		'Authentication 5': 'Manager-only operations.',
		'Authentication 6': 'Deliveries are authenticated by their signature, not by the token.',
	},
	Events: {
		'Events registration': 'Event kinds and an address; a 64-character secret shown at creation.',
		'Event contact.created': 'contactId, name, phoneNumber, email.',
		'Event deal.created': 'POST /deals or the app.',
		'Event message.sent': 'A Message as the single-message read returns it.',
		'Event message.failed': 'Message with status failed and error.code.',
		'Event message.received': 'The customer replied; opens the 24-hour window.',
		'Signature 1': 'Svc-Signature: t and one or more v1.',
		'Signature 2': 'HMAC-SHA256 hex over t.body with the secret.',
		'Signature 3': 'Several v1 while secrets rotate; t within 300 s of the receiver’s clock.',
		'Signature 4': 'Resent when the receiver answers with an error.',
	},
	Errors: Object.fromEntries(
		Object.entries(ERROR_ROWS).map(([code, row]) => [`Error ${code}`, row]),
	),
	'Errors, guidance': {
		'Errors guidance':
			'429 and 503 may be retried with the same key; a queue refusal may leave a failed message each time.',
	},
	Limits: {
		'Limit token': '120 requests a minute and token.',
		'Limit company': '600 requests a minute and company, all tokens.',
		'Limit window': 'Sliding: sum of the last 60 seconds.',
		'Limit channel':
			'30 sends a minute and channel number, both operations together; the 31st creates nothing.',
		'Limit free text': '24 hours from the customer’s reply.',
		'Limit idempotency': 'Kept 24 hours; keys of 1 to 255 visible ASCII characters.',
		'Limit templates': 'Up to 5 minutes delay.',
		'Limit search': '1 to 200 characters.',
		'Limit path id': '1 to 64 characters.',
		'Limit headers': 'RateLimit-Limit, -Remaining, -Reset and X-RateLimit-*: the tighter limit.',
		'Limit Retry-After': 'On 429 the seconds to wait.',
	},
	'Limits, idempotency': {
		'Idempotency 1': 'Valid only for the token that sent it; ignored on GET.',
		'Idempotency 2': 'Same key, same bytes: not run again, stored response, Idempotent-Replayed.',
		'Idempotency 3': 'Same key, different request: 409 idempotency_key_reused.',
		'Idempotency 4': 'Same key while running: 409 idempotency_key_in_progress.',
		'Idempotency 5':
			'429 and 5xx are not stored, other 4xx are; POST /conversations has rules of its own.',
		'Idempotency 5 before the operation':
			'401, 402, a missing scope, an unknown address and the key’s own errors are no answers of an operation.',
		'Idempotency 6': 'Invalid key: 400 invalid_idempotency_key.',
	},
	Versioning: {
		'Versioning 1': 'The version is part of the base path.',
		'Versioning 6': 'The time a sync started, sent as updatedSince, loses nothing.',
	},
};

export const ROWS: ReadonlySet<string> = new Set(Object.values(SPECIFICATION).flatMap(Object.keys));
