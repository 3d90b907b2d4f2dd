import type { LeftOut } from '../../columns/leftOut';
import { FieldError } from '../../fieldError';
import { InvalidInput } from '../../invalidInput';
import { readCustomFieldTypes } from '../../resources/shared/fieldTypes';
import { isMissingFieldTypes } from '../../resources/shared/prepared';
import type { Ledger } from '../ledger/ledger';
import type { ItemLedgerEntry } from '../ledger/ledgerEntry';
import type { NodeRun } from '../nodeRun';
import type { PreparationReport } from '../preparationReport';
import type { Item, Task } from '../task';
import type { RunDependencies } from '../runDependencies';
import { admitMessages, hintOnCheckedMessages } from './admitMessages';
import { itemParametersOf } from './itemParameters';
import { collectWarnings } from './collectWarnings';
import { parseItem, type ParsedItem } from './parseItem';
import { isCheckOnly, outputsRow } from './itemOptions';
import { UniqueKeys } from './uniqueKeys';

/** The result of preparing a run's items. */
interface PreparedItems {
	/** The items to be run; none if something has ended the run. */
	tasks: Task[];
	preparationReport: PreparationReport;
}

/**
 * Reads and judges the input of all items. Nothing is written yet; types of custom fields are read if an item needs
 * them, after the parameters of all items were judged.
 */
export async function prepareItems(
	run: NodeRun,
	dependencies: RunDependencies,
): Promise<PreparedItems> {
	const { tasks, leftOut } = await finishAll(run, parseAll(run, dependencies), dependencies);
	if (run.failsAsAWhole) return { tasks: [], preparationReport: { ...EMPTY_REPORT, leftOut } };
	const { itemWarnings, ...warnings } = collectWarnings(tasks, dependencies.rules);
	for (const { item, intent, options } of tasks) {
		if (!options.includeResponse) continue;
		item.entry.preparationNotes = {
			warnings: itemWarnings(item.index),
			leftOut: intent.leftOut ?? [],
		};
	}
	admitMessages(run, tasks, dependencies);
	const hasChecks =
		tasks.some(({ options }) => options.checkOnly) ||
		run.items.some(({ settlement }) => settlement?.kind === 'invalid');
	return {
		tasks: run.failsAsAWhole ? [] : tasks.filter(({ item }) => !item.settlement),
		preparationReport: {
			...warnings,
			leftOut,
			hasChecks,
			hintIfStoppedNow: hintOnCheckedMessages(run, tasks, dependencies),
		},
	};
}

const EMPTY_REPORT: PreparationReport = {
	panelWarnings: [],
	inputWarnings: () => [],
	leftOut: [],
	hasChecks: false,
	hintIfStoppedNow: undefined,
};

/**
 * Parses all items but those that an earlier try in this execution has carried out or kept back: they output
 * the same again.
 */
function parseAll(
	run: NodeRun,
	{ ledger, caller, parameters }: Pick<RunDependencies, 'ledger' | 'caller' | 'parameters'>,
): ParsedItem[] {
	const parsed: ParsedItem[] = [];
	for (const item of run.items) {
		const { index, operation } = item;
		const isWrite = operation?.kind === 'write';
		const itemParameters = itemParametersOf(parameters, index, operation?.properties);
		item.outputsRow = isWrite && outputsRow(itemParameters.parameters);
		// An earlier try may have made the item's write.
		if (isWrite && !caller.callOf) item.entry = openEntry(run, item, ledger);
		if (caller.reusesAnswers && item.entry.output) {
			item.settlement = { kind: 'completed', output: item.entry.output };
			continue;
		}
		try {
			parsed.push(parseItem(item, itemParameters));
		} catch (error) {
			if (isWrite && isCheckOnly(itemParameters.parameters))
				item.settlement = { kind: 'invalid', error };
			else run.addInvalidItem(item, error);
		}
	}
	return parsed;
}

/**
 * Finishes the preparation of all items, one after the other, with the reads that some need.
 * @returns the items that can be run, and the properties that are left out of any item
 */
async function finishAll(
	run: NodeRun,
	parsed: readonly ParsedItem[],
	dependencies: RunDependencies,
): Promise<{ tasks: Task[]; leftOut: LeftOut[] }> {
	const tasks: Task[] = [];
	const leftOut: LeftOut[] = [];
	const keys = new UniqueKeys(dependencies.sender);
	for (const parsedItem of parsed) {
		const { item, options, preparation } = parsedItem;
		try {
			const task = await finishPreparation(run, parsedItem, dependencies);
			leftOut.push(...(task.intent.leftOut ?? []));
			await keys.assertFree(task);
			tasks.push(task);
		} catch (error) {
			if (error instanceof InvalidInput && options.checkOnly) {
				const phone = isMissingFieldTypes(preparation) ? undefined : preparation.intent.phone;
				item.settlement = { kind: 'invalid', error, phone };
			} else if (error instanceof FieldError) run.addInvalidItem(item, error);
			// Any other failure here, such as a request's, is no fault of the input, so it is not named together
			// with others.
			else run.fail(item, error);
		}
		if (run.endedBy) break;
	}
	return { tasks, leftOut };
}

/**
 * @throws InvalidInput for a value that is not of its field's type, or a key that can't be used;
 *   RequestFailed or FieldError if the types can't be read
 */
async function finishPreparation(
	run: NodeRun,
	{ preparation, ...parsed }: ParsedItem,
	{ ledger, caller, sender, rules }: RunDependencies,
): Promise<Task> {
	const { item, options } = parsed;
	const prepared = isMissingFieldTypes(preparation)
		? preparation.resolveTypes(
				await readCustomFieldTypes(
					async (request, options) => await sender.send(parsed, request, options),
					preparation.fieldTypesFrom,
				),
			)
		: preparation;
	const task: Task = { ...parsed, ...prepared };
	rules.assertCombines(task);
	const ownKey = options.ownKey === undefined ? undefined : { key: options.ownKey };
	const key = rules.keyFor(task) ?? ownKey;
	// What an agent's call asks for, by which its entry is found, is known only now.
	if (item.operation?.kind === 'write' && caller.callOf) {
		item.entry = openEntry(run, item, ledger, caller.callOf(task, key));
		// The agent may repeat a call whose message was kept back.
		item.entry.forgetKeptBack();
	}
	item.entry.offerKey(key);
	return task;
}

const openEntry = (run: NodeRun, { index }: Item, ledger: Ledger, call?: string): ItemLedgerEntry =>
	ledger.openEntry(run.nodeName, { runIndex: run.index, item: index, call });
