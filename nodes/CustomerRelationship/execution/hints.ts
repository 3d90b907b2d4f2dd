import type { NodeExecutionHint } from 'n8n-workflow';
import { itemRanges } from '../errors/report';
import type { NothingNew } from '../resources/operation';
import { LIMIT_LABELS, type LimitName } from '../transport/slidingWindow';
import type { Step } from '../transport/plan';

/** Shorter waits than this, in ms, are nobody's concern. */
const WORTH_TELLING_MS = 3_000;

/** Fewer requests than this are nobody's concern, either. */
const WORTH_TELLING_REQUESTS = 10;
/** Most names that are told of what was left out for one reason. */
const NAMES = 30;

const named = (names: string[]): string => {
	const more = names.length - NAMES;
	const told = names.slice(0, NAMES).map((name) => `“${name}”`);
	return [...told, ...(more > 0 ? [`${more} more`] : [])].join(', ');
};

/** Gathers what the user should know about an execution that went well. */
export class Hints {
	private readonly waitedMs: Record<LimitName, number> = { request: 0, send: 0 };
	private readonly toldUntil: Record<LimitName, number> = { request: 0, send: 0 };
	private readonly notes = new Set<string>();
	/** Names of the items' properties that were not sent, by the reason. */
	private readonly unused = new Map<string, Set<string>>();
	/** Records given out of lists that go on behind their Limit, in all. */
	private listed = 0;
	/** Pages of them that were read for filters of the node. */
	private pagesFiltered = 0;

	/** Times in ms. What items waited beside each other counts once. */
	waited(limit: LimitName, from: number, to: number): void {
		this.waitedMs[limit] += Math.max(0, to - Math.max(from, this.toldUntil[limit]));
		this.toldUntil[limit] = Math.max(to, this.toldUntil[limit]);
	}

	/** So many records of a list that goes on. */
	endedAtLimit(records: number): void {
		this.listed += records;
	}

	/** So many pages were read to find what passes the node's own filters. */
	filtered(pages: number): void {
		this.pagesFiltered += pages;
	}

	/** Properties of an item that no field takes, and why. */
	leftOut(properties: Step['leftOut'] = []): void {
		for (const { name, why } of properties) {
			this.unused.set(why, (this.unused.get(why) ?? new Set()).add(name));
		}
	}

	note(text: string): void {
		this.notes.add(text);
	}

	get all(): NodeExecutionHint[] {
		const waits = (Object.keys(LIMIT_LABELS) as LimitName[])
			.filter((limit) => this.waitedMs[limit] >= WORTH_TELLING_MS)
			.map(
				(limit) =>
					`Waited ${Math.round(this.waitedMs[limit] / 1000)} s in all to stay within ${LIMIT_LABELS[limit]}.`,
			);
		return [...waits, ...this.more, ...this.reading, ...this.notSent, ...this.notes].map(
			(message) => ({
				message,
				type: 'info',
				location: 'outputPane',
			}),
		);
	}

	private get more(): string[] {
		if (this.listed === 0) return [];
		return [
			`Limit was reached after ${this.listed} records, and there are more. Turn on Return All or raise Limit to get more.`,
		];
	}

	private get reading(): string[] {
		if (this.pagesFiltered < WORTH_TELLING_REQUESTS) return [];
		return [
			`Has Tags, Without Tags and Has Phone took ${this.pagesFiltered} requests: the service does not know them, so the list was read page by page. Another filter, such as Updated Since, makes it shorter.`,
		];
	}

	private get notSent(): string[] {
		if (this.unused.size === 0) return [];
		const groups = [...this.unused].map(([why, names]) => `${named([...names])} (${why})`);
		return [`Not sent: ${groups.join('; ')}.`];
	}
}

/**
 * Says that the service had carried items out before this execution sent them.
 * @param items in their order; at least one
 * @param total how many there are in the run
 * @param says what did not happen now, and why
 */
export function nothingNewHint(
	items: readonly number[],
	total: number,
	{ what, why }: NothingNew = NOTHING_NEW,
): string {
	const which = total > 1 ? ` for ${itemRanges(items)} (counted from 0)` : '';
	return `${what}${which}: ${why}`;
}

const NOTHING_NEW = {
	what: 'Nothing new was done',
	why: 'it was done before with the same Idempotency Key, and the service gave that answer again. To have it done anew, give another key.',
};
