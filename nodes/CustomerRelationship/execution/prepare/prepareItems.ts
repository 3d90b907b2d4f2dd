import { FieldError } from '../../fieldError';
import { InvalidInput } from '../../invalidInput';
import { readFieldTypes } from '../../resources/shared/fieldTypes';
import type { Preparation, Prepared } from '../../resources/shared/operation';
import { systemClock } from '../../transport/clock';
import type { Batch } from '../batch';
import { fingerprintOf, isSettled, type Draft, type Item, type Task } from '../task';
import { duplicateTargets } from './duplicateTargets';
import { emailWarnings } from './emailWarnings';
import { guardHint, tooMany } from './guards';
import { phoneWarnings } from './phoneWarnings';
import { prepareItem, taskOf } from './prepareItem';
import { valueWarnings } from './valueWarnings';

/**
 * Reads and judges the input of all items. Nothing is written yet; types of custom fields are read where an item needs
 * them, after everything that can be judged without them.
 * @returns the items to be run; none where something has ended the run
 */
export async function prepareItems(batch: Batch): Promise<Task[]> {
	const tasks = await completeAll(batch, readAll(batch));
	if (batch.hasEnded) return [];
	judgeTogether(batch, tasks);
	return batch.hasEnded ? [] : tasks.filter(({ item }) => !isSettled(item));
}

interface ReadItem {
	draft: Draft;
	preparation: Preparation;
}

/** Reads all items but those that an earlier try in this execution has carried out. */
function readAll(batch: Batch): ReadItem[] {
	const read: ReadItem[] = [];
	for (const item of batch.items) {
		restoreFromLedger(batch, item);
		if (isSettled(item)) continue;
		try {
			read.push(prepareItem(batch.parameters, item));
		} catch (error) {
			batch.refuse(item, error);
		}
	}
	return read;
}

/** Restores what the execution knows of an item of a write. The output of an earlier try is given out again. */
function restoreFromLedger({ ledger, node, runIndex, caller, progress }: Batch, item: Item): void {
	if (item.operation?.kind !== 'write') return;
	item.entry = ledger.entryOf(node.name, runIndex, item.index);
	if (!caller.reusesAnswers || !item.entry.output) return;
	item.output = item.entry.output;
	progress.done();
}

/** Completes the preparation of all items, one after the other, with the reads that some need. */
async function completeAll(batch: Batch, read: readonly ReadItem[]): Promise<Task[]> {
	const tasks: Task[] = [];
	const byKey = new Map<string, Task>();
	for (const one of read) {
		try {
			const task = await complete(batch, one);
			await assertKeyIsFree(batch, task, byKey);
			tasks.push(task);
		} catch (error) {
			if (error instanceof FieldError) batch.refuse(one.draft.item, error);
			else batch.fail(one.draft.item, error);
		}
		if (batch.endedBy) break;
	}
	return tasks;
}

async function complete(batch: Batch, { draft, preparation }: ReadItem): Promise<Task> {
	const prepared =
		'complete' in preparation
			? preparation.complete(
					await readFieldTypes(
						async (request, options) => await batch.sender.send(draft, request, options),
						preparation.fieldTypesFrom,
					),
				)
			: preparation;
	const task = taskOf(batch.context, draft, await withLinkedId(batch, draft, prepared));
	const { item } = draft;
	batch.notices.leftOut.push(...(task.intent.leftOut ?? []));
	if (item.operation?.kind === 'write') {
		const { ledger, node, runIndex, caller } = batch;
		item.entry = ledger.entryOf(node.name, runIndex, item.index, caller.callOf(task));
	}
	keepFirstKey(task);
	return task;
}

/** Looks its link up before the run sends anything: what the run's own answers tell is in the pages that its items share. */
async function withLinkedId(batch: Batch, draft: Draft, prepared: Prepared): Promise<Prepared> {
	const { intent, run } = prepared;
	if (intent.link === undefined) return prepared;
	const { links } = await batch.sender.connectionOf(draft);
	const linkedId = links.idBehind(intent.link);
	return { intent, run: async (ask) => await run(ask, linkedId) };
}

