import type { IHttpRequestOptions, NodeApiError } from 'n8n-workflow';
import { executeItems } from '../../../nodes/CustomerRelationship/execution/executeItems';
import { contextOf, type Told } from './nodeContext';

export const answer = (body: object, statusCode = 200) => ({
	statusCode,
	headers: { 'request-id': 'req_1' },
	body,
});
export const refusal = (statusCode: number, code: string) =>
	answer({ error: { type: 'invalid_request_error', code, message: '' } }, statusCode);

/** A connection that breaks. */
export const cut = () => Promise.reject(Object.assign(new Error(), { code: 'EPIPE' }));

/** What the service answers to a send. */
export const pending = { conversationId: 'k', message: { id: 'm', status: 'pending' } };

let tokens = 0;

/** An execution, with a token and so with limits of its own, what it asked of the service, and what ended it. */
export function execution(given: Partial<Told>) {
	const asked: IHttpRequestOptions[] = [];
	const lines = () => asked.map(({ method, url }) => `${method} ${url.split('/api/v1')[1]}`);
	const accessToken = `token-${(tokens += 1)}`;
	const context = contextOf({
		accessToken,
		...given,
		service: (options, token) => {
			asked.push(options);
			return given.service?.(options, token) ?? answer({ id: options.url.split('/').at(-1) });
		},
	});
	const output = executeItems(context);
	const failure = async () =>
		await output.then(
			() => {
				throw new Error('Nothing failed');
			},
			(error: NodeApiError) => error,
		);
	return { context, asked, lines, output, failure };
}

export const deal = (operation: string, dealId: string, more: object = {}) => ({
	...{ resource: 'deal', operation, dealId, ...more },
});
export const start = (more: object = {}) => ({
	...{ resource: 'conversation', operation: 'start', phone: '11987654321' },
	...{ templateName: 't', templateLanguage: 'pt_BR', ...more },
});

/** Answers that are given when the test says so, in the order of the requests. */
export function held() {
	const given: Array<(answer: unknown) => void> = [];
	const service = () => new Promise<unknown>((resolve) => given.push(resolve));
	return {
		service,
		give: (index: number, body: object, status = 'error' in body ? 400 : 200) =>
			given[index]?.(answer(body, status)),
	};
}
export const settled = async () => {
	for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
};
