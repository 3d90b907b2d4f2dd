import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { tagKey } from '../../fields/comparisonKeys';
import { LEFT_OUT_REASONS, type LeftOut, type LeftOutReason } from '../../columns/leftOut';
import type { OperationResult } from '../../resources/shared/operation';
import { LIMIT_LABELS, type LimitName } from '../../transport/slidingWindow';
import { listOfItemsWithNumberingNote, parenthesizedListOfItems } from '../itemName';
import { getOrCreate, groupBy } from '../../maps';
import { undoFailuresOf } from '../ledger/ledgerEntry';
import type { LimitWaits } from '../limitWaits';
import type { PreparationReport } from '../preparationReport';
import type { SendRules } from '../rules/sendRules';
import { checkedAmong, operationResultOf, type Item } from '../task';
import { checkOnlyHints, invalidHints } from './checkOnly';
import { escapeHtml } from '../../html';
import { quote } from '../../quote';

/** Shorter waits than this, in ms, are not worth telling. */
const WORTH_TELLING_MS = 3_000;
/** Fewer requests than this are not worth telling. */
const WORTH_TELLING_REQUESTS = 10;
/** The most names in one hint. */
const MAX_NAMES = 30;

/** What the user should know about a run, a sentence or two each. */
export interface RunHints {
	urgent: string[];
	infos: string[];
	/** What an item's response details tell; undefined without *Include Response Details*. */
	ofItem(item: Item): string[] | undefined;
}

/** What the hints are made of, besides the items. */
interface HintSources {
	preparationReport: PreparationReport;
	rules: SendRules;
	waits: LimitWaits;
	/** *On Error: Continue*, or *Continue (using error output)*. */
	continueOnFail: boolean;
	/** *Continue (using error output)*. */
	hasErrorOutput: boolean;
}

/** Hints that the panel shows as infos. */
interface InfoHints {
	hints(items: readonly Item[], sources: HintSources): string[];
	/**
	 * Which response details tell them as well:
	 * - `item`: each item's, made of this item alone;
	 * - `run`: those of all items, since they are true of the run;
	 * - `none`: the item's output shows it, or the details have it from the item's preparation.
	 */
	inDetailsOf: 'item' | 'run' | 'none';
}

/** In the order of the panel. */
const INFOS: readonly InfoHints[] = [
	{ inDetailsOf: 'item', hints: moreHints },
	{
		inDetailsOf: 'none',
		hints: (_, { preparationReport: { leftOut, panelWarnings } }) => [
			...leftOutHints(leftOut),
			...panelWarnings,
		],
	},
	{ inDetailsOf: 'none', hints: nothingFoundHints },
	{ inDetailsOf: 'run', hints: (_, { waits }) => waitHints(waits.ms) },
	{ inDetailsOf: 'run', hints: (items) => filterHints(resultsOf(items)) },
	{ inDetailsOf: 'run', hints: (items) => missedTagsHints(resultsOf(items)) },
	{ inDetailsOf: 'run', hints: ranForEachItemHints },
	{ inDetailsOf: 'item', hints: replayedWriteHints },
	{ inDetailsOf: 'none', hints: inactiveHints },
	{ inDetailsOf: 'none', hints: (items, { rules }) => rules.hints(items) },
	{ inDetailsOf: 'item', hints: undoHints },
	{ inDetailsOf: 'item', hints: remarkHints },
	{
		inDetailsOf: 'none',
		hints: (items, { preparationReport, rules }) =>
			preparationReport.hasChecks
				? checkOnlyHints(
						checkedAmong(items),
						rules,
						items.some(({ operation }) => operation?.sendsMessage),
					)
				: [],
	},
];

/** The hints about a run. */
export function hintsOf(items: readonly Item[], sources: HintSources): RunHints {
	const { preparationReport, rules, continueOnFail, hasErrorOutput } = sources;
	const detailsOf = (place: InfoHints['inDetailsOf'], about: readonly Item[]) =>
		INFOS.filter(({ inDetailsOf }) => inDetailsOf === place).flatMap(({ hints }) =>
			hints(about, sources),
		);
	const ofRun = detailsOf('run', items);
	return {
		urgent: [
			...invalidHints(items, continueOnFail),
			...(hasErrorOutput ? [] : failedRowHints(items)),
			...(preparationReport.hintIfStoppedNow ? [preparationReport.hintIfStoppedNow] : []),
			...rules.urgentHints(items),
		],
		infos: [...new Set(INFOS.flatMap(({ hints }) => hints(items, sources)))],
		ofItem(item) {
			const prepared = item.entry.preparationNotes;
			if (!prepared) return undefined;
			const { warnings, leftOut } = prepared;
			const ofItem = [...warnings, ...leftOutHints(leftOut), ...detailsOf('item', [item])];
			return [...new Set([...ofItem, ...ofRun])];
		},
	};
}

