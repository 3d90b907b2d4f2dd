import type { IDataObject } from 'n8n-workflow';
import type { Answer } from './answer';
import type { ApiRequest } from './request';
import type { ElapsedMs } from './time';

/** Asks the service. */
export interface Ask {
	/**
	 * Sends one request and resolves with the service's answer.
	 * @throws RequestFailed, which the caller may handle
	 */
	(request: ApiRequest, options?: AskOptions): Promise<Answer>;
	/**
	 * The ID behind a link, such as `contact of conversation 7`, if it was known before the run asked anything. A link that
	 * the run's own answers tell saves no request, because its items share those answers. Only the loop over items has this.
	 */
	idBehind?(link: string): string | undefined;
	/** Whether the caller can do without the answers: a name that can't be read, for whatever reason, is left out. */
	isBestEffort?: true;
}

/** How one request is sent, if not in the usual way. */
export interface AskOptions {
	/** Ms to wait before it is sent. */
	afterMs?: number;
	/** When it must be answered, instead of the usual time limit. */
	until?: ElapsedMs;
	/** Which of the operation's writes this is. It follows the user's key, as in `<key>:create`. */
	part?: WritePart;
	/**
	 * Makes what is cached of the answer's body. A read of the same address with the same function is answered from the
	 * cache.
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
export function withOptions(ask: Ask, options: AskOptions): Ask {
	const askWithOptions: Ask = async (request, more) => await ask(request, { ...options, ...more });
	return Object.assign(askWithOptions, { idBehind: ask.idBehind, isBestEffort: ask.isBestEffort });
}