/** Keeps the key with which an item was first sent: a key that changes with each try prevents no duplicate. */
function keepFirstKey(task: Task): void {
	const { entry } = task.item;
	if (entry.outcome === 'notCarriedOut') entry.ownKey = task.ownKey;
	else task.ownKey = entry.ownKey;
}

/**
 * @param byKey the items judged before, by token and key
 * @throws InvalidInput where another item has the key for another request
 */
async function assertKeyIsFree(batch: Batch, task: Task, byKey: Map<string, Task>): Promise<void> {
	// Items for one phone share a key on purpose; the later ones are passed by.
	if (task.ownKey === undefined || task.intent.message?.oncePerPhone !== undefined) return;
	const { tokenId } = await batch.sender.connectionOf(task);
	const key = `${tokenId} ${task.ownKey}`;
	const first = byKey.get(key) ?? task;
	byKey.set(key, first);
	if (fingerprintOf(first) !== fingerprintOf(task)) throw sameKeyAs(first);
}

const sameKeyAs = ({ item }: Task): InvalidInput =>
	new InvalidInput(
		'Idempotency Key',
		`is the same as that of item ${item.index}, whose request differs`,
		'The service takes a key for one request only. Make it different for each item, for example by adding the item’s ID.',
	);

/** Judges what shows only across items: shared phones, shared records, too many messages. */
function judgeTogether(batch: Batch, tasks: readonly Task[]): void {
	const { notices } = batch;
	const all = tasks.map(({ item, intent }) => ({ item: item.index, intent }));
	const phones = phoneWarnings(
		all.map(({ item, intent: { phone, phones, message, onlyFillsEmpty } }) => ({
			...{ item, phone, phones, message, onlyFillsEmpty },
		})),
	);
	const emails = emailWarnings(all);
	const values = valueWarnings(
		all.map(({ item, intent: { warnings = [] } }) => ({ item, warnings })),
	);
	const warnings = [phones, emails, values];
	notices.warningsOf = (item) => warnings.flatMap((one) => one.of(item));
	notices.hints.push(...warnings.flatMap(({ hints }) => hints));
	notices.hasChecks = tasks.some(({ settings }) => settings.checkOnly);
	const duplicates = duplicateTargets(
		all.filter((_, at) => tasks[at]?.item.operation?.kind === 'write'),
	);
	notices.hints.push(...duplicates.hints, ...createdEachTimeHints(tasks));
	for (const task of tasks) {
		const { item, intent, settings } = task;
		if (!settings.includeResponse) continue;
		item.entry.notices = {
			hints: [
				...notices.warningsOf(item.index),
				...duplicates.of(item.index),
				...createdEachTimeHints([task]),
			],
			leftOut: intent.leftOut ?? [],
		};
	}
	guardMessages(batch, tasks);
}

/** Counts the items whose record no later run finds again. */
function createdEachTimeHints(tasks: readonly Task[]): string[] {
	const lacking = tasks.flatMap(({ intent }) => intent.createsEachTime ?? []);
	const [first] = lacking;
	if (!first) return [];
	const { length } = lacking;
	return [
		length === 1
			? `1 item has ${first.lacks}: each run creates a new ${first.record} from it.`
			: `${length} items have ${first.lacks}: each run creates new ${first.record}s from them.`,
	];
}

/** Fails all messages of the run if there are too many. For items that are only checked, it notes what the guards would do. */
function guardMessages(batch: Batch, tasks: readonly Task[]): void {
	const guarded = tasks.flatMap((task) => {
		const { item, intent, settings } = task;
		const { message } = intent;
		return message ? [{ item: item.index, entry: item.entry, ...message, task, settings }] : [];
	});
	const [checked, sent] = [true, false].map((isChecked) =>
		guarded.filter(({ settings }) => settings.checkOnly === isChecked),
	) as [typeof guarded, typeof guarded];
	const beside = (own: typeof guarded) =>
		batch.ledger.messagesBeside(
			batch.node.name,
			own.map(({ entry }) => entry),
		);
	const refusal = tooMany(sent, beside(guarded).sent);
	for (const { task, entry } of sent) {
		if (refusal) batch.fail(task.item, refusal);
		else entry.isToSend = true;
	}
	// Messages that this run really sends count as well.
	const before = beside(checked).checked;
	batch.notices.guardHint = guardHint(checked, before, systemClock.now(), batch.items.length);
}
