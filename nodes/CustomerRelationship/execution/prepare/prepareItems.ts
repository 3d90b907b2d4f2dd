import { FieldError } from '../../fieldError';
import { InvalidInput } from '../../invalidInput';
import { readFieldTypes } from '../../resources/shared/fieldTypes';
import { systemClock } from '../../transport/clock';
import type { NodeRun } from '../nodeRun';
import type { Notices } from '../notices';
import type { RequestSender } from '../requestSender';
import { fingerprintOf, isSettled, type Task } from '../task';
import type { RunDependencies, WriteDependencies } from '../runDependencies';
import { judgeTogether } from './judgeTogether';
import { parametersOf } from './itemParameters';
import { prepareItem, type ParsedItem } from './prepareItem';
import { isOnlyChecked } from './settings';

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
		if (caller.reusesAnswers && item.entry.output) {
			item.output = item.entry.output;
			progress.done();
			continue;
		}
		try {
			read.push(prepareItem(parameters, item));
		} catch (error) {
			const isChecked =
				item.operation?.kind === 'write' &&
				isOnlyChecked(parametersOf(parameters, item.index).parameters);
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
	const byKey = new Map<string, Task>();
	for (const one of read) {
		try {
			const task = await complete(run, one, dependencies);
			tasks.push(task);
			await assertKeyIsFree(task, byKey, dependencies.sender);
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

/**
 * @param byKey the items judged before, by token and key
 * @throws InvalidInput where another item has the key for another request
 */
async function assertKeyIsFree(
	task: Task,
	byKey: Map<string, Task>,
	sender: RequestSender,
): Promise<void> {
	// Items share a key on purpose where it stands for more than a request.
	if (task.key === undefined || task.key.standsFor !== undefined) return;
	const { tokenId } = await sender.connectionOf(task.item);
	const key = `${tokenId} ${task.key.key}`;
	const known = byKey.get(key);
	// An item that is only checked takes no key from one that is sent.
	const first = known && (task.settings.checkOnly || !known.settings.checkOnly) ? known : task;
	byKey.set(key, first);
	if (fingerprintOf(first) !== fingerprintOf(task)) throw sameKeyAs(first);
}

const sameKeyAs = ({ item }: Task): InvalidInput =>
	new InvalidInput(
		'Idempotency Key',
		`is the same as that of item ${item.index}, whose request differs`,
		'The service takes a key for one request only. Make it different for each item, for example by adding the item’s ID. If an ID is in it, check that its expression gives one for each item.',
	);

/**
 * Has the rules before sending judge all messages of the run. Where they refuse, each item that would send one fails.
 * @returns what they would do now to items that are only checked
 */
function judgeMessages(
	run: NodeRun,
	tasks: readonly Task[],
	{ ledger, rules }: Pick<RunDependencies, 'ledger' | 'rules'>,
): string | undefined {
	const messages = tasks.filter(({ intent }) => intent.message);
	if (messages.length > 0) ledger.noteSender(run.nodeName);
	const checked = messages.filter(({ settings }) => settings.checkOnly);
	const sent = messages.filter(({ settings }) => !settings.checkOnly);
	const beside = (own: readonly Task[]) =>
		ledger.messagesBeside(
			run.nodeName,
			own.map(({ item }) => item.entry),
		);
	const refusal = rules.refuseAll(sent, beside(messages).sent);
	for (const { item } of sent) {
		if (refusal) run.fail(item, refusal);
		else item.entry.isToSend = true;
	}
	// Messages that this run really sends count as well.
	return rules.hintIfSent(checked, {
		others: beside(checked).sentOrChecked,
		now: systemClock.now(),
		itemCount: run.items.length,
	});
}
