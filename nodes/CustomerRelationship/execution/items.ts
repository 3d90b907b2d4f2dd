import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { explainFailure } from '../errors/explain';
import { failedItem, failureOf } from '../errors/failure';
import type { Others } from '../errors/others';
import type { Answer } from '../transport/answer';
import { send } from '../transport/client';
import { connect, type Run } from '../transport/connection';
import { memoryOf } from '../transport/executionMemory';
import { Outage } from '../transport/outage';
import { follow, type Step } from '../transport/plan';
import { isWrite, recordsOf } from '../transport/request';
import { RequestFailed } from '../transport/requestFailed';
import { Cancelled } from '../transport/wait';
import { concurrently } from './concurrently';
import { Hints } from './hints';
import { Progress } from './progress';
import { RecordQueue } from './recordQueue';
import { chosenOperation, requireDistinctKey, type OwnKeys, taskFor, type Task } from './task';
import { automaticKeyOf } from './writeKey';

/**
 * Runs the chosen operation for every input item. The input of all items is read and judged before
 * anything is sent. The output keeps the input's order. With "continue on fail" a failed item
 * becomes an error item; otherwise the first failure ends it all, and no further request leaves.
 */
export async function executeItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await new Items(context).run();
}

/** What became of an item; nothing while its turn has not come. */
type End = { output: INodeExecutionData[] } | { error: unknown } | undefined;

/** All input items of one run of the node. */
class Items {
	private readonly operations;
	private readonly ends: End[];
	private readonly stop = new AbortController();
	private readonly common: Run;
	private readonly hints = new Hints();
	private readonly queue = new RecordQueue();
	private readonly progress: Progress;

	constructor(private readonly context: IExecuteFunctions) {
		const items = context.getInputData();
		this.operations = items.map((_, item) => chosenOperation(context, item));
		this.ends = items.map(() => undefined);
		const cancel = context.getExecutionCancelSignal();
		const { signal } = this.stop;
		this.common = {
			memory: memoryOf(context.getContext('flow')),
			outage: new Outage(),
			signal: cancel ? AbortSignal.any([cancel, signal]) : signal,
		};
		this.progress = new Progress(context.logger, items.length);
	}

	async run(): Promise<INodeExecutionData[]> {
		const tasks = this.prepare();
		try {
			this.progress.begin();
			// One item's Parallel Requests can't differ from another's here: the first one's counts.
			const concurrency = tasks[0]?.settings.concurrency ?? 1;
			await concurrently(tasks, concurrency, this.common.signal, async (task) => {
				try {
					this.ends[task.item] = { output: await this.carryOut(task) };
				} catch (error) {
					this.fail(task.item, error);
				}
				this.progress.done();
			});
			// Cancelled before its turn came.
			const next = this.ends.indexOf(undefined);
			if (next >= 0 && !this.stop.signal.aborted) this.fail(next, new Cancelled());
			this.throwFailure();
		} finally {
			this.progress.end();
			const [operation] = this.operations;
			if (this.ends.length > 1 && operation?.repeated) this.hints.note(operation.repeated);
			if (this.hints.all.length > 0) this.context.addExecutionHints(...this.hints.all);
		}
		return this.ends.flatMap((end) => (end && 'output' in end ? end.output : []));
	}

	/** Reads and judges the input of all items. @throws the first item's fault, where none may fail */
	private prepare(): Task[] {
		const tasks: Task[] = [];
		const keys: OwnKeys = new Map();
		for (const [item, operation] of this.operations.entries()) {
			try {
				const task = taskFor(this.context, item, operation);
				requireDistinctKey(keys, task);
				tasks.push(task);
			} catch (error) {
				this.fail(item, error);
				this.throwFailure();
			}
		}
		return tasks;
	}

	/** Follows an item's plan; writes to one record happen one after the other. */
	private async carryOut(task: Task): Promise<INodeExecutionData[]> {
		const { context, common, hints } = this;
		const { item, name, settings, plan, first } = task;
		const surroundings = await connect(context, common, item);
		const { clock, signal } = surroundings;
		const leave = await this.queue.enter(first.done ? [] : recordsOf(first.value.request));

		const ask = async ({ request, afterMs = 0, until }: Step): Promise<Answer> => {
			if (afterMs > 0) await clock.wait(afterMs, signal);
			if (signal.aborted) throw new Cancelled();
			const { ownKey } = settings;
			const answer = await send(request, surroundings, {
				maxWaitMs: until === undefined ? settings.maxWaitMs : Math.max(0, until - clock.now()),
				...(isWrite(request) && {
					key: {
						value: ownKey ?? automaticKeyOf(context, item, name, request),
						isOwn: ownKey !== undefined,
					},
				}),
				onWaiting: (...wait) => this.progress.waiting(...wait),
				onWaited: (...wait) => hints.waited(...wait),
			});
			if (answer.isOfAnother && ownKey === undefined) hints.didNothingNew(item);
			if (isWrite(request)) leave();
			return answer;
		};

		try {
			const { records, missed } = await follow(plan, ask, first);
			if (missed) hints.note(`${missed.what}: ${explainFailure(missed.error).message}.`);
			return records.map(({ record, answer }) => ({
				json: settings.includeResponse ? { ...record, _response: responseDetails(answer) } : record,
				pairedItem: { item },
			}));
		} finally {
			leave();
		}
	}

	/** Keeps a failure as an item where the user wants that; otherwise it ends the run. */
	private fail(item: number, error: unknown): void {
		const node = this.context.getNode();
		if (this.context.continueOnFail() && !(error instanceof Cancelled)) {
			const failure = failureOf(node, item, this.operations[item]?.properties, error);
			this.ends[item] = { output: [failedItem(node, item, failure)] };
		} else {
			this.ends[item] = { error };
			this.stop.abort();
		}
	}

	/** @throws the failure that ended the run, if one did */
	private throwFailure(): void {
		const failures = this.ends.flatMap((end, item) =>
			end && 'error' in end ? [{ item, error: end.error }] : [],
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

	/** What became of the other items than the one that failed. */
	private others(failed: number): Others {
		const others: Others = { carriedOut: [], unknown: [], notCarriedOut: [], output: [] };
		this.ends.forEach((end, item) => {
			if (item === failed) return;
			if (end && 'output' in end) {
				others.carriedOut.push(item);
				others.output.push(...end.output.map(({ json }) => json));
			} else if (end && isUnknown(end.error)) others.unknown.push(item);
			else others.notCarriedOut.push(item);
		});
		return others;
	}
}

const isUnknown = (error: unknown): boolean =>
	error instanceof Cancelled
		? error.outcomeUnknown
		: error instanceof RequestFailed && error.circumstances.outcomeUnknown;

const responseDetails = ({ statusCode, requestId, replayed }: Answer) => ({
	statusCode,
	requestId: requestId ?? null,
	replayed,
	created: statusCode === 201,
});
