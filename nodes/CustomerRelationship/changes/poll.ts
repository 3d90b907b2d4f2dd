import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { pollFailure } from '../errors/failure';
import { InvalidInput } from '../invalidInput';
import { send, type Surroundings } from '../transport/client';
import { connectWithoutItems } from '../transport/connection';
import { BrokenList } from '../transport/pages';
import { follow, type Plan } from '../transport/plan';
import { RequestFailed } from '../transport/requestFailed';
import { systemClock } from '../transport/wait';
import type { WatchedList } from './kinds';
import { changesParameters } from './panel';
import { sampleOf } from './sample';
import { remember, stateIn, type State } from './state';
import { settingsOf, type Settings } from './wanted';
import { Watch, type Change } from './watch';

/** Longest poll, in ms: less than the minute between two, whatever n8n would allow. */
const MOST_MS = 40_000;
/** Ms at the end of a poll in which no request begins, so that the last one can be answered. */
const LAST_ANSWER_MS = 12_000;
/** The part of the limit of requests that a baseline leaves to executions. */
const LEFT_TO_EXECUTIONS = 0.25;

/** The poll's time is over; what is left goes on in the next one. */
class OutOfTime extends Error {}

/** The contexts of activations that have begun. */
const begun = new WeakSet<object>();
/** When the polls that are under way began, in ms, by the workflow's ID and the node's name. */
const polled = new Map<string, number>();
/** A poll that is under way for so long, in ms, hangs somewhere in n8n: it keeps no other back. */
const HANGS_MS = 10 * MOST_MS;

/** One poll: what changed since the one before, or in the editor a sample; null for nothing. */
export async function pollChanges(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const settings = settingsOf(context);
		const changes = await (context.getMode() === 'manual'
			? sample(context, settings)
			: changesOnce(context, settings));
		if (changes.length === 0) return null;
		return [
			changes.map(({ previous, ...change }) => ({
				json: { ...change, ...(settings.includesPrevious && { previous }) },
			})),
		];
	} catch (error) {
		throw failureOf(context, error, false);
	}
}

/** An error that is one already stays as it is. */
const failureOf = (context: IPollFunctions, error: unknown, goesOn: boolean) =>
	pollFailure(context.getNode(), { properties: changesParameters }, error, goesOn);

/** Remembers nothing. */
async function sample(context: IPollFunctions, settings: Settings): Promise<Change[]> {
	const poll = new Poll(context, await connectWithoutItems(context));
	const changes: Change[] = [];
	for (const list of settings.lists) {
		changes.push(...(await poll.carryOut(sampleOf(list, settings.wantedOf(list).choice))));
	}
	if (changes.length > 0) return changes;
	const isFiltered = settings.lists.some(
		(list) => Object.keys(settings.wantedOf(list).choice.filters).length > 0,
	);
	throw new InvalidInput(
		'Events',
		isFiltered
			? 'has no sample: no such record among the newest passes “Deal Filters”'
			: 'has no sample: there is no such record among the newest',
		`${isFiltered ? 'Check the filters or take them out, or see' : 'See'} to it that the service has one, or choose “set mock data” in the output panel.`,
	);
}

/**
 * Where poll times meet, n8n lets the polls run beside each other. Both would find the same changes;
 * so the later one leaves them to the one under way. A workflow that is published begins in any case.
 */
async function changesOnce(context: IPollFunctions, settings: Settings): Promise<Change[]> {
	const node = `${context.getWorkflow().id}/${context.getNode().name}`;
	const isBeginning = isActivation(context);
	const now = systemClock.now();
	const other = polled.get(node);
	if (other !== undefined && now - other < HANGS_MS && !isBeginning) return [];
	polled.set(node, now);
	try {
		return await changesNow(context, settings, settings.startsAfresh && isBeginning);
	} finally {
		if (polled.get(node) === now) polled.delete(node);
	}
}

