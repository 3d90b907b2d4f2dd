/** Every code of the specification's Errors table: status, type, code. */
export const ERROR_CODES: Array<[status: number, type: string, code: string]> = [
	...codes(400, 'invalid_request_error', [
		'invalid_parameter',
		'unknown_parameter',
		'invalid_cursor',
		'invalid_json',
		'company_not_found',
		'owner_not_found',
		'contact_not_found',
		'pipeline_not_found',
		'pipeline_inactive',
		'stage_not_found',
		'stage_not_in_pipeline',
		'stage_is_final',
		'stage_change_not_allowed',
		'lost_reason_not_found',
		'product_not_found',
		'unknown_custom_field',
		'invalid_custom_field_value',
		'invalid_idempotency_key',
	]),
	...codes(401, 'authentication_error', [
		'missing_api_token',
		'invalid_bearer_token',
		'invalid_api_token',
	]),
	...codes(402, 'permission_error', ['subscription_inactive']),
	...codes(403, 'permission_error', ['insufficient_api_token_scope', 'permission_denied']),
	...codes(404, 'not_found_error', ['resource_not_found']),
	...codes(409, 'conflict_error', [
		'idempotency_key_reused',
		'idempotency_key_in_progress',
		'phone_already_in_use',
		'cnpj_already_in_use',
		'channel_disconnected',
		'contact_in_other_wallet',
		'conversation_with_other_user',
	]),
	...codes(422, 'invalid_request_error', [
		'missing_required_custom_fields',
		'pipeline_without_won_stage',
		'pipeline_without_lost_stage',
		'channel_not_official',
		'no_official_channel',
		'template_not_found',
		'template_params_mismatch',
		'template_not_supported',
		'recipient_opted_out',
	]),
	...codes(429, 'rate_limit_error', ['rate_limited']),
	...codes(500, 'api_error', ['internal_error']),
	...codes(503, 'api_error', [
		'api_tokens_disabled',
		'queue_unavailable',
		'template_check_unavailable',
		'idempotency_unavailable',
	]),
];

function codes(status: number, type: string, names: string[]): Array<[number, string, string]> {
	return names.map((code) => [status, type, code]);
}
