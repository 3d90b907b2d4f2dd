import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { explainFailure } from '../errors/explain';
import type { Answer } from '../transport/answer';
import { send, type Surroundings } from '../transport/client';
import { connect, type Run } from '../transport/connection';
import { memoryOf } from '../transport/executionMemory';
import { Outages } from '../transport/outage';
import { begin, follow, type Step } from '../transport/plan';
import { isWrite, recordsOf, urlOf, type ApiRequest } from '../transport/request';
import { RequestFailed } from '../transport/requestFailed';
import { Cancelled, Deadlines } from '../transport/wait';
import { askedOnce } from './askedOnce';
import { concurrently } from './concurrently';
import { EarlierTries, isUnknown } from './earlierTries';
import { Hints } from './hints';
import { Outcomes } from './outcomes';
import { Progress } from './progress';
import { RecordQueue } from './recordQueue';
import {
	chosenOperation,
	keyUseOf,
	sameKeyAs,
	taskFor,
	type KeyUse,
	type Task,
	type Told,
} from './task';
import { writeKeyOf } from './writeKey';

/**
 * Runs the chosen operation for every input item. The input of all items is read and judged before
 * anything is sent. The output keeps the input's order. With "continue on fail" a failed item
 * becomes an error item; otherwise the first failure ends it all, and no further request leaves.
 */
export async function executeItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await new Items(context).run();
}

/** Reads that a write depends on are shared out among all executions of this process. */
const readToWrite = new RecordQueue();

/** All input items of one run of the node. */
class Items {
	private readonly operations;
	private readonly outcomes: Outcomes;
	private readonly common: Run;
	private readonly earlierTries: EarlierTries;
	private readonly hints = new Hints();
	private readonly queue = new RecordQueue();
	private readonly progress: Progress;

	constructor(private readonly context: IExecuteFunctions) {
		const items = context.getInputData();
		this.operations = items.map((_, item) => chosenOperation(context, item));
		this.earlierTries = new EarlierTries(context);
		this.outcomes = new Outcomes(context, this.operations, this.earlierTries);
		const cancel = context.getExecutionCancelSignal();
		const { ended } = this.outcomes;
		this.common = {
			memory: memoryOf(context.getContext('flow')),
			outages: new Outages(),
			deadlines: new Deadlines(),
			signal: cancel ? AbortSignal.any([cancel, ended]) : ended,
		};
		this.progress = new Progress(context.logger, items.length);
	}

	async run(): Promise<INodeExecutionData[]> {
		try {
			this.progress.begin();
			const tasks = await this.prepare();
			// One item's Parallel Requests can't differ from another's here: the first one's counts.
			const concurrency = tasks[0]?.settings.concurrency ?? 1;
			await concurrently(tasks, concurrency, this.common.signal, async (task) => {
				try {
					this.outcomes.done(task, await this.carryOut(task));
				} catch (error) {
					this.outcomes.fail(task.item, this.earlierTries.heededIn(error, task));
				}
				this.progress.done();
			});
			this.outcomes.cancelRest(tasks);
			this.outcomes.throwFailure(tasks);
			this.outcomes.remember();
		} finally {
			this.progress.end();
			const [operation] = this.operations;
			if (this.operations.length > 1 && operation?.repeated) this.hints.note(operation.repeated);
			if (this.hints.all.length > 0) this.context.addExecutionHints(...this.hints.all);
		}
		return this.outcomes.output;
	}

	/** Reads and judges the input of all items. @throws the first item's fault, where none may fail */
	private async prepare(): Promise<Task[]> {
		const tasks: Task[] = [];
		const keys = new Map<string, KeyUse>();
		for (const [item, operation] of this.operations.entries()) {
			const done = this.outcomes.doneBefore(item);
			if (done) {
				this.tell(item, done.told);
				if (done.use) keys.set(done.use.key, done.use);
				this.progress.done();
				continue;
			}
			try {
				const task = taskFor(this.context, item, operation);
				this.earlierTries.keepKeyOf(task);
				tasks.push(task);
			} catch (error) {
				this.outcomes.fail(item, error);
				this.outcomes.throwFailure(tasks);
			}
		}
		const judged: Task[] = [];
		for (const task of tasks) {
			try {
				task.first = await begin(task.plan, async (step) => await this.ask(task, step), task.first);
				await this.requireDistinctKey(task, keys);
				judged.push(task);
			} catch (error) {
				this.outcomes.fail(task.item, this.earlierTries.heededIn(error, task));
				this.outcomes.throwFailure(tasks);
			}
		}
		return judged;
	}

