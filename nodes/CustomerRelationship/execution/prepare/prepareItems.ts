import { FieldError } from '../../fieldError';
import { InvalidInput } from '../../invalidInput';
import { readFieldTypes } from '../../resources/shared/fieldTypes';
import type { NodeRun } from '../nodeRun';
import type { Notices } from '../notices';
import { isSettled, type Task } from '../task';
import type { RunDependencies, WriteDependencies } from '../runDependencies';
import { parametersOf } from './itemParameters';
import { judgeMessages } from './judgeMessages';
import { judgeTogether } from './judgeTogether';
import { prepareItem, type ParsedItem } from './prepareItem';
import { isOnlyChecked, outputsRow } from './settings';
import { UniqueKeys } from './uniqueKeys';

/** The result of preparing a run's items. */
interface PreparedItems {
	/** The items to be run; none where something has ended the run. */
	tasks: Task[];
	notices: Notices;
}

/**
 * Reads and judges the input of all items. Nothing is written yet; types of custom fields are read where an item needs
 * them, after everything that can be judged without them.
 */
export async function prepareItems(
	run: NodeRun,
	dependencies: RunDependencies,
): Promise<PreparedItems> {
	const completed = await completeAll(run, readAll(run, dependencies), dependencies);
	const leftOut = completed.flatMap(({ intent }) => intent.leftOut ?? []);
	const tasks = completed.filter(({ item }) => !isSettled(item));
	if (run.hasEnded) return { tasks: [], notices: { ...NO_NOTICES, leftOut } };
	const { hintsFor, ...notices } = judgeTogether(tasks, dependencies.rules);
	for (const task of tasks) {
		const { item, intent, settings } = task;
		if (!settings.includeResponse) continue;
		item.entry.hints = { sentences: hintsFor(task), leftOut: intent.leftOut ?? [] };
	}
	const hintIfSent = judgeMessages(run, tasks, dependencies);
	const hasChecks =
		tasks.some(({ settings }) => settings.checkOnly) || run.items.some(({ invalid }) => invalid);
	return {
		tasks: run.hasEnded ? [] : tasks.filter(({ item }) => !isSettled(item)),
		notices: { ...notices, leftOut, hasChecks, hintIfSent },
	};
}

const NO_NOTICES: Notices = {
	hints: [],
	warningsOf: () => [],
	leftOut: [],
	hasChecks: false,
	hintIfSent: undefined,
};

/** Reads all items but those that an earlier try in this execution has carried out: their output is given out again. */
function readAll(
	run: NodeRun,
	{ caller, parameters, progress }: Pick<RunDependencies, 'caller' | 'parameters' | 'progress'>,
): ParsedItem[] {
	const read: ParsedItem[] = [];
	for (const item of run.items) {
		const isWrite = item.operation?.kind === 'write';
		item.outputsRow = isWrite && outputsRow(parametersOf(parameters, item.index).parameters);
		if (caller.reusesAnswers && item.entry.output) {
			item.output = item.entry.output;
			progress.done();
			continue;
		}
		try {
			read.push(prepareItem(parameters, item));
		} catch (error) {
			const isChecked = isWrite && isOnlyChecked(parametersOf(parameters, item.index).parameters);
			if (!isChecked) run.refuse(item, error);
			else {
				item.invalid = { error };
				progress.done();
			}
		}
	}
	return read;
}

/** Completes the preparation of all items, one after the other, with the reads that some need. Some may have failed. */
async function completeAll(
	run: NodeRun,
	read: readonly ParsedItem[],
	dependencies: Omit<WriteDependencies, 'context'> & Pick<RunDependencies, 'progress'>,
): Promise<Task[]> {
	const tasks: Task[] = [];
	const keys = new UniqueKeys(dependencies.sender);
	for (const one of read) {
		try {
			const task = await complete(run, one, dependencies);
			tasks.push(task);
			await keys.assertFree(task);
		} catch (error) {
			// A credential that can't be used ends the run: nothing about it is wrong with the item.
			if (error instanceof InvalidInput && one.settings.checkOnly) {
				const { preparation } = one;
				const phone = 'intent' in preparation ? preparation.intent.phone : undefined;
				one.item.invalid = { error, phone };
				dependencies.progress.done();
			} else if (error instanceof FieldError) run.refuse(one.item, error);
			else run.fail(one.item, error);
		}
		if (run.endedBy) break;
	}
	return tasks;
}

/** @throws InvalidInput for a value that is not of its field's type, or a key that can't be used */
async function complete(
	run: NodeRun,
	{ preparation, ...read }: ParsedItem,
	{ ledger, caller, sender, rules }: Omit<WriteDependencies, 'context'>,
): Promise<Task> {
	const { item, settings } = read;
	const prepared =
		'complete' in preparation
			? preparation.complete(
					await readFieldTypes(
						async (request, options) => await sender.send(read, request, options),
						preparation.fieldTypesFrom,
					),
				)
			: preparation;
	const { ownKey } = settings;
	const task: Task = {
		...read,
		...prepared,
		key: ownKey === undefined ? undefined : { key: ownKey },
	};
	task.key = rules.keyFor(task) ?? task.key;
	if (item.operation?.kind === 'write') {
		// What an agent asks for tells its calls apart. Only now is it known.
		item.entry = ledger.openEntry(run.nodeName, run.index, item.index, caller.callOf(task));
	}
	keepFirstKey(task);
	return task;
}

/** Keeps the key with which an item was first sent: a key that changes with each try prevents no duplicate. */
function keepFirstKey(task: Task): void {
	const { entry } = task.item;
	if (entry.outcome === 'notCarriedOut') entry.key = task.key;
	else task.key = entry.key;
}