/** Shows the hints in n8n's panel, which takes them for HTML: the urgent ones first, as n8n's warnings. */
export function showHints(
	context: IExecuteFunctions,
	{ urgent, infos }: Pick<RunHints, 'urgent' | 'infos'>,
): void {
	const hints: NodeExecutionHint[] = [
		...urgent.map((message) => ({ message, type: 'warning' as const })),
		...infos.map((message) => ({ message, type: 'info' as const })),
	];
	if (hints.length === 0) return;
	context.addExecutionHints(
		...hints.map(({ message, type }): NodeExecutionHint => ({
			message: escapeHtml(message),
			type,
			location: 'outputPane',
		})),
	);
}

const resultsOf = (items: readonly Item[]): OperationResult[] =>
	items.flatMap((item) => operationResultOf(item) ?? []);

function waitHints(waitedMs: Readonly<Record<LimitName, number>>): string[] {
	return (Object.keys(LIMIT_LABELS) as LimitName[])
		.filter((limit) => waitedMs[limit] >= WORTH_TELLING_MS)
		.map(
			(limit) =>
				`Waited ${Math.round(waitedMs[limit] / 1000)} s in all to stay within ${LIMIT_LABELS[limit]}.`,
		);
}

/** Names the failed items that are output as rows, which n8n shows like the others. */
function failedRowHints(items: readonly Item[]): string[] {
	const failedRows = items.filter(
		({ settlement, outputsRow }) => settlement?.kind === 'failed' && outputsRow,
	);
	const isDone = ({ entry }: Item) => entry.outcome === 'carriedOut';
	const hintOn = (failed: readonly Item[], what: string): string[] => {
		if (failed.length === 0) return [];
		const [have, their] = failed.length === 1 ? ['has', 'Its'] : ['have', 'Their'];
		const which =
			items.length === 1
				? `The item has ${what}.`
				: `${failed.length} of the ${items.length} items ${have} ${what} ${parenthesizedListOfItems(failed)}.`;
		return [`${which} ${their} column “result_reason” says why and what to do.`];
	};
	return [
		...hintOn(
			failedRows.filter((item) => !isDone(item)),
			'failed',
		),
		...hintOn(failedRows.filter(isDone), 'failed after the write, which was carried out'),
	];
}

/** Says which lists have more records than their Limit. */
function moreHints(items: readonly Item[]): string[] {
	const limited = items.filter((item) => operationResultOf(item)?.hasMore);
	const [first] = limited;
	if (!first) return [];
	const records = operationResultOf(first)?.records.length;
	// Records that were not read might fail the node's own filters.
	const isCertain = limited.every((item) => operationResultOf(item)?.list?.readCount === undefined);
	const more = isCertain ? 'there are more' : 'there may be more';
	const reached =
		items.length > 1
			? `for ${listOfItemsWithNumberingNote(limited)}, and ${more} records`
			: `after ${records} ${records === 1 ? 'record' : 'records'}, and ${more}`;
	return [`Limit was reached ${reached}. Turn on Return All or raise Limit to get more.`];
}

/** Says how many requests the node's own filters took. */
function filterHints(results: readonly OperationResult[]): string[] {
	const filters = results.flatMap(({ list }) => list?.nodeFilters ?? []);
	const pages = filters.reduce((sum, filter) => sum + filter.pages, 0);
	if (pages < WORTH_TELLING_REQUESTS) return [];
	const labels = new Set(filters.flatMap((filter) => filter.labels));
	return [
		`The service has no filter ${[...labels].join(' or ')}, so the list was read page by page: ${pages} requests. A filter that the service has makes it shorter.`,
	];
}

