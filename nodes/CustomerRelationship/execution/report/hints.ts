import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import { tagKey } from '../../fields/parsers/tags';
import type { LeftOut } from '../../columns/leftOut';
import type { OperationResult, AlreadyDoneText } from '../../resources/shared/operation';
import { LIMIT_LABELS, type LimitName } from '../../transport/slidingWindow';
import type { ItemLedgerEntry } from '../ledgerEntry';
import { listOfItems } from '../itemName';
import { getOrCreate, groupBy } from '../../maps';
import type { LimitWaits } from '../limitWaits';
import type { PreparationReport } from '../preparationReport';
import type { SendRules } from '../rules/sendRules';
import { checkedAmong, resultOf, type Item } from '../task';
import { checkOnlyHints, invalidHints } from './checkOnly';
import { quote } from '../../quote';

/** Shorter waits than this, in ms, are not worth telling. */
const WORTH_TELLING_MS = 3_000;
/** Nor are fewer requests than this. */
const WORTH_TELLING_REQUESTS = 10;
/** Most names in one hint. */
const MAX_NAMES = 30;

/** What the user should know about a run, a sentence or two each. */
export interface RunHints {
	urgent: string[];
	infos: string[];
	/** Those of the infos that are true of the run rather than of some of its items. */
	general: string[];
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

/**
 * The hints about a run. A hint about some items stands here and in `hintsOfItem`. One about the run as a whole stands in
 * `generalHints`, which both show. One that an item's own output shows (an empty list, `isActive: false`) stands here alone.
 */
export function hintsOf(
	items: readonly Item[],
	{ preparationReport, rules, waits, continueOnFail, hasErrorOutput }: HintSources,
): RunHints {
	const general = generalHints(items, waits);
	const infos = [
		...moreHint(items),
		...leftOutHint(preparationReport.leftOut),
		...preparationReport.panelHints,
		...nothingFoundHints(items),
		...general,
		...repeatedAnswerHints(items, items.length),
		...inactiveHints(items),
		...rules.hints(items),
		...undoHints(items),
		...remarkHints(items),
		...(preparationReport.hasChecks
			? checkOnlyHints(
					checkedAmong(items),
					rules,
					items.some(({ operation }) => operation?.sendsMessage),
				)
			: []),
	];
	return {
		urgent: [
			...invalidHints(items, continueOnFail),
			...(hasErrorOutput ? [] : failedRowHints(items)),
			...(preparationReport.hintIfSent ? [preparationReport.hintIfSent] : []),
			...rules.urgentHints(items),
		],
		infos: [...new Set(infos)],
		general,
	};
}

/** Shows the hints in n8n's panel, the urgent ones first, as n8n's warnings. */
export function showHints(context: IExecuteFunctions, { urgent, infos }: RunHints): void {
	const hints: NodeExecutionHint[] = [
		...urgent.map((message) => ({ message, type: 'warning' as const })),
		...infos.map((message) => ({ message, type: 'info' as const })),
	];
	if (hints.length === 0) return;
	context.addExecutionHints(
		...hints.map((hint): NodeExecutionHint => ({ ...hint, location: 'outputPane' })),
	);
}

/** What the user should know about an item: what the preparation tells of it, and how it ended. */
export const hintsOfItem = (
	item: Item,
	{ sentences, leftOut }: NonNullable<ItemLedgerEntry['hints']>,
): string[] => [
	...sentences,
	...leftOutHint(leftOut),
	...moreHint([item]),
	...repeatedAnswerHints([item], 1),
	...undoHints([item]),
	...remarkHints([item]),
];

function generalHints(items: readonly Item[], waits: LimitWaits): string[] {
	const results = items.flatMap((item) => resultOf(item) ?? []);
	return [
		...waitHints(waits.ms),
		...filterHint(results),
		...missedTagsHints(results),
		...repeatedHint(items),
	];
}

const waitHints = (waitedMs: Readonly<Record<LimitName, number>>): string[] =>
	(Object.keys(LIMIT_LABELS) as LimitName[])
		.filter((limit) => waitedMs[limit] >= WORTH_TELLING_MS)
		.map(
			(limit) =>
				`Waited ${Math.round(waitedMs[limit] / 1000)} s in all to stay within ${LIMIT_LABELS[limit]}.`,
		);

/** Names the failed items that are output as rows, which n8n shows like the others. */
function failedRowHints(items: readonly Item[]): string[] {
	const failed = items.filter(
		({ settlement, outputsRow }) => settlement?.kind === 'failed' && outputsRow,
	);
	if (failed.length === 0) return [];
	const [have, their] = failed.length === 1 ? ['has', 'Its'] : ['have', 'Their'];
	const which =
		items.length === 1
			? 'The item has failed.'
			: `${failed.length} of the ${items.length} items ${have} failed (${listOfItems(failed)}; the first item is 0).`;
	return [`${which} ${their} column “result_reason” says why and what to do.`];
}

/** Says which lists have more records than their Limit. */
function moreHint(items: readonly Item[]): string[] {
	const limited = items.filter((item) => resultOf(item)?.hasMore);
	const [first] = limited;
	if (!first) return [];
	const records = resultOf(first)?.records.length;
	const reached =
		items.length > 1
			? `for ${listOfItems(limited)} (the first item is 0), and there are more records`
			: `after ${records} ${records === 1 ? 'record' : 'records'}, and there are more`;
	return [`Limit was reached ${reached}. Turn on Return All or raise Limit to get more.`];
}

/** Says how many requests the node's own filters took. */
function filterHint(results: readonly OperationResult[]): string[] {
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
	const lists = items.filter((item) => resultOf(item)?.list);
	const empty = lists.filter((item) => resultOf(item)?.records.length === 0);
	const [list] = empty.flatMap((item) => resultOf(item)?.list ?? []);
	if (!list || (!list.hasFilters && empty.length === lists.length)) return [];
	const { plural, hasFilters, readCount } = list;
	const what = `No ${plural} ${hasFilters ? 'passed the filters' : 'were found'}`;
	if (items.length > 1) {
		return [`${what} for ${listOfItems(empty)} (the first item is 0).`];
	}
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
			settlement?.kind === 'checked' ? settlement.record : resultOf(item)?.records[0]?.record;
		return operation?.inactiveHint !== undefined && record?.isActive === false;
	});
	const [first] = inactive;
	if (!first) return [];
	return [`${first.operation?.inactiveHint} (${listOfItems(inactive)}; the first item is 0).`];
}