async function changesNow(
	context: IPollFunctions,
	settings: Settings,
	isFresh: boolean,
): Promise<Change[]> {
	const staticData = context.getWorkflowStaticData('node');
	const known = isFresh ? undefined : stateIn(staticData);
	const surroundings = await connectWithoutItems(context);
	const account = surroundings.account.slice(0, 16);
	const poll = new Poll(context, surroundings);
	const now = systemClock.now();
	const state: State = { version: 1, account, lists: {} };
	const watches: Watch[] = [];
	const failures: Error[] = [];
	let hasBacklog = false;

	// One list's backlog must not keep the others waiting, poll after poll.
	const backlogOf = ({ name }: WatchedList) => Number(known?.lists[name]?.look !== undefined);
	for (const list of [...settings.lists].sort((a, b) => backlogOf(a) - backlogOf(b))) {
		const before = known?.lists[list.name];
		const wanted = settings.wantedOf(list);
		const isUnsure = known?.account !== account || before?.isUnsure;
		let watch = before && Watch.over(list, wanted, before);
		try {
			if (watch && isUnsure && !(await poll.carryOut(watch.isSameAccount()))) {
				context.logger.warn(
					`None of the newest ${list.plural} that the new access token sees was watched before: it is taken for another account, whose ${list.plural} are watched from now on.`,
				);
				watch = undefined;
			}
			if (!watch) watches.push(await poll.carryOut(Watch.begin(list, wanted, now)));
			else {
				watches.push(watch);
				if (!watch.isReading) await poll.carryOut(watch.look(now));
			}
		} catch (error) {
			// Where no watch goes on, what is known may be another account's: the next poll has to see.
			if (before) state.lists[list.name] = { ...before, isUnsure: true };
			hasBacklog ||= error instanceof OutOfTime && watch?.hasRead === true;
			const isLate = error instanceof OutOfTime && !watch?.hasRead && !(before && hasBacklog);
			const failure = isLate ? tooLate(list, before !== undefined) : error;
			const goesOn = before !== undefined;
			if (isFailure(failure, watch)) failures.push(failureOf(context, failure, goesOn));
		}
	}
	// Looks come first: what a baseline leaves unread has time. Deals, whose wins should be seen as such, come
	// before contacts and companies.
	for (const watch of watches.filter(({ isReading }) => isReading).reverse()) {
		try {
			await poll.carryOut(watch.readBaseline(), LEFT_TO_EXECUTIONS);
		} catch (error) {
			if (isFailure(error, watch)) failures.push(failureOf(context, error, true));
		}
	}

	const changes = watches.flatMap(({ found }) => [...found].reverse().flat());
	const [failure] = failures;
	for (const watch of watches) state.lists[watch.list.name] = watch.known;
	// A poll that could not begin begins anew. Otherwise one list's failure keeps back neither what changed
	// in another nor what was read of it, nor is it kept quiet.
	if (failure === undefined || known) {
		remember(staticData, state);
		// With durable cursors n8n forgets what a first poll has read, and one that fails, if nothing is given
		// out, and the watch, or an edit, would count from a later one. Otherwise this does nothing.
		if (changes.length === 0) await context.__commitCursor?.();
	}
	if (failure !== undefined) {
		if (changes.length === 0 && !hasBacklog) throw failure;
		context.__emitError(failure);
	}
	return changes;
}

/** What changes before a watch begins is not told, so a poll that did not get to it has to say so. */
const tooLate = ({ plural }: WatchedList, isWatched: boolean) =>
	new InvalidInput(
		'Events',
		`can’t watch ${plural} ${isWatched ? 'now' : 'yet'}: the poll’s time was over before their turn came`,
		`${isWatched ? 'Nothing is lost: the next poll asks again.' : 'What changes until the watch begins is not told.'} ${LESS_AT_ONCE}`,
	);

const LESS_AT_ONCE =
	'Try again when the service is quicker, or other executions leave more of the limit of requests; if that does not help, choose the events of fewer kinds of record.';

/** Whether this is the first poll of a workflow that a user published. */
function isActivation(context: IPollFunctions): boolean {
	if (context.getActivationMode() !== 'activate' || begun.has(context)) return false;
	begun.add(context);
	return true;
}

/**
 * Whether a poll has to tell of an error. One that has read something goes on from there the next
 * time; the error comes back then if it lasts.
 */
function isFailure(error: unknown, watch: Watch | undefined): boolean {
	if (error instanceof OutOfTime) return false;
	const mayPass =
		error instanceof RequestFailed || (error instanceof BrokenList && !error.isEndless);
	return !mayPass || !watch?.hasRead;
}

/** The requests of one poll, and the time that they have. */
class Poll {
	private readonly from: number;
	private readonly budgetMs: number;
	private isFirst = true;

	constructor(
		context: IPollFunctions,
		private readonly surroundings: Surroundings,
	) {
		this.from = surroundings.clock.now();
		// Not there in older versions of n8n.
		const { getPollBudgetMs } = context as Partial<IPollFunctions>;
		this.budgetMs = Math.min(MOST_MS, getPollBudgetMs?.() ?? MOST_MS);
	}

	/** @param spares the part of the limit of requests, from 0 to 1, that it leaves to others */
	async carryOut<Result>(plan: Plan<Result>, spares = 0): Promise<Result> {
		return await follow(plan, async ({ request }) => {
			const passedMs = this.surroundings.clock.now() - this.from;
			const { budgetMs } = this;
			const lastMs = Math.max(budgetMs / 2, budgetMs - LAST_ANSWER_MS);
			if (!this.isFirst && passedMs > lastMs) throw new OutOfTime();
			this.isFirst = false;
			const maxWaitMs = Math.max(0, budgetMs - passedMs - 1_000);
			return await send(request, this.surroundings, { maxWaitMs, spares });
		});
	}
}
