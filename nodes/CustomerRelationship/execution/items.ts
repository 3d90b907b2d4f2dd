import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { explainFailure } from '../errors/explain';
import { failedItem, failureOf } from '../errors/failure';
import type { Others } from '../errors/others';
import type { Answer } from '../transport/answer';
import { send } from '../transport/client';
import { connect, type Run } from '../transport/connection';
import { memoryOf } from '../transport/executionMemory';
import { Outages } from '../transport/outage';
import { begin, follow, type Part, type Step } from '../transport/plan';
import { isWrite, recordsOf, urlOf, type ApiRequest } from '../transport/request';
import { RequestFailed } from '../transport/requestFailed';
import { Cancelled, Deadlines } from '../transport/wait';
import { askedOnce } from './askedOnce';
import { concurrently } from './concurrently';
import { addToEarlierRuns, earlierRunsOf } from './earlierRuns';
import { Hints } from './hints';
import { Progress } from './progress';
import { RecordQueue } from './recordQueue';
import { chosenOperation, requireDistinctKey, type OwnKeys, taskFor, type Task } from './task';
import { automaticKeyOf, isTool } from './writeKey';

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

/** What became of an item: with an error alone it ended the run. Nothing while its turn has not come. */
type End = { output?: INodeExecutionData[]; error?: unknown } | undefined;

/** All input items of one run of the node. */
class Items {
	private readonly operations;
	private readonly ends: End[];
	private readonly stop = new AbortController();
	private readonly common: Run;
	private readonly hints = new Hints();
	private readonly queue = new RecordQueue();
	private readonly progress: Progress;
	/** The items whose write was carried out, though they may still fail or be stopped. */
	private readonly written = new Map<number, Answer>();
	private readonly nodeId: string;
	private tasks: Task[] = [];

	constructor(private readonly context: IExecuteFunctions) {
		const items = context.getInputData();
		this.nodeId = context.getNode().id;
		this.operations = items.map((_, item) => chosenOperation(context, item));
		this.ends = items.map(() => undefined);
		const cancel = context.getExecutionCancelSignal();
		const { signal } = this.stop;
		this.common = {
			memory: memoryOf(context.getContext('flow')),
			outages: new Outages(),
			deadlines: new Deadlines(),
			signal: cancel ? AbortSignal.any([cancel, signal]) : signal,
		};
		this.progress = new Progress(context.logger, items.length);
	}

	async run(): Promise<INodeExecutionData[]> {
		try {
			this.progress.begin();
			const tasks = (this.tasks = await this.prepare());
			// One item's Parallel Requests can't differ from another's here: the first one's counts.
			const concurrency = tasks[0]?.settings.concurrency ?? 1;
			await concurrently(tasks, concurrency, this.common.signal, async (task) => {
				try {
					this.ends[task.item] = { output: await this.carryOut(task) };
				} catch (error) {
					this.fail(task.item, this.withEarlierTry(task, error));
				}
				this.progress.done();
			});
			// Cancelled before its turn came.
			for (const [item, end] of this.ends.entries()) {
				if (!end && !this.stop.signal.aborted) this.fail(item, new Cancelled());
			}
			this.throwFailure();
			this.remember();
		} finally {
			this.progress.end();
			const [operation] = this.operations;
			if (this.ends.length > 1 && operation?.repeated) this.hints.note(operation.repeated);
			if (this.hints.all.length > 0) this.context.addExecutionHints(...this.hints.all);
		}
		return this.ends.flatMap((end) => end?.output ?? []);
	}

