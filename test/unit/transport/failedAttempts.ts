import type {
	FailedAttempt,
	RateLimitHeaders,
	Refusal,
} from '../../../nodes/CustomerRelationship/transport/answer';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';

export const get: ApiRequest = { method: 'GET', path: '/contacts' };
const record = { param: 'dealId', id: '7' };
export const patch: ApiRequest = {
	method: 'PATCH',
	path: '/deals/7',
	record,
	body: { title: 'A' },
};
const remove: ApiRequest = { method: 'DELETE', path: '/deals/7', record };
export const create: ApiRequest = { method: 'POST', path: '/companies', body: {} };
/** `POST /conversations` */
export const start: ApiRequest = {
	method: 'POST',
	path: '/conversations',
	scope: 'inbox:send',
	body: { phone: '11987654321' },
	messageSend: { via: 'channel:', opensConversation: true },
};
/** `POST /conversations/{id}/messages` */
export const reply: ApiRequest = {
	method: 'POST',
	path: '/conversations/9/messages',
	scope: 'inbox:send',
	record: { param: 'conversationId', id: '9' },
	body: { text: 'Hi' },
	messageSend: { via: 'conversation:9', opensConversation: false },
};
export const REQUESTS = { get, patch, remove, create, start, reply };

export function refusal(
	statusCode: number,
	type: string,
	code: string,
	more: Partial<Refusal> & { headers?: Partial<RateLimitHeaders> } = {},
): Extract<FailedAttempt, { kind: 'refusal' }> {
	const { headers, ...rest } = more;
	return {
		kind: 'refusal',
		headers: {
			limit: undefined,
			remaining: undefined,
			resetMs: undefined,
			retryAfterMs: undefined,
			...headers,
		},
		refusal: {
			statusCode,
			type,
			code,
			message: '',
			param: undefined,
			requestId: 'req_1',
			replayed: false,
			...rest,
		},
	};
}

export const broken = (reached: 'no' | 'maybe', code = 'ECONNRESET'): FailedAttempt => ({
	kind: 'broken',
	reached,
	code,
});

export const foreign = (
	statusCode: number,
	more: { location?: string; retryAfterMs?: number } = {},
): FailedAttempt => ({
	kind: 'foreign',
	statusCode,
	...more,
});
