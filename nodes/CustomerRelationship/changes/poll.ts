import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { pollError } from '../errors/n8nErrors';
import { clientDependenciesWithoutItems } from '../transport/httpAdapter';
import { BrokenList } from '../transport/pages';
import { RequestFailed } from '../transport/requestFailed';
import { systemClock } from '../transport/clock';
import { PollBudget, MAX_POLL_MS, PollBudgetExceeded } from './pollBudget';
import { WATCHED_LISTS, type ListName, type WatchedList } from './watchedLists';
import { changesProperties } from './panel';
import type { Change } from './changeDetector';
import { readSamples } from './samples';
import { isSavedListState, loadState, saveState } from './savedState';
import { readPollParameters, type PollParameters } from './parameters';
import { ListWatcher, type WatchOptions } from './listWatcher';

/** The contexts of publications whose first poll has begun. */
const published = new WeakSet<object>();
/** When the polls that are under way began, in ms, by the workflow's ID and the node's name. */
const underWaySince = new Map<string, number>();
/** A poll that is under way for so long, in ms, hangs somewhere in n8n: it keeps no other back. */
const HANGS_MS = 10 * MAX_POLL_MS;

/** One poll: what changed since the one before, or in the editor samples; null for nothing. */
export async function pollChanges(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const wanted = readPollParameters(context);
		const changes = await (context.getMode() === 'manual'
			? samples(context, wanted)
			: changesOnce(context, wanted));
		if (changes.length === 0) return null;
		return [
			changes.map(({ previous, ...change }) => ({
				json: { ...change, ...(wanted.includesPrevious && { previous }) },
			})),
		];
	} catch (error) {
		throw errorOf(context, error, false);
	}
}

/** The error that n8n shows of it. One that was made here before stays as it is. */
const errorOf = (context: IPollFunctions, error: unknown, isNothingLost: boolean) =>
	pollError(context.getNode(), { properties: changesProperties }, error, isNothingLost);

/** What the editor shows. Nothing is remembered. */
async function samples(context: IPollFunctions, wanted: PollParameters): Promise<Change[]> {
	const budget = new PollBudget(context, await clientDependenciesWithoutItems(context));
	return await readSamples(budget.asking(), wanted);
}

/**
 * Where poll times meet, n8n lets the polls run beside each other. Both would find the same changes;
 * so the later one leaves them to the one under way. A workflow that is published begins in any case.
 */
async function changesOnce(context: IPollFunctions, wanted: PollParameters): Promise<Change[]> {
	const node = `${context.getWorkflow().id}/${context.getNode().name}`;
	const isBeginning = isActivation(context);
	const now = systemClock.now();
	const other = underWaySince.get(node);
	if (other !== undefined && now - other < HANGS_MS && !isBeginning) return [];
	underWaySince.set(node, now);
	try {
		return await changesNow(context, wanted, wanted.startsAfresh && isBeginning);
	} finally {
		if (underWaySince.get(node) === now) underWaySince.delete(node);
	}
}

/** Whether this is the first poll of a workflow that a user published. */
function isActivation(context: IPollFunctions): boolean {
	if (context.getActivationMode() !== 'activate' || published.has(context)) return false;
	published.add(context);
	return true;
}

async function changesNow(
	context: IPollFunctions,
	wanted: PollParameters,
	isFresh: boolean,
): Promise<Change[]> {
	const staticData = context.getWorkflowStaticData('node');
	const remembered = isFresh ? undefined : loadState(staticData);
	const surroundings = await clientDependenciesWithoutItems(context);
	const budget = new PollBudget(context, surroundings);
	const account = surroundings.tokenId.slice(0, 16);
	const now = systemClock.now();
	const turns: Turn[] = [];
	for (const list of inTurn(wanted.lists, remembered?.turns)) {
		const terms = { ...wanted.of(list), account, now };
		turns.push(await takeTurn(context, budget, list, terms, remembered?.lists[list.name]));
	}

	const changes = WATCHED_LISTS.flatMap(
		(list) => turns.find(({ watch }) => watch.list === list)?.watch.changes ?? [],
	);
	const [failure] = turns.flatMap((turn) => turn.failure ?? []);
	// A poll that could not begin begins anew. Otherwise one list's failure keeps back neither what changed
	// in another nor what was read of it, nor is it kept quiet.
	if (failure === undefined || remembered) {
		const putOffFirst = [...turns].sort((a, b) => Number(b.isPutOff) - Number(a.isPutOff));
		const states = turns.map(({ watch }) => [watch.list.name, watch.toRemember]);
		saveState(staticData, {
			lists: Object.fromEntries(states),
			turns: putOffFirst.map(({ watch }) => watch.list.name),
		});
		// With durable cursors n8n forgets what a first poll has read, and one that fails, if nothing is given
		// out, and the watch, or an edit, would count from a later one. Otherwise this does nothing.
		if (changes.length === 0) await context.__commitCursor?.();
	}
	if (failure !== undefined) {
		if (changes.length === 0) throw failure;
		context.__emitError(failure);
	}
	return changes;
}

/** Lists in the order of their turns; new ones come last. */
function inTurn(lists: readonly WatchedList[], turns: ListName[] = []): WatchedList[] {
	const turnOf = ({ name }: WatchedList) =>
		turns.includes(name) ? turns.indexOf(name) : turns.length;
	return [...lists].sort((a, b) => turnOf(a) - turnOf(b));
}

/** What a list's turn in a poll came to. */
interface Turn {
	watch: ListWatcher;
	/** It read nothing, since no time was left, or no requests: its turn comes first in the next poll. */
	isPutOff: boolean;
	/** What the poll has to tell of. */
	failure?: Error;
}

/** @param stored what is remembered of the list, damaged or not */
async function takeTurn(
	context: IPollFunctions,
	budget: PollBudget,
	list: WatchedList,
	terms: WatchOptions,
	stored: unknown,
): Promise<Turn> {
	const { plural } = list;
	const isWhole = isSavedListState(stored);
	if (stored !== undefined && !isWhole) {
		context.logger.warn(
			`What n8n has saved of ${plural} cannot be read. Their watch begins anew; what changed before is not told.`,
		);
	}
	let watch = new ListWatcher(list, terms, isWhole ? stored : undefined);
	try {
		if (!(await watch.isSameList(budget.asking()))) {
			context.logger.warn(
				`The access token is another one, and none of the newest ${plural} that it sees was watched before. They are taken for another account’s: their watch begins anew.`,
			);
			watch = new ListWatcher(list, terms);
		}
		await watch.read(budget.asking(() => watch.isSilent));
	} catch (error) {
		if (error instanceof PollBudgetExceeded) return { watch, isPutOff: !watch.hasRead };
		// Where something was read, the next poll goes on behind it; the error comes back then if it lasts.
		const mayPass =
			error instanceof RequestFailed || (error instanceof BrokenList && !error.isEndless);
		if (!mayPass || !watch.hasRead) {
			const failure = errorOf(context, error, !watch.isSilent);
			return { watch, isPutOff: false, failure };
		}
	}
	return { watch, isPutOff: false };
}
