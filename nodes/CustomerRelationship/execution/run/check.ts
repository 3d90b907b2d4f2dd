import type { OperationResult } from '../../resources/shared/operation';
import { InvalidInput } from '../../invalidInput';
import type { Ask } from '../../transport/ask';
import { isWrite, type ApiRequest } from '../../transport/request';
import type { NodeRun } from '../nodeRun';
import type { RunDependencies } from '../runDependencies';
import type { Task } from '../task';

/** Runs an item up to its first write, which is not made. Then asks the rules that decide in the message's turn. */
export async function check(
	run: NodeRun,
	task: Task,
	{ sender, rules }: Pick<RunDependencies, 'sender' | 'rules'>,
): Promise<void> {
	const { item, intent } = task;
	const ask: Ask = async (read, options) => await sender.send(task, read, options);
	try {
		const { request, result } = await firstWriteOf(task.perform, ask);
		const notSent = await rules.notSentNow(task, ask);
		const record = request?.current ?? result?.records[0]?.record;
		item.settlement = { kind: 'checked', task, request, record, notSent };
		item.entry.wouldSend = intent.message !== undefined && !notSent;
	} catch (error) {
		// Input that only an answer proves wrong is reported as invalid. A read that fails is a failure.
		if (error instanceof InvalidInput) {
			item.settlement = { kind: 'invalid', error, phone: intent.phone };
		} else run.fail(item, error);
	}
}

/** Asks the rules that compare items with those before them. It comes last, since items may be checked at the same time. */
export function markNotSentAfterOthers(
	tasks: readonly Task[],
	rules: RunDependencies['rules'],
): void {
	for (const task of tasks) {
		const { item } = task;
		if (item.settlement?.kind !== 'checked' || !item.entry.wouldSend) continue;
		const notSent = rules.notSentAfterOthers(task);
		if (!notSent) continue;
		item.settlement = { ...item.settlement, notSent };
		item.entry.wouldSend = false;
	}
}

/** Ends an item at its first write. */
class FirstWriteReached extends Error {
	constructor(readonly request: ApiRequest) {
		super('Check Only makes no write');
		this.name = 'FirstWriteReached';
	}
}

/** @returns the first write or, if nothing would be written, what would be output */
async function firstWriteOf(
	perform: Task['perform'],
	ask: Ask,
): Promise<{ request: ApiRequest | undefined; result: OperationResult | undefined }> {
	const performed = perform(async (request, options) => {
		if (isWrite(request)) throw new FirstWriteReached(request);
		return await ask(request, options);
	});
	return await performed.then(
		(result) => ({ request: undefined, result }),
		(error: unknown) => {
			if (error instanceof FirstWriteReached) return { request: error.request, result: undefined };
			throw error;
		},
	);
}
