import type { IExecuteFunctions } from 'n8n-workflow';
import { getOrCreate } from '../maps';
import type { Answer } from '../transport/answer';
import type { Ask, AskOptions } from '../transport/ask';
import { send } from '../transport/client';
import type { ClientDependencies } from '../transport/clientDependencies';
import { clientDependencies, RunSharedState } from '../transport/httpAdapter';
import type { RequestOptions } from '../transport/requestOptions';
import { isWrite, urlOf, type ApiRequest } from '../transport/request';
import { LimitWaits } from './limitWaits';
import type { ProgressLogger } from './progress';
import { ReadCache } from './readCache';
import type { Item, Task } from './task';

/** The longest time, in ms, in which a request that completes or undoes an item is repeated. */
const MAX_AFTERWARDS_MS = 30_000;

/** Sends the requests of a run's items, each with its own item's credential. */
export class RequestSender {
	readonly waits = new LimitWaits();
	private readonly connections = new Map<number, Promise<ClientDependencies>>();
	private readonly duringRun: RunSharedState;
	/** For the requests of `askAfterwards`: the user's stop ends them, the end of the run does not. */
	private readonly afterwards: RunSharedState;
	/** Answers that this run of the node shares. */
	private readonly runReads = new ReadCache();

	constructor(
		private readonly context: IExecuteFunctions,
		/** Answers that the execution shares. */
		private readonly executionReads: ReadCache,
		signal: AbortSignal,
		private readonly progress: ProgressLogger,
	) {
		this.duringRun = new RunSharedState(signal);
		const cancel = context.getExecutionCancelSignal();
		this.afterwards = new RunSharedState(cancel ?? new AbortController().signal);
	}

	/**
	 * The way to the service with an item's credential.
	 * @throws FieldError, never InvalidInput, for a credential that can't be used
	 */
	async connectionOf({ index }: Item): Promise<ClientDependencies> {
		return await getOrCreate(this.connections, index, () =>
			clientDependencies(this.context, this.duringRun, index),
		);
	}

	/**
	 * An `ask` for what completes an item, or undoes what a rule did for it. It also works after the run has ended.
	 * @throws RequestFailed, Cancelled after the user's stop, or FieldError for a credential that can't be used
	 *   any more
	 */
	askAfterwards(
		{ item, options }: Pick<Task, 'item' | 'options'>,
		sendOptions: Pick<RequestOptions, 'retriesOnlyIfNotDone'> = {},
	): Ask {
		const maxWaitMs = Math.min(options.maxWaitMs, MAX_AFTERWARDS_MS);
		return async (request) => {
			const connection = await clientDependencies(this.context, this.afterwards, item.index);
			return await send(request, connection, { ...(isWrite(request) && sendOptions), maxWaitMs });
		};
	}

	/**
	 * Sends a request of an item, or takes its answer from a cache.
	 * @throws RequestFailed, FieldError for the credential, the stop of a rule, or Cancelled once the run has
	 *   ended
	 */
	async send(
		{ item, options: { maxWaitMs } }: Pick<Task, 'item' | 'options'>,
		request: ApiRequest,
		{ cacheAs, cacheFor, afterMs = 0, deadline }: AskOptions = {},
		sendOptions: Partial<RequestOptions> = {},
	): Promise<Answer> {
		const connection = await this.connectionOf(item);
		const { clock, signal, tokenId, baseUrl } = connection;
		if (afterMs > 0) await clock.wait(afterMs, signal);
		const requestOnce = async () =>
			await send(request, connection, {
				...sendOptions,
				maxWaitMs,
				deadline,
				onWaiting: (reason, waitEndsAt) => this.progress.noteWait(reason, waitEndsAt),
				onWaited: (limit, time) => this.waits.add(limit, time),
			});
		if (!cacheAs) return await requestOnce();
		const reads = cacheFor === 'run' ? this.runReads : this.executionReads;
		return await reads.get(cacheAs, `${tokenId} ${urlOf(baseUrl, request)}`, requestOnce);
	}
}