/** Says which properties of items are not sent, and why. */
function leftOutHint(leftOut: readonly LeftOut[]): string[] {
	const namesByReason = new Map<string, Set<string>>();
	for (const { name, why } of leftOut) {
		getOrCreate(namesByReason, why, () => new Set<string>()).add(name);
	}
	if (namesByReason.size === 0) return [];
	const groups = [...namesByReason].map(([why, names]) => `${listOfNames([...names])} (${why})`);
	return [`Not sent: ${groups.join('; ')}.`];
}

const listOfNames = (names: string[]): string => {
	const more = names.length - MAX_NAMES;
	const quoted = names.slice(0, MAX_NAMES).map(quote);
	return [...quoted, ...(more > 0 ? [`${more} more`] : [])].join(', ');
};

/** Says for which items the service only repeated an earlier answer. @param total how many items there are to tell apart */
export function repeatedAnswerHints(items: readonly Item[], total: number): string[] {
	const nothingNew = items.filter(({ entry }) => entry.output && entry.didNothingNew);
	if (nothingNew.length === 0) return [];
	return [nothingNewText(nothingNew, total, nothingNew[0]?.operation?.alreadyDone)];
}

/**
 * Says that the service had carried items out before this execution sent them.
 * @param items in their order; at least one
 * @param total how many there are in the run
 */
function nothingNewText(
	items: readonly Item[],
	total: number,
	{ what, why }: AlreadyDoneText = NOTHING_NEW,
): string {
	const which = total > 1 ? ` for ${listOfItems(items)} (the first item is 0)` : '';
	return `${what}${which}: ${why}`;
}

const NOTHING_NEW = {
	what: 'Nothing new was done',
	why: 'it was done before with the same Idempotency Key, and the service gave that answer again. To have it done anew, give another key.',
};

const undoHints = (items: readonly Item[]): string[] =>
	items.flatMap(({ entry }) => entry.undoFailure ?? []);

/** What operations tell of items, each remark once with all items that it is about. */
function remarkHints(items: readonly Item[]): string[] {
	const remarks = items.flatMap((item) => item.entry.remarks.map((remark) => ({ remark, item })));
	return [...groupBy(remarks, ({ remark }) => remark)].map(
		([remark, about]) =>
			`${remark} (${listOfItems(about.map(({ item }) => item))}; the first item is 0).`,
	);
}

function repeatedHint(items: readonly Item[]): string[] {
	const repeated = items.length > 1 && items[0]?.operation?.repeatedHint;
	return repeated ? [repeated] : [];
}