	/** Reads and judges the input of all items. @throws the first item's fault, where none may fail */
	private async prepare(): Promise<Task[]> {
		const tasks: Task[] = [];
		const keys: OwnKeys = new Map();
		const failed = (item: number, error: unknown) => {
			this.fail(item, error);
			if (this.stop.signal.aborted) this.throwFailure();
		};
		for (const [item, operation] of this.operations.entries()) {
			try {
				tasks.push(taskFor(this.context, item, operation));
			} catch (error) {
				failed(item, error);
			}
		}
		const judged: Task[] = [];
		for (const task of tasks) {
			try {
				task.first = await begin(task.plan, async (step) => await this.ask(task, step), task.first);
				requireDistinctKey(keys, task);
				judged.push(task);
			} catch (error) {
				failed(task.item, this.withEarlierTry(task, error));
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
						this.written.set(item, answer);
						leave();
					}
					return answer;
				},
				first,
			);
			if (missed) this.hints.note(`${missed.what}: ${explainFailure(missed.error).message}.`);
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
		const { item, settings } = task;
		const surroundings = (task.surroundings ??= await connect(this.context, this.common, item));
		const { clock, signal, memory, account, baseUrl } = surroundings;
		if (afterMs > 0) await clock.wait(afterMs, signal);
		task.key = isWrite(request) ? this.keyOf(task, request, part) : undefined;
		const key = task.key && { value: task.key, isOwn: settings.ownKey !== undefined };
		const sent = async () =>
			await send(request, surroundings, {
				maxWaitMs: until === undefined ? settings.maxWaitMs : Math.max(0, until - clock.now()),
				...(key && { key }),
				onWaiting: (...wait) => this.progress.waiting(...wait),
				onWaited: (...wait) => this.hints.waited(...wait),
			});
		const noteSent = () => task.key && memory.keysSent.add(this.nodesOwn(task.key));
		const answer = await (
			once ? askedOnce(memory, once, `${account} ${urlOf(baseUrl, request)}`, sent) : sent()
		).catch((error: unknown) => {
			if (isUnknown(error)) noteSent();
			throw error;
		});
		noteSent();
		if (answer.isOfAnother && settings.ownKey === undefined) this.hints.didNothingNew(item);
		return answer;
	}

	/** Waits until no execution is about to write what the request reads. */
	private async enterAmongAll(task: Task, request: ApiRequest) {
		const { item, settings } = task;
		const surroundings = (task.surroundings ??= await connect(this.context, this.common, item));
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

	private keyOf({ item, name, settings, first }: Task, request: ApiRequest, part?: Part): string {
		const suffix = part ? `:${part}` : '';
		if (settings.ownKey !== undefined) return settings.ownKey + suffix;
		const told = first.value.request === request && isWrite(request) ? request : undefined;
		return automaticKeyOf(this.context, item, name + suffix, told);
	}

	/** Keeps a failure as an item where the user wants that; otherwise it ends the run. */
	private fail(item: number, error: unknown): void {
		const node = this.context.getNode();
		if (this.context.continueOnFail() && !(error instanceof Cancelled)) {
			const failure = failureOf(node, item, this.operations[item]?.properties, error);
			this.ends[item] = { output: [failedItem(node, item, failure)], error };
		} else {
			this.ends[item] = { error };
			this.stop.abort();
		}
	}

	/** @throws the failure that ended the run, if one did */
	private throwFailure(): void {
		const failures = this.ends.flatMap((end, item) =>
			end && !end.output ? [{ item, error: end.error }] : [],
		);
		// What was stopped because of another failure is not what went wrong.
		const [first] = failures;
		const cause = failures.find(({ error }) => !(error instanceof Cancelled)) ?? first;
		if (!cause) return;
		const properties = this.operations[cause.item]?.properties;
		const others =
			this.operations[cause.item]?.kind === 'write' ? this.others(cause.item) : undefined;
		throw failureOf(this.context.getNode(), cause.item, properties, cause.error, others).error;
	}

	/** Notes what was carried out, for an error of a later run of the node in the execution. */
	private remember(): void {
		// Each call of a tool stands for itself.
		if (this.operations[0]?.kind !== 'write' || isTool(this.context)) return;
		const done = this.tasks.filter(({ item }) => this.ends[item]?.error === undefined);
		addToEarlierRuns(this.context, {
			items: done.length,
			haveOwnKeys: done.every(({ settings }) => settings.ownKey !== undefined),
			areFound: done.every(({ first }) => first.value.request.foundBy),
		});
	}

	/** What became of the other items than the one that failed. */
	private others(failed: number): Others {
		const earlier = earlierRunsOf(this.context);
		const others: Others = {
			...{ carriedOut: [], unknown: [], notCarriedOut: [], output: [] },
			...{ earlier: earlier.items, haveOwnKeys: earlier.haveOwnKeys },
			foundBy: earlier.areFound ? this.foundBy : undefined,
		};
		for (const task of this.tasks) {
			const { item } = task;
			if (item === failed) continue;
			const { output, error } = this.ends[item] ?? {};
			const written = this.written.get(item);
			if (output && error === undefined) {
				others.carriedOut.push(item);
				others.output.push(...output.map(({ json }) => json));
			} else if (written) {
				others.carriedOut.push(item);
				others.output.push(written.body);
			} else if (error === undefined ? this.wasSent(task) : isUnknown(error)) {
				others.unknown.push(item);
			} else {
				others.notCarriedOut.push(item);
				continue;
			}
			others.haveOwnKeys &&= task.settings.ownKey !== undefined;
		}
		return others;
	}

	/** By what a new execution finds what any of the items created. */
	private get foundBy(): string | undefined {
		const values = this.tasks.map(({ first }) => first.value.request.foundBy);
		return values.every(Boolean) ? values[0] : undefined;
	}

	/** A failed read, or another write, tells nothing of what an earlier try of the execution may have written. */
	private withEarlierTry(task: Task, error: unknown): unknown {
		if (isUnknown(error) || !this.wasSent(task)) return error;
		if (error instanceof Cancelled) return new Cancelled(true);
		if (!(error instanceof RequestFailed)) return error;
		const hasOwnKey = task.settings.ownKey !== undefined;
		const circumstances = { ...error.circumstances, outcomeUnknown: true, hasOwnKey };
		return new RequestFailed(error.request, error.setback, circumstances);
	}

	/** Whether an earlier try of this execution may have carried it out, by another write than its last one. */
	private wasSent(task: Task): boolean {
		const { request } = task.first.value;
		const { keysSent } = this.common.memory;
		const keys = PARTS.map((part) => this.keyOf(task, request, part));
		return keys.some((key) => key !== task.key && keysSent.has(this.nodesOwn(key)));
	}

	private nodesOwn(key: string): string {
		return `${this.nodeId} ${key}`;
	}
}

const PARTS: Array<Part | undefined> = [undefined, 'create', 'update', 'fields'];

const isUnknown = (error: unknown): boolean | undefined =>
	error instanceof Cancelled
		? error.outcomeUnknown
		: error instanceof RequestFailed && error.circumstances.outcomeUnknown;

const responseDetails = ({ statusCode, requestId, replayed }: Answer) => ({
	statusCode,
	requestId: requestId ?? null,
	replayed,
	created: statusCode === 201,
});
