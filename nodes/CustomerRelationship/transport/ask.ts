import type { IDataObject } from 'n8n-workflow';
import type { Answer } from './answer';
import type { ApiRequest } from './request';

/**
 * Asks the service. The caller of an operation's `run` provides it: the loop over items, a poll's budget, a dropdown, or a
 * test's table of answers.
 */
export interface Ask {
	/**
	 * Sends one request and resolves with the service's answer.
	 * @throws RequestFailed, which the caller may handle
	 */
	(request: ApiRequest, options?: AskOptions): Promise<Answer>;
	/**
	 * The ID behind a link, such as `contact of conversation 7`, if it was known before the run asked anything. What the
	 * run's own answers tell is in pages that its items share, so it saves no request. Only the loop over items has it.
	 */
	idBehind?(link: string): string | undefined;
	/** Whether names are read for as long as that is possible: one that can't be read, for whatever reason, is left out. */
	isBestEffort?: true;
}

/** How one request is sent, where that is not the usual way. */
export interface AskOptions {
	/** Ms to wait before it is sent. */
	afterMs?: number;
	/** When, in ms of the clock's `elapsed`, it must have been answered, instead of the usual time limit. */
	until?: number;
	/** Which of several writes this is; it is put behind the user's key, as in `<key>:create`. */
	part?: Part;
	/**
	 * Caches what this function makes of the answer's body: a read of the same address with the same function is
	 * answered from the cache.
	 */
	cacheAs?: Projection;
	/** How long the cached answer lives; `run` where it may have changed by the node's next run. By default `execution`. */
	cacheFor?: 'run' | 'execution';
}

/** What is kept of an answer's body. */
export type Projection = (body: IDataObject) => IDataObject;

/** Keeps the body as it is. */
export const wholeBody: Projection = (body) => body;

export type Part = 'create' | 'update' | 'fields';

/** The same `ask`, with options for each of its requests. */
export const asking =
	(ask: Ask, options: AskOptions): Ask =>
	async (request, more) =>
		await ask(request, { ...options, ...more });
