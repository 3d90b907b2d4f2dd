import type { Refusal } from '../transport/answer';
import { namesRecord, type ApiRequest } from '../transport/request';

/** In the texts: the label of the field that the answer names, and the token's scope that the request needs. */
export const PLACEHOLDERS = /\{(field|scope)\}/g;

/** What an error code means for the user, and what to do about it. */
export interface Explanation {
	/** What went wrong. */
	message: string;
	/** What to do next; says nothing of what was sent or changed, which depends on the request. */
	remedy: string;
}

const TRY_LATER =
	'Run the workflow again later, or raise Max Wait (Seconds) under Options to have the node go on asking for longer.';
const PICK_ANOTHER = 'Pick another one from the list, or check the ID that the expression gives.';
const OTHER_SELLER =
	'Leave this customer to the colleague, use the access token of that colleague or of a manager, or have the customer handed over in the service first.';

/** What a 429 means; also said where the limits left no room for a first try. */
export const RATE_LIMITED: Explanation = {
	message: 'A limit per minute was reached',
	remedy:
		'Raise Max Wait (Seconds) under Options to have the node wait for room, or spread the work over more time. A token has 120 requests a minute, the company 600 with all its tokens, and each channel 30 message sends.',
};

/** What a poll says instead: it has no Max Wait, and n8n does it again by itself. */
export const POLL_REMEDIES: ReadonlyMap<string, string> = new Map([
	[TRY_LATER, 'If it goes on, ask the service’s support.'],
	[
		RATE_LIMITED.remedy,
		'If it goes on, poll less often or spread the other work over more time. A token has 120 requests a minute, the company 600 with all its tokens.',
	],
]);

const REFUSED: Explanation = {
	message: 'The service does not accept the request',
	remedy: 'Correct the values that the request is made of, then run the workflow again.',
};

const FAILED: Explanation = {
	message: 'The service failed',
	remedy:
		'Run the workflow again later. If it persists, report the request ID to the service’s support.',
};

/**
 * Every code of the specification's Errors table. The service may add codes at any time
 * (Versioning 2); those are explained by their type, or else by their status (Versioning 5).
 */
