import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { explainFailure } from '../errors/explain';
import { failedItem, failureOf } from '../errors/failure';
import type { Answer } from '../transport/answer';
import { send, type Surroundings } from '../transport/client';
import { connect } from '../transport/connection';
import { follow, type Step } from '../transport/plan';
import { isWrite, recordsOf } from '../transport/request';
import { Cancelled } from '../transport/wait';
import { concurrently } from './concurrently';
import { Hints } from './hints';
import { RecordQueue } from './recordQueue';
import { chosenOperation, taskFor, type Task } from './task';
import { automaticKeyOf } from './writeKey';

/**
 * Runs the chosen operation for every input item. The input of all items is read before anything
 * is sent. The output keeps the input's order; with "continue on fail" a failed item becomes an
 * error item, otherwise the first failure ends it all.
 */
export async function executeItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData();
	const operations = items.map((_, item) => chosenOperation(context, item));
	const hints = new Hints();
	const results: INodeExecutionData[][] = items.map(() => []);

	const failed = (item: number, error: unknown): INodeExecutionData[] => {
		const node = context.getNode();
		const failure = failureOf(node, item, operations[item]?.properties ?? [], error);
		if (!context.continueOnFail() || error instanceof Cancelled) throw failure.error;
		return [failedItem(node, item, failure)];
	};

	const tasks: Task[] = [];
	for (const [item, operation] of operations.entries()) {
		try {
			tasks.push(taskFor(context, item, operation));
		} catch (error) {
			results[item] = failed(item, error);
		}
	}

	const queue = new RecordQueue();
	let surroundings: Promise<Surroundings> | undefined;
	try {
		// One item's Parallel Requests can't differ from another's here: the first one's counts.
		const concurrency = tasks[0]?.settings.concurrency ?? 1;
		await concurrently(tasks, concurrency, async (task) => {
			try {
				surroundings ??= connect(context);
				results[task.item] = await carryOut(task, context, await surroundings, queue, hints);
			} catch (error) {
				results[task.item] = failed(task.item, error);
			}
		});
	} finally {
		const [operation] = operations;
		if (items.length > 1 && operation?.repeated) hints.note(operation.repeated);
		if (hints.all.length > 0) context.addExecutionHints(...hints.all);
	}
	return results.flat();
}

/** Follows an item's plan; writes to one record happen one after the other. */
async function carryOut(
	task: Task,
	context: IExecuteFunctions,
	surroundings: Surroundings,
	queue: RecordQueue,
	hints: Hints,
): Promise<INodeExecutionData[]> {
	const { item, name, settings, plan, first } = task;
	const { clock, signal } = surroundings;
	const leave = await queue.enter(first.done ? [] : recordsOf(first.value.request));

	const ask = async ({ request, afterMs = 0, until }: Step): Promise<Answer> => {
		if (afterMs > 0) await clock.wait(afterMs, signal);
		if (signal.aborted) throw new Cancelled();
		const { ownKey } = settings;
		const answer = await send(request, surroundings, {
			maxWaitMs: until === undefined ? settings.maxWaitMs : Math.max(0, until - clock.now()),
			...(isWrite(request) && {
				key: ownKey ?? automaticKeyOf(context, item, name, request),
				neverAgain: ownKey === undefined,
			}),
			onWaited: (...wait) => hints.waited(...wait),
		});
		if (isWrite(request)) leave();
		return answer;
	};

	try {
		const { records, missed } = await follow(plan, ask, first);
		if (missed)
			hints.note(`${missed.what}: ${explainFailure(missed.error, () => undefined).message}.`);
		return records.map(({ record, answer }) => ({
			json: settings.includeResponse ? { ...record, _response: responseDetails(answer) } : record,
			pairedItem: { item },
		}));
	} finally {
		leave();
	}
}

const responseDetails = ({ statusCode, requestId, replayed }: Answer) => ({
	statusCode,
	requestId: requestId ?? null,
	replayed,
	created: statusCode === 201,
});