/** Names the items whose lists are empty. Lists that are all empty, and were not filtered, surprise nobody. */
function nothingFoundHints(items: readonly Item[]): string[] {
	const lists = items.filter((item) => operationResultOf(item)?.list);
	const empty = lists.filter((item) => operationResultOf(item)?.records.length === 0);
	const [list] = empty.flatMap((item) => operationResultOf(item)?.list ?? []);
	if (!list || (!list.hasFilters && empty.length === lists.length)) return [];
	const { plural, hasFilters, readCount } = list;
	const what = `No ${plural} ${hasFilters ? 'passed the filters' : 'were found'}`;
	if (items.length > 1) return [`${what} for ${listOfItemsWithNumberingNote(empty)}.`];
	return [`${what}${readCount === undefined ? '' : ` (${readCount} read)`}.`];
}

/** Names tags that filters look for and that no record has: they may be misspelled. */
function missedTagsHints(results: readonly OperationResult[]): string[] {
	const lists = results.flatMap(({ list }) => list ?? []);
	const tags = lists.flatMap((list) => list.tags);
	const seen = new Set(tags.filter(({ isSeen }) => isSeen).map(({ tag }) => tagKey(tag)));
	const missed = new Map(
		tags.filter(({ tag }) => !seen.has(tagKey(tag))).map(({ tag }) => [tagKey(tag), tag]),
	);
	if (missed.size === 0) return [];
	const names = listOfNames([...missed.values()]);
	const which = missed.size === 1 ? `the tag ${names}` : `one of the tags ${names}`;
	return [
		`None of the ${lists[0]?.plural} that were read has ${which}. If any should have it, check the spelling in the service.`,
	];
}

/** Names the items whose record was found deactivated. */
function inactiveHints(items: readonly Item[]): string[] {
	const inactive = items.filter((item) => {
		const { operation, settlement } = item;
		const record =
			settlement?.kind === 'checked'
				? settlement.record
				: operationResultOf(item)?.records[0]?.record;
		return operation?.inactiveHint !== undefined && record?.isActive === false;
	});
	const [first] = inactive;
	if (!first) return [];
	return [`${first.operation?.inactiveHint} ${parenthesizedListOfItems(inactive)}.`];
}

/** Says which properties of items are not sent, and why. */
function leftOutHints(leftOut: readonly LeftOut[]): string[] {
	const namesByReason = new Map<LeftOutReason, Set<string>>();
	for (const { name, reason } of leftOut) {
		getOrCreate(namesByReason, reason, () => new Set<string>()).add(name);
	}
	if (namesByReason.size === 0) return [];
	const groups = [...namesByReason].map(
		([reason, names]) => `${listOfNames([...names])} (${LEFT_OUT_REASONS[reason]})`,
	);
	return [`Not sent: ${groups.join('; ')}.`];
}

const listOfNames = (names: string[]): string => {
	const more = names.length - MAX_NAMES;
	const quoted = names.slice(0, MAX_NAMES).map(quote);
	return [...quoted, ...(more > 0 ? [`${more} more`] : [])].join(', ');
};

/** Names the items whose write an earlier request with the same key had carried out. */
export function replayedWriteHints(items: readonly Item[]): string[] {
	const nothingNew = items.filter(({ entry }) => entry.output && entry.hasReplayedWrite);
	const [first] = nothingNew;
	if (!first) return [];
	const { what, why } = first.operation?.alreadyDone ?? NOTHING_NEW;
	const which = items.length > 1 ? ` for ${listOfItemsWithNumberingNote(nothingNew)}` : '';
	return [`${what}${which}: ${why}`];
}

const NOTHING_NEW = {
	what: 'Nothing new was done',
	why: 'it was done before with the same Idempotency Key, and the service gave that answer again. To have it done anew, give another key.',
};

/** Says what rules before sending could not undo. */
function undoHints(items: readonly Item[]): string[] {
	return undoFailuresOf(items.map(({ entry }) => entry));
}

/** What operations tell of items, each remark once with all items that it is about. */
function remarkHints(items: readonly Item[]): string[] {
	const remarks = items.flatMap((item) => item.entry.remarks.map((remark) => ({ remark, item })));
	return [...groupBy(remarks, ({ remark }) => remark)].map(
		([remark, about]) => `${remark} ${parenthesizedListOfItems(about.map(({ item }) => item))}.`,
	);
}

/** Says that an operation ran once for each item although one item would do. */
function ranForEachItemHints(items: readonly Item[]): string[] {
	const hint = items.length > 1 && items[0]?.operation?.ranForEachItemHint;
	return hint ? [hint] : [];
}