export const EXPLAINED_BY_CODE = tableOf({
	invalid_parameter: {
		message: 'The service does not accept the value of {field}',
		remedy: 'Correct the value, or the expression that it comes from.',
	},
	unknown_parameter: {
		message: 'The service does not know the parameter {field} here',
		remedy:
			'This operation does not accept it: take it out of Additional Query, Additional Body or the filters.',
	},
	invalid_cursor: {
		message: 'The service no longer accepts its own bookmark into this list',
		remedy:
			'Run the workflow again: the list then starts at its first page. Don’t send a cursor of your own in Additional Query.',
	},
	invalid_json: {
		message: 'The service could not read the request as JSON',
		remedy:
			'Something between n8n and the service may have changed it. Run the workflow again; if that does not help, report the request ID to the service’s support.',
	},
	company_not_found: {
		message: 'The company is not an active company of the account',
		remedy: `${PICK_ANOTHER} Deactivated companies can’t be linked.`,
	},
	owner_not_found: {
		message: 'The owner is not an active user of the account',
		remedy: 'Check Owner ID: it takes the ID of an active user of the account.',
	},
	contact_not_found: {
		message: 'The contact does not exist, or the access token’s user does not see it',
		remedy: `${PICK_ANOTHER} A seller only sees their own contacts and those of their deals.`,
	},
	pipeline_not_found: {
		message: 'The pipeline does not exist in the account',
		remedy: PICK_ANOTHER,
	},
	pipeline_inactive: {
		message: 'The pipeline is deactivated, so it takes no new deal',
		remedy: 'Pick an active pipeline, or activate this one in the service.',
	},
	stage_not_found: {
		message: 'The stage does not exist in the account',
		remedy: PICK_ANOTHER,
	},
	stage_not_in_pipeline: {
		message: 'The stage belongs to another pipeline',
		remedy: 'Pick a stage of the chosen pipeline, or leave one of the two empty.',
	},
	stage_is_final: {
		message: 'The stage is a won or lost stage, where a deal can’t be put directly',
		remedy: 'Pick an open stage. To close a deal use the operations Win or Lose.',
	},
	stage_change_not_allowed: {
		message: 'An update can’t change a deal’s stage, pipeline or result',
		remedy: 'Use the operations Move, Win or Lose, and take {field} out of this update.',
	},
	lost_reason_not_found: {
		message: 'The lost reason does not exist, or is not valid for the deal’s pipeline',
		remedy:
			'Check Lost Reason ID: it takes the ID of a lost reason that the pipeline offers. Or leave it out.',
	},
	product_not_found: {
		message: 'The product is not in the account’s catalogue',
		remedy: 'Check the product ID in Additional Body.',
	},
	unknown_custom_field: {
		message: 'There is no custom field {field}',
		remedy:
			'Check the slug: it is the field’s technical name in the service’s settings, not its label.',
	},
	invalid_custom_field_value: {
		message: 'The value of {field} is not of the custom field’s type',
		remedy:
			'Under Custom Fields choose the type that the field has in the service: text, number, boolean, or JSON for the rest. As JSON, write a number or a boolean without quotes.',
	},
	invalid_idempotency_key: {
		message: 'The service does not accept the idempotency key',
		remedy: 'Use 1 to 255 visible ASCII characters, or leave Idempotency Key out to have one made.',
	},
	missing_api_token: {
		message: 'The request carried no access token',
		remedy:
			'Open the credential and fill in Access Token. If it is filled in, something between n8n and the service removes the Authorization header.',
	},
	invalid_bearer_token: {
		message: 'The access token is not in a form that the service reads',
		remedy:
			'Open the credential and paste the token alone: without “Bearer”, quotes or line breaks.',
	},
	invalid_api_token: {
		message: 'The access token is not valid',
		remedy:
			'It may be expired or revoked, or its user may have lost access. Create a token in the service’s account settings and put it into the credential.',
	},
	subscription_inactive: {
		message: 'The account’s subscription is not active',
		remedy: 'Have the subscription renewed in the service, then run the workflow again.',
	},
	insufficient_api_token_scope: {
		message: 'The access token lacks the scope {scope}',
		remedy:
			'Create a token with this scope in the service’s account settings and put it into the credential.',
	},
	permission_denied: {
		message: 'The role of the access token’s user does not allow this',
		remedy:
			'Use the token of a manager. Only managers create or update contacts, deactivate companies, delete deals and change owners.',
	},
	resource_not_found: {
		message: 'The record was not found',
		remedy:
			'Check the ID. The record may also lie outside what the access token’s user sees: sellers see only their own records, and no token sees another account’s.',
	},
	idempotency_key_reused: {
		message: 'The idempotency key was already used for a different request',
		remedy:
			'What came of the first request with the key counts; this one was not carried out. If the first was refused, nothing was done: give the corrected one a new key. With a key of your own, make it different for each item and each node, for example by beginning it with what the node does and adding the item’s ID. With an automatic key, either an expression such as $now changed the request between two tries, or two nodes of the workflow have the same ID, as after editing its JSON: delete one of them and add it anew.',
	},
	idempotency_key_in_progress: {
		message: 'An earlier request with the same idempotency key is still running',
		remedy:
			'The node asked for its answer until Max Wait (Seconds) was used up. Look in the service whether it has been carried out by now.',
	},
	phone_already_in_use: {
		message: 'The phone belongs to another contact',
		remedy:
			'Find that contact with Get Many and Search, and update it instead, or use another phone.',
	},
	cnpj_already_in_use: {
		message: 'The CNPJ belongs to another company of the account',
		remedy:
			'Create or Update finds and updates it. If that says the same, the company is outside what the access token’s user sees: use the access token of its owner or of a manager.',
	},
	channel_disconnected: {
		message: 'The channel is off or needs to be reconnected',
		remedy: 'Reconnect it in the service, or pick another channel.',
	},
	contact_in_other_wallet: {
		message: 'The contact is in another seller’s portfolio',
		remedy: OTHER_SELLER,
	},
	conversation_with_other_user: {
		message: 'The conversation of this number is with another seller',
		remedy: OTHER_SELLER,
	},
	missing_required_custom_fields: {
		message: 'A required custom field has no value: {field}',
		remedy: 'Add it under Custom Fields.',
	},
	pipeline_without_won_stage: {
		message: 'The deal’s pipeline has no won stage',
		remedy: 'Add a won stage to the pipeline in the service, then run the workflow again.',
	},
	pipeline_without_lost_stage: {
		message: 'The deal’s pipeline has no lost stage',
		remedy: 'Add a lost stage to the pipeline in the service, then run the workflow again.',
	},
	channel_not_official: {
		message: 'The channel is not an official business channel',
		remedy: 'Pick an official channel: template messages can’t be sent through a QR-code channel.',
	},
	no_official_channel: {
		message: 'The access token’s user has no active official channel',
		remedy:
			'Connect an official channel in the service or give the user access to one, or pick a channel under Additional Fields.',
	},
	template_not_found: {
		message: 'There is no approved template with this name and language',
		remedy:
			'Check Template Name and Template Language. A template that was approved a moment ago may take up to 5 minutes to be found.',
	},
	template_params_mismatch: {
		message: 'The number of template variables is not the number that the template has',
		remedy:
			'Fill in one entry under Template Variables for each {{1}}, {{2}}… in the template’s text, in that order.',
	},
	template_not_supported: {
		message: 'The template has variables or media outside its text',
		remedy:
			'Use a template whose variables are all in its text: media in the header, variables in the header and variables in a button’s link are not supported.',
	},
	recipient_opted_out: {
		message: 'The contact asked not to receive messages',
		remedy:
			'Don’t write to this contact. Branch on the code recipient_opted_out to leave such contacts out.',
	},
	rate_limited: RATE_LIMITED,
	internal_error: {
		message: 'The service failed inside',
		remedy: 'If it happens again, report the request ID to the service’s support.',
	},
	api_tokens_disabled: {
		message: 'The service has suspended access by token for the moment',
		remedy: TRY_LATER,
	},
	queue_unavailable: {
		message: 'The service’s send queue is down',
		remedy:
			'Run the workflow again later. When a conversation is started, each try may leave a failed message in it, so there the node does not try again by itself.',
	},
	template_check_unavailable: {
		message: 'The service could not look up the templates',
		remedy: TRY_LATER,
	},
	idempotency_unavailable: {
		message:
			'The service can’t make sure at the moment that nothing is sent twice, so it sends nothing',
		remedy: TRY_LATER,
	},
});

