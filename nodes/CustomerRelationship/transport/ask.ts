import type { IDataObject } from 'n8n-workflow';
import type { Answer } from './answer';
import type { ApiRequest } from './request';
import type { MonotonicMs } from './time';

/**
 * Sends one request and resolves with the service's answer.
 * @throws RequestFailed, which the caller may handle
 */
export type Ask = (request: ApiRequest, options?: AskOptions) => Promise<Answer>;

/**
 * The options that an operation gives for one of its requests. `RequestSender.send` makes the client's
 * `RequestOptions` of them. Other asks, those of polls, dropdowns and `askAfterwards`, ignore them: they
 * cache nothing and return the whole body.
 */
export interface AskOptions {
	/** Ms to wait before it is sent. */
	afterMs?: number;
	/**
	 * When waits and retries end, instead of after the usual time limit. After the deadline a request gets at
	 * most one attempt, and only if the rate limiter has room at once. An attempt has at least 10 s for its
	 * answer.
	 */
	deadline?: MonotonicMs;
	/** Which of the operation's writes this is. It is appended to the user's key, as in `<key>:create`. */
	part?: WritePart;
	/**
	 * Reduces the answer's body to what is cached and returned. A read of the same address with the same
	 * function is answered from the cache.
	 */
	cacheAs?: Projection;
	/** How long the answer is cached: by default `execution`; `run` if it may have changed by the node's next run. */
	cacheFor?: 'run' | 'execution';
}

/** What is kept of an answer's body. */
export type Projection = (body: IDataObject) => IDataObject;

/** Keeps the body as it is. */
export const wholeBody: Projection = (body) => body;

/** A write of an operation that may make several. */
export type WritePart = 'create' | 'update' | 'fields';

/** The same `ask`, with options for each of its requests. */
export const withOptions =
	(ask: Ask, options: AskOptions): Ask =>
	async (request, more) =>
		await ask(request, { ...options, ...more });
