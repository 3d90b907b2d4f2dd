import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { pollError } from '../errors/n8nErrors';
import { clientDependenciesWithoutItems } from '../transport/httpAdapter';
import { UnusableAnswer } from '../transport/pages';
import { RequestFailed } from '../transport/requestFailed';
import { systemClock } from '../transport/clock';
import type { MonotonicMs } from '../transport/time';
import type { Change } from './changeDetector';
import { ListWatcher, type WatchOptions } from './listWatcher';
import { withNames } from './names';
import { changesProperties } from './panel';
import { readPollParameters, type PollParameters } from './parameters';
import { MAX_POLL_MS, PollBudget, PollBudgetExceeded } from './pollBudget';
import { readSamples } from './samples';
import { isSavedListState, loadPollState, savePollState } from './savedState';
import { WATCHED_LISTS, type ListName, type WatchedList } from './watchedLists';

/** Contexts whose first poll since publishing has begun. */
const publishedContexts = new WeakSet<object>();
/** When each running poll began, by the workflow's ID and the node's name. */
const runningSince = new Map<string, MonotonicMs>();
/** A poll that has run this long, in ms, no longer blocks the next one: it is stuck in n8n. */
const STALE_POLL_MS = 10 * MAX_POLL_MS;

/**
 * Polls once.
 * @returns items with the changes since the poll before, in the editor with samples; null if there are none
 */
export async function pollChanges(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const parameters = readPollParameters(context);
		const changes = await (context.getMode() === 'manual'
			? pollSamples(context, parameters)
			: pollUnlessRunning(context, parameters));
		if (changes.length === 0) return null;
		return [
			changes.map(({ previous, ...change }) => ({
				json: { ...change, ...(parameters.includesPrevious && { previous }) },
			})),
		];
	} catch (error) {
		throw toPollError(context, error, { isNothingLost: false });
	}
}

/** Converts an error for n8n. One that is n8n's already stays, with a description if it has none. */
const toPollError = (
	context: IPollFunctions,
	error: unknown,
	{ isNothingLost }: { isNothingLost: boolean },
) => pollError(context.getNode(), { properties: changesProperties }, error, isNothingLost);

/** Reads samples for the editor. Saves nothing. */
async function pollSamples(context: IPollFunctions, parameters: PollParameters): Promise<Change[]> {
	const budget = new PollBudget(context, await clientDependenciesWithoutItems(context));
	const samples = await readSamples(budget.createAsk(), parameters, systemClock.now());
	return await withNamesIfWanted(budget, parameters, samples);
}

async function withNamesIfWanted(
	budget: PollBudget,
	{ includesNames }: PollParameters,
	changes: Change[],
): Promise<Change[]> {
	if (!includesNames) return changes;
	// A change can do without names, so executions come first.
	const ask = budget.createAsk(() => true);
	return await withNames(ask, changes);
}

/**
 * n8n starts a node's next poll while one is running. Both would find the same changes, so the later one
 * finds none, unless it is the first after the workflow was published.
 */
async function pollUnlessRunning(
	context: IPollFunctions,
	parameters: PollParameters,
): Promise<Change[]> {
	const node = `${context.getWorkflow().id}/${context.getNode().name}`;
	const isFirst = isFirstOfPublication(context);
	const now = systemClock.elapsed();
	const startedAt = runningSince.get(node);
	if (startedAt !== undefined && now - startedAt < STALE_POLL_MS && !isFirst) return [];
	runningSince.set(node, now);
	try {
		return await pollLists(context, parameters, {
			ignoresState: parameters.startsFresh && isFirst,
		});
	} finally {
		if (runningSince.get(node) === now) runningSince.delete(node);
	}
}

/** Whether this is the first poll since a user published the workflow. */
function isFirstOfPublication(context: IPollFunctions): boolean {
	if (context.getActivationMode() !== 'activate' || publishedContexts.has(context)) return false;
	publishedContexts.add(context);
	return true;
}

