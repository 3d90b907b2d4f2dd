import type { Ask } from '../../transport/ask';
import { isWrite } from '../../transport/request';
import { Cancelled } from '../../transport/cancelled';
import { systemClock } from '../../transport/clock';
import type { NodeRun } from '../nodeRun';
import type { Task } from '../task';
import type { RunDependencies } from '../runDependencies';
import { check, markNotSentAfterOthers } from './check';
import { runConcurrently } from './concurrently';
import { ItemLocks } from './itemLocks';
import { sendWrite } from './sendWrite';
import { settleAsCompleted, settleAsKeptBack } from './settle';

/**
 * Carries the items out, several at a time, until all are settled or one has ended the run.
 */
export async function runItems(
	run: NodeRun,
	tasks: readonly Task[],
	dependencies: RunDependencies,
): Promise<void> {
	dependencies.rules.restore(run.items);
	// Items may give different values of Parallel Requests; the first one counts.
	const concurrency = tasks[0]?.options.concurrency ?? 1;
	await runConcurrently(sharedKeysToRepeatFirst(tasks), concurrency, run.signal, async (task) => {
		if (task.options.checkOnly) await check(run, task, dependencies);
		else await carryOut(run, task, dependencies);
		task.item.entry.endedAt = systemClock.now();
	});
	markNotSentAfterOthers(tasks, dependencies.rules);
	for (const item of run.items) if (!item.settlement) run.fail(item, new Cancelled());
}

/**
 * The tasks in their order, but first those whose message an earlier try may have sent with a shared key: their
 * answers tell whether other items with the key are sent. Other messages keep their order, in which customers
 * read them.
 */
function sharedKeysToRepeatFirst(tasks: readonly Task[]): readonly Task[] {
	const isToRepeat = ({ item: { entry } }: Task) =>
		entry.key?.standsFor !== undefined && entry.outcome !== 'notCarriedOut';
	return [...tasks.filter(isToRepeat), ...tasks.filter((task) => !isToRepeat(task))];
}

async function carryOut(run: NodeRun, task: Task, dependencies: RunDependencies): Promise<void> {
	const { sender, rules } = dependencies;
	const { entry } = task.item;
	const locks = await ItemLocks.acquire(task, dependencies);
	// Forget what an earlier try could not undo: this try tells it anew.
	entry.undoFailure = undefined;
	try {
		await rules.assertMayRun(task);
		const { linksBefore } = await sender.connectionOf(task.item);
		const ask: Ask = async (request, options) => {
			if (!isWrite(request)) {
				await locks.acquireAcrossExecutions(request);
				return await sender.send(task, request, options);
			}
			// A rule may read the contact in the turn of this message and then write it, so this item needs the
			// lock as well.
			if (task.intent.message) await locks.acquireAcrossExecutions(request);
			const answer = await sendWrite(task, request, options, dependencies);
			// The record is written, so waiting items may continue even if this one asks for more.
			locks.release();
			return answer;
		};
		settleAsCompleted(task, await task.perform(ask, linksBefore), rules.tellsSentNow(task));
	} catch (error) {
		// Settle a failed item before its locks are released: a later item with the same key looks at the result.
		const stop = rules.afterFailure(task, error);
		if ('notSent' in stop) settleAsKeptBack(task, stop.notSent);
		else if ('endsRunWith' in stop) run.failAndEndRun(task.item, stop.endsRunWith);
		else run.fail(task.item, stop.failsWith);
		await undo(task, dependencies);
	} finally {
		locks.release();
	}
}

/** Has the rules undo what they did for a message that has certainly not left. */
async function undo(
	task: Task,
	{ sender, rules }: Pick<RunDependencies, 'sender' | 'rules'>,
): Promise<void> {
	const { entry } = task.item;
	if (!task.intent.message || entry.writes.some(({ mayTakeEffect }) => mayTakeEffect)) return;
	const failures = await rules.afterNothingSent(
		task,
		sender.askAfterwards(task, { retriesOnlyIfNotDone: true }),
	);
	if (failures.length > 0) entry.undoFailure = failures.join(' ');
}
