/** What an error means to the user. */
export interface Explanation {
	/** What went wrong. */
	message: string;
	/** What to do about the cause. What was sent, and how to try again, depends on the reader: see `Audience`. */
	remedy: string;
	/** Whether the condition ends by itself. The text then also says how to try again. */
	isTransient?: true;
}

/** An explanation, or a function that makes one for the field and the scope that a refusal is about. */
export type CatalogueEntry = Explanation | ((context: RefusalContext) => Explanation);

interface RefusalContext {
	/** The quoted field that the refusal is about, as in “Phone”. */
	field: string;
	/** The scope of the token that the request needs. */
	scope: string;
}

/** The explanation that an entry gives for a field and a scope. */
export const explanationFromEntry = (
	entry: CatalogueEntry,
	context: RefusalContext,
): Explanation => (typeof entry === 'function' ? entry(context) : entry);

/**
 * What refusals mean at one operation, if that differs from the catalogue. A key is a code, a code with a
 * parameter (`invalid_parameter phone`), a method with a code (`PATCH resource_not_found`, if other requests
 * of the operation may get that code), or a status, for codes that the specification does not show.
 */
export type RefusalExplanations = Readonly<Record<string, CatalogueEntry>>;

const PICK_ANOTHER = 'Pick another one from the list, or check the ID that the expression gives.';
const ASK_SUPPORT = 'If it goes on, ask the service’s support.';
/** The remedy for faults of the service itself. */
export const REPORT_TO_SUPPORT =
	'If it happens again, report the request ID to the service’s support.';
const OTHER_SELLER =
	'Leave this customer to that seller, or have the customer handed over in the service. The access token of that seller or of a manager can do it as well.';

/** A 429; also a request for which a limit had no room in time. */
export const RATE_LIMITED_EXPLANATION: Explanation = {
	message: 'A limit per minute leaves no room for this request',
	remedy:
		'If it happens often, spread the work, other programs’ too, over more time: a token has 120 requests a minute, the company 600 with all its tokens, and each channel 30 message sends.',
	isTransient: true,
};