const EXPLAINED_BY_TYPE = tableOf({
	invalid_request_error: REFUSED,
	authentication_error: {
		message: 'The service does not accept the access token',
		remedy: 'Create a token in the service’s account settings and put it into the credential.',
	},
	permission_error: {
		message: 'The access token does not allow this',
		remedy: 'Use a token with more scopes or of a user with a higher role.',
	},
	not_found_error: {
		message: 'The service did not find what the request names',
		remedy:
			'Check the IDs. Records outside what the access token’s user sees are not found either.',
	},
	conflict_error: {
		message: 'The request conflicts with what the service holds',
		remedy: 'Look at the record in the service, resolve the conflict, then run the workflow again.',
	},
	rate_limit_error: {
		message: 'A limit of the service was reached',
		remedy:
			'Raise Max Wait (Seconds) under Options to have the node wait for room, or spread the work over more time.',
	},
	api_error: FAILED,
});

/** Codes that mean something else for some requests: those whose line, as in `POST /deals/7/move`, fits. */
const EXPLAINED_BY_REQUEST: ReadonlyArray<[code: string, line: RegExp, Explanation]> = [
	[
		'stage_not_in_pipeline',
		/\/move$/,
		{
			message: 'The stage belongs to another pipeline than the deal',
			remedy: 'Pick a stage of the deal’s own pipeline: a move does not change the pipeline.',
		},
	],
	[
		'stage_is_final',
		/\/(win|lose)$/,
		{
			message: 'The deal is closed already',
			remedy:
				'Look at its status first, for example with Get, and leave out deals that are not open.',
		},
	],
	[
		'stage_is_final',
		/\/move$/,
		{
			message: 'The stage is a won or lost one, or the deal is closed',
			remedy:
				'Pick an open stage for an open deal. To close a deal use the operations Win or Lose.',
		},
	],
];

/** A refusal with 422 of a free text for which the specification shows no code. */
const NO_FREE_TEXT: Explanation = {
	message: 'The service does not take this free text',
	remedy:
		'Most often the 24 hours after the customer’s last message are over, or none has come yet: send a template with Conversation: Start. The code tells if it is something else.',
};

/** What `resource_not_found` means where no record is asked for. */
export const UNKNOWN_ADDRESS: Explanation = {
	message: 'The service does not know this address',
	remedy:
		'Check Base URL in the credential: it is the service’s address and ends with /api/v1. If it is right, ask the service’s support.',
};

/** What an error of the service means, whether or not its code and type are known. */
export const explanationOf = (
	{ code, type, statusCode }: Pick<Refusal, 'code' | 'type' | 'statusCode'>,
	request: Pick<ApiRequest, 'method' | 'path' | 'query' | 'body' | 'send'>,
): Explanation =>
	(code === 'resource_not_found' && !namesRecord(request) ? UNKNOWN_ADDRESS : undefined) ??
	EXPLAINED_BY_REQUEST.find(
		([known, line]) => known === code && line.test(`${request.method} ${request.path}`),
	)?.[2] ??
	EXPLAINED_BY_CODE.get(code) ??
	(statusCode === 422 && request.send && !request.send.opensConversation
		? NO_FREE_TEXT
		: undefined) ??
	EXPLAINED_BY_TYPE.get(type) ??
	(statusCode >= 500 ? FAILED : REFUSED);

/** A map: codes come from outside, and one named like a property of every object must not find it. */
function tableOf(entries: Record<string, Explanation>): ReadonlyMap<string, Explanation> {
	return new Map(Object.entries(entries));
}