	/** Follows an item's plan; writes to one record happen one after the other. */
	private async carryOut(task: Task): Promise<INodeExecutionData[]> {
		const { item, settings, plan, first } = task;
		const held = [await this.queue.enter(recordsOf(first.value.request))];
		const leave = () => held.forEach((one) => one.leave());
		try {
			const { records, missed } = await follow(
				plan,
				async (step) => {
					const { request } = step;
					const readsToWrite = !isWrite(request) && request.records;
					if (readsToWrite && held.length === 1) held.push(await this.enterAmongAll(task, request));
					const answer = await this.ask(task, step);
					if (isWrite(request)) {
						this.outcomes.wrote(item, answer);
						leave();
					}
					return answer;
				},
				first,
			);
			if (missed) task.told.note = `${missed.what}: ${explainFailure(missed.error).message}.`;
			this.tell(item, task.told);
			return records.map(({ record, answer }) => ({
				json: settings.includeResponse ? { ...record, _response: responseDetails(answer) } : record,
				pairedItem: { item },
			}));
		} finally {
			leave();
		}
	}

	/** Sends a request of an item's plan. */
	private async ask(task: Task, { request, part, once, ...when }: Step): Promise<Answer> {
		const { afterMs = 0, until } = when;
		const { settings } = task;
		const surroundings = await this.surroundingsOf(task);
		const { clock, signal, memory, account, baseUrl } = surroundings;
		if (afterMs > 0) await clock.wait(afterMs, signal);
		task.key = isWrite(request) ? writeKeyOf(this.context, task, request, part) : undefined;
		const key = task.key && { value: task.key, isOwn: settings.ownKey !== undefined };
		const sent = async () =>
			await send(request, surroundings, {
				maxWaitMs: settings.maxWaitMs,
				until,
				...(key && { key }),
				onWaiting: (...wait) => this.progress.waiting(...wait),
				onWaited: (...wait) => this.hints.waited(...wait),
			});
		const noteSent = () => task.key && this.earlierTries.note(task, task.key);
		const answer = await (
			once ? askedOnce(memory, once, `${account} ${urlOf(baseUrl, request)}`, sent) : sent()
		).catch((error: unknown) => {
			if (isUnknown(error)) noteSent();
			throw error;
		});
		noteSent();
		if (answer.isOfAnother && settings.ownKey === undefined) task.told.didNothingNew = true;
		return answer;
	}

	private async surroundingsOf(task: Task): Promise<Surroundings> {
		return (task.surroundings ??= await connect(this.context, this.common, task.item));
	}

	private tell(item: number, { didNothingNew, note }: Told): void {
		if (didNothingNew) this.hints.didNothingNew(item);
		if (note) this.hints.note(note);
	}

	/** @throws InvalidInput where another item of the same token has the key for another request */
	private async requireDistinctKey(task: Task, keys: Map<string, KeyUse>): Promise<void> {
		task.use = keyUseOf(task, async () => (await this.surroundingsOf(task)).account);
		if (!task.use) return;
		const rival = keys.get(task.use.key);
		if (!rival) keys.set(task.use.key, task.use);
		else if (rival.content !== task.use.content) {
			if ((await rival.account()) === (await task.use.account())) throw sameKeyAs(rival);
		}
	}

	/** Waits until no execution is about to write what the request reads. */
	private async enterAmongAll(task: Task, request: ApiRequest) {
		const { settings } = task;
		const surroundings = await this.surroundingsOf(task);
		const { clock, signal, baseUrl } = surroundings;
		const over = new AbortController();
		const entered = await readToWrite.enter(
			recordsOf(request).map((record) => `${baseUrl} ${record}`),
			clock.wait(settings.maxWaitMs, AbortSignal.any([signal, over.signal])),
		);
		over.abort();
		if (entered.isTurn) return entered;
		entered.leave();
		if (signal.aborted) throw new Cancelled();
		throw new RequestFailed(request, undefined, {
			attempts: 0,
			waitedMs: settings.maxWaitMs,
			isRecordInUse: true,
		});
	}
}

const responseDetails = ({ statusCode, requestId, replayed }: Answer) => ({
	statusCode,
	requestId: requestId ?? null,
	replayed,
	created: statusCode === 201,
});