const BY_CODE: Record<string, CatalogueEntry> = {
	invalid_parameter: ({ field }) => ({
		message: `The service does not accept the value of ${field}`,
		remedy: 'Correct the value, or the expression that it comes from.',
	}),
	unknown_parameter: ({ field }) => ({
		message: `The service does not know the parameter ${field} here`,
		remedy: 'Take it out of Your Own Query, Your Own JSON or the filters.',
	}),
	invalid_cursor: {
		message: 'The service no longer accepts its own bookmark into this list',
		remedy: 'Start the list again at its first page. Take your own cursor out of Your Own Query.',
	},
	invalid_json: {
		message: 'The service could not read the request as JSON',
		remedy: `Something between n8n and the service may have changed it. ${REPORT_TO_SUPPORT}`,
	},
	company_not_found: {
		message: 'The company is not an active company of the account',
		remedy: `A deactivated company can’t be linked. ${PICK_ANOTHER}`,
	},
	owner_not_found: {
		message: 'The owner is not an active user of the account',
		remedy: 'Check Owner ID: it takes the ID of an active user of the account.',
	},
	contact_not_found: {
		message: 'The contact does not exist, or the access token’s user does not see it',
		remedy: `A seller only sees their own contacts and those of their deals. ${PICK_ANOTHER}`,
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
		message: 'A deal can’t be put into a won or lost stage',
		remedy: 'Pick an open stage. To close a deal use Win or Lose.',
	},
	stage_change_not_allowed: ({ field }) => ({
		message: 'An update can’t change a deal’s stage, pipeline or result',
		remedy: `Take ${field} out of this update, and use Move, Win or Lose.`,
	}),
	lost_reason_not_found: {
		message: 'The lost reason does not exist, or is not valid for the deal’s pipeline',
		remedy:
			'Check Lost Reason ID: it takes the ID of a lost reason that the pipeline offers. Or leave it out.',
	},
	product_not_found: {
		message: 'The product is not in the account’s catalogue',
		remedy: 'Check the product ID in Your Own JSON.',
	},
	unknown_custom_field: ({ field }) => ({
		message: `There is no custom field ${field}`,
		remedy:
			'Check the field ID (e.g. data_de_nascimento): it is the field’s technical name in the service’s settings, not its label. With Map Columns rename the heading that fits it, or take it out.',
	}),
	invalid_custom_field_value: ({ field }) => ({
		message: `The value of ${field} is not of the custom field’s type`,
		remedy:
			'With Map Columns correct the cell, or fill in by Choose Fields. Under Custom Fields choose the Type that the field has in the service: Text, Number, Boolean, or JSON for a list or an object. A date is a text such as 1990-05-17: in a sheet format its column as yyyy-mm-dd.',
	}),
	invalid_idempotency_key: {
		message: 'The service does not accept the idempotency key',
		remedy:
			'Use 1 to 255 visible ASCII characters. Or leave Idempotency Key out: the node then makes one.',
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
		remedy: 'Have the subscription renewed in the service.',
	},
	insufficient_api_token_scope: ({ scope }) => ({
		message: `The access token lacks the scope ${scope}`,
		remedy:
			'Create a token with this scope in the service’s account settings and put it into the credential.',
	}),
	permission_denied: {
		message: 'The role of the access token’s user does not allow this',
		remedy:
			'Only managers create or update contacts, deactivate companies, delete deals and change owners. Use the access token of a manager.',
	},
	resource_not_found: {
		message: 'The record was not found',
		remedy:
			'Check the ID. If it is right, the access token’s user does not see the record: a seller sees only their own, and nobody those of another account.',
	},
	idempotency_key_reused: {
		message: 'The idempotency key was already used for a different request',
		remedy:
			'What is asked for now was not carried out: what was asked for first under this key counts. To have this done as well, give it another Idempotency Key. Each item and each node needs a key of its own. If you gave no key, an expression such as $now changed the request between two tries, or two nodes have the same ID, as after editing the workflow’s JSON: delete one of them and add it anew.',
	},
	idempotency_key_in_progress: {
		message: 'An earlier request with the same idempotency key is still running',
		remedy: 'If such requests take long, raise Max Wait (Seconds) under Options.',
	},
	phone_already_in_use: {
		message: 'The phone belongs to another contact',
		remedy:
			'Find that contact with Get Many and Search and update it instead, or use another phone.',
	},
	cnpj_already_in_use: {
		message: 'The CNPJ belongs to another company of the account',
		remedy:
			'Create or Update finds that company and updates it. If it does not find it, the access token’s user does not see it: use the token of its owner or of a manager.',
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
	missing_required_custom_fields: ({ field }) => ({
		message: `A required custom field has no value: ${field}`,
		remedy: 'Add it under Custom Fields.',
	}),
	pipeline_without_won_stage: {
		message: 'The deal’s pipeline has no won stage',
		remedy: 'Add a won stage to the pipeline in the service.',
	},
	pipeline_without_lost_stage: {
		message: 'The deal’s pipeline has no lost stage',
		remedy: 'Add a lost stage to the pipeline in the service.',
	},
	channel_not_official: {
		message: 'The channel is not an official business channel',
		remedy: 'No other takes template messages: pick an official one.',
	},
	no_official_channel: {
		message: 'The access token’s user has no active official channel',
		remedy:
			'Connect an official channel in the service, or give the user access to one. Or pick one under Additional Fields > Channel.',
	},
	template_not_found: {
		message: 'There is no approved template with this name and language',
		remedy:
			'Check Template Name and Template Language. One that was just approved may be found only after 5 minutes.',
	},
	template_params_mismatch: {
		message: 'The template’s text has more or fewer variables than were given',
		remedy:
			'Copy the approved text from the service into Template Text, close this node’s panel and open it again: Template Variables then has a row for each {{1}}, {{2}}… in it.',
	},
	template_not_supported: {
		message: 'The template has variables or media outside its text',
		remedy:
			'Media or variables in its header, and variables in the link of a button, can’t be sent. Use a template whose variables are all in its text.',
	},
	recipient_opted_out: {
		message: 'The contact asked not to receive messages',
		remedy:
			'Don’t write to this contact. To leave such contacts out, branch on the code recipient_opted_out.',
	},
	rate_limited: RATE_LIMITED_EXPLANATION,
	internal_error: { message: 'The service had an internal error', remedy: REPORT_TO_SUPPORT },
	api_tokens_disabled: {
		message: 'The service has suspended access by token for the moment',
		remedy: ASK_SUPPORT,
		isTransient: true,
	},
	queue_unavailable: {
		message: 'The service’s send queue is down',
		remedy: ASK_SUPPORT,
		isTransient: true,
	},
	template_check_unavailable: {
		message: 'The service could not look up the templates',
		remedy: ASK_SUPPORT,
		isTransient: true,
	},
	idempotency_unavailable: {
		message:
			'The service can’t make sure at the moment that nothing is sent twice, so it sends nothing',
		remedy: ASK_SUPPORT,
		isTransient: true,
	},
};

/**
 * The explanations of the codes of the specification's Errors table. The service may add codes at any time
 * (Versioning 2): `explainRefusal` explains those. A map, not an object, since an unknown code may be called
 * `constructor`.
 */
export const CATALOGUE: ReadonlyMap<string, CatalogueEntry> = new Map(Object.entries(BY_CODE));
