/** "Errors": every code of the table with its status and family. */
const ERRORS = {
	invalid_parameter: [400, 'invalid_request_error'],
	unknown_parameter: [400, 'invalid_request_error'],
	invalid_cursor: [400, 'invalid_request_error'],
	invalid_json: [400, 'invalid_request_error'],
	company_not_found: [400, 'invalid_request_error'],
	owner_not_found: [400, 'invalid_request_error'],
	contact_not_found: [400, 'invalid_request_error'],
	pipeline_not_found: [400, 'invalid_request_error'],
	pipeline_inactive: [400, 'invalid_request_error'],
	stage_not_found: [400, 'invalid_request_error'],
	stage_not_in_pipeline: [400, 'invalid_request_error'],
	stage_is_final: [400, 'invalid_request_error'],
	stage_change_not_allowed: [400, 'invalid_request_error'],
	lost_reason_not_found: [400, 'invalid_request_error'],
	product_not_found: [400, 'invalid_request_error'],
	unknown_custom_field: [400, 'invalid_request_error'],
	invalid_custom_field_value: [400, 'invalid_request_error'],
	invalid_idempotency_key: [400, 'invalid_request_error'],
	missing_api_token: [401, 'authentication_error'],
	invalid_bearer_token: [401, 'authentication_error'],
	invalid_api_token: [401, 'authentication_error'],
	subscription_inactive: [402, 'permission_error'],
	insufficient_api_token_scope: [403, 'permission_error'],
	permission_denied: [403, 'permission_error'],
	resource_not_found: [404, 'not_found_error'],
	idempotency_key_reused: [409, 'conflict_error'],
	idempotency_key_in_progress: [409, 'conflict_error'],
	phone_already_in_use: [409, 'conflict_error'],
	cnpj_already_in_use: [409, 'conflict_error'],
	channel_disconnected: [409, 'conflict_error'],
	contact_in_other_wallet: [409, 'conflict_error'],
	conversation_with_other_user: [409, 'conflict_error'],
	missing_required_custom_fields: [422, 'invalid_request_error'],
	pipeline_without_won_stage: [422, 'invalid_request_error'],
	pipeline_without_lost_stage: [422, 'invalid_request_error'],
	channel_not_official: [422, 'invalid_request_error'],
	no_official_channel: [422, 'invalid_request_error'],
	template_not_found: [422, 'invalid_request_error'],
	template_params_mismatch: [422, 'invalid_request_error'],
	template_not_supported: [422, 'invalid_request_error'],
	recipient_opted_out: [422, 'invalid_request_error'],
	// Not in the table: its "422 codes for sending inside an existing conversation" (window, group) are not
	// shown (README, "Free text").
	conversation_window_closed: [422, 'invalid_request_error'],
	conversation_is_group: [422, 'invalid_request_error'],
	rate_limited: [429, 'rate_limit_error'],
	internal_error: [500, 'api_error'],
	api_tokens_disabled: [503, 'api_error'],
	queue_unavailable: [503, 'api_error'],
	template_check_unavailable: [503, 'api_error'],
	idempotency_unavailable: [503, 'api_error'],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** A refusal, thrown anywhere below an operation and answered as the error envelope. */
export class ApiError extends Error {
	readonly status: number;
	readonly type: string;

	constructor(
		readonly code: string,
		message: string,
		readonly param?: string,
		/** Seconds for `Retry-After`. */
		readonly retryAfter?: number,
		/** Given by faults only; the table knows it otherwise. */
		status?: number,
	) {
		super(message);
		const known = ERRORS[code as ErrorCode] as readonly [number, string] | undefined;
		this.status = status ?? known?.[0] ?? 500;
		this.type = known && known[0] === this.status ? known[1] : familyOf(this.status);
	}

	/** "Error envelope"; `param` is present only when the error concerns one parameter. */
	envelope(requestId: string): string {
		const { type, code, message, param } = this;
		return JSON.stringify({
			error: { type, code, message, ...(param === undefined ? {} : { param }), requestId },
		});
	}
}

export function refuse(code: ErrorCode, message: string, param?: string): never {
	throw new ApiError(code, message, param);
}

/** "Visibility" 3: the same words whether it does not exist, is another company's or outside the role. */
export function notFound(what = 'The resource'): never {
	return refuse('resource_not_found', `${what} was not found.`);
}

function familyOf(status: number): string {
	if (status === 401) return 'authentication_error';
	if (status === 402 || status === 403) return 'permission_error';
	if (status === 404) return 'not_found_error';
	if (status === 409) return 'conflict_error';
	if (status === 429) return 'rate_limit_error';
	return status >= 500 ? 'api_error' : 'invalid_request_error';
}