/** Polls one list after the other, saves the new state, and reports a failure as well as the changes. */
async function pollLists(
	context: IPollFunctions,
	parameters: PollParameters,
	{ ignoresState }: { ignoresState: boolean },
): Promise<Change[]> {
	const staticData = context.getWorkflowStaticData('node');
	const state = ignoresState ? undefined : loadPollState(staticData, context.logger);
	const dependencies = await clientDependenciesWithoutItems(context);
	const budget = new PollBudget(context, dependencies);
	const tokenId = dependencies.tokenId.slice(0, 16);
	const now = systemClock.now();
	const polledLists: PolledList[] = [];
	for (const list of sortByOrder(parameters.lists, state?.order)) {
		const options = { ...parameters.optionsFor(list), tokenId, now };
		polledLists.push(await pollList(context, budget, list, options, state?.lists[list.name]));
	}

	const unnamedChanges = WATCHED_LISTS.flatMap(
		(list) => polledLists.find(({ watcher }) => watcher.list === list)?.watcher.changes ?? [],
	);
	// Before the state is saved: a kill while names are read loses no change.
	const changes = await withNamesIfWanted(budget, parameters, unnamedChanges);
	const [failure] = polledLists.flatMap((list) => list.failure ?? []);
	// A failed poll without a saved state saves nothing, so the next one begins anew. (Under Start Fresh n8n
	// does not publish if the first poll fails.) With a saved state, it saves what it has read, and reports
	// the failure.
	if (failure === undefined || state) {
		const deferredFirst = [...polledLists].sort(
			(a, b) => Number(b.isDeferred) - Number(a.isDeferred),
		);
		savePollState(staticData, {
			lists: Object.fromEntries(
				polledLists.map(({ watcher }) => [watcher.list.name, watcher.saved]),
			),
			order: deferredFirst.map(({ watcher }) => watcher.list.name),
		});
		// With durable cursors, n8n drops what a first or a failed poll has saved if it emits nothing, and the
		// next poll would begin anew. In versions without durable cursors this call does nothing.
		if (changes.length === 0) await context.__commitCursor?.();
	}
	if (failure !== undefined) {
		if (changes.length === 0) throw failure;
		context.__emitError(failure);
	}
	return changes;
}

/** Sorts lists by the order that was saved; lists that it lacks come last. */
function sortByOrder(lists: readonly WatchedList[], order: ListName[] = []): WatchedList[] {
	const positionOf = ({ name }: WatchedList) =>
		order.includes(name) ? order.indexOf(name) : order.length;
	return [...lists].sort((a, b) => positionOf(a) - positionOf(b));
}

/** A list that a poll has polled. */
interface PolledList {
	watcher: ListWatcher;
	/** The budget was exceeded before anything was read: the next poll reads this list first. */
	isDeferred: boolean;
	/** An error to report. The poll reports the first one of its lists. */
	failure?: Error;
}

/** Polls one list. @param saved what is saved of the list, not validated */
async function pollList(
	context: IPollFunctions,
	budget: PollBudget,
	list: WatchedList,
	options: WatchOptions,
	saved: unknown,
): Promise<PolledList> {
	const { plural } = list;
	const isIntact = isSavedListState(saved);
	if (saved !== undefined && !isIntact) {
		context.logger.warn(
			`What n8n has saved of ${plural} cannot be read. Their watch begins anew; what changed before is not reported.`,
		);
	}
	let watcher = new ListWatcher(list, options, isIntact ? saved : undefined);
	try {
		if (!(await watcher.isSameAccount(budget.createAsk()))) {
			context.logger.warn(
				`The access token is another one, and none of the newest ${plural} that it sees was watched before. They are taken for another account’s: their watch begins anew.`,
			);
			watcher = new ListWatcher(list, options);
		}
		await watcher.scan(budget.createAsk(() => watcher.isBaseline));
	} catch (error) {
		if (error instanceof PollBudgetExceeded) return { watcher, isDeferred: !watcher.hasReadPage };
		// After a page was read, an error that may pass is not reported: the next poll resumes behind that
		// page, and meets the error again if it persists. With a refused cursor it would begin at the first page
		// again, and never get further.
		const mayPass =
			(error instanceof RequestFailed && error.refusal?.code !== 'invalid_cursor') ||
			(error instanceof UnusableAnswer && !error.isCursorUnusable);
		if (!mayPass || !watcher.hasReadPage) {
			const failure = toPollError(context, error, { isNothingLost: !watcher.isBaseline });
			return { watcher, isDeferred: false, failure };
		}
	}
	return { watcher, isDeferred: false };
}
