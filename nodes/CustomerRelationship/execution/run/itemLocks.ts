import type { ApiRequest } from '../../transport/request';
import { RequestFailed } from '../../transport/requestFailed';
import { Cancelled } from '../../transport/cancelled';
import { KeyedMutex, type LockResult } from '../keyedMutex';
import type { RequestSender } from '../requestSender';
import type { Task } from '../task';
import type { RunDependencies } from '../runDependencies';

/** Locks of records that are read in order to be written, over all executions of this process. */
const processWideLocks = new KeyedMutex();

/** The locks that an item holds while it changes its records, or uses a key that is not automatic. */
export class ItemLocks {
	private processWide?: LockResult;

	private constructor(
		private readonly task: Task,
		private readonly sender: RequestSender,
		private readonly inExecution: LockResult,
	) {}

	/** Waits for the items of this execution that change the same records, or use the same key. */
	static async acquire(
		task: Task,
		{ ledger, sender }: Pick<RunDependencies, 'ledger' | 'sender'>,
	): Promise<ItemLocks> {
		const { key } = task.item.entry;
		const keyLocks = key === undefined ? [] : [`key ${key.key}`];
		const inExecution = await ledger.locks.acquire([...task.intent.locks, ...keyLocks]);
		return new ItemLocks(task, sender, inExecution);
	}

	/**
	 * Before an item reads what it is going to write: waits for other executions that do the same.
	 * @param request the request that waits, for the error
	 * @throws RequestFailed if they take longer than Max Wait, Cancelled once the run has ended
	 */
	async acquireAcrossExecutions(request: ApiRequest): Promise<void> {
		const { item, intent, options } = this.task;
		if (!intent.readsBeforeWriting || this.processWide) return;
		const { clock, signal, baseUrl } = await this.sender.connectionOf(item);
		const acquired = new AbortController();
		const lock = await processWideLocks.acquire(
			intent.locks.map((lock) => `${baseUrl} ${lock}`),
			clock.wait(options.maxWaitMs, AbortSignal.any([signal, acquired.signal])),
		);
		acquired.abort();
		if (lock.isHeld) {
			this.processWide = lock;
			return;
		}
		lock.release();
		if (signal.aborted) throw new Cancelled();
		throw new RequestFailed(request, undefined, {
			attempts: 0,
			tookMs: options.maxWaitMs,
			isRecordInUse: true,
		});
	}

	/** Calling it again changes nothing. */
	release(): void {
		this.inExecution.release();
		this.processWide?.release();
	}
}
