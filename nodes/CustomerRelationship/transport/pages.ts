import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../typeGuards';
import type { Answer } from './answer';
import type { Ask } from './ask';
import type { ApiRequest, RecordRef } from './request';
import { RequestFailed } from './requestFailed';

/** What was read of a list. */
export interface ListResult {
	/** The records, each with the answer that it comes from. */
	records: Array<{ record: IDataObject; answer: Answer }>;
	/** The cursor behind them, as on a `Page`. */
	nextCursor: string | undefined;
	/** Whether more records follow. */
	hasMore: boolean;
	/** How many pages were read. */
	pages: number;
}

/**
 * An answer of the service that the caller can't go on with: a page that is no list or names no next page, or
 * a record that is not the one that was asked for or lacks what must be kept.
 */
export class UnusableAnswer extends Error {
	constructor(
		/** What is wrong with the answer, in a clause that calls it “it”. */
		readonly problem: string,
		readonly requestId: string | undefined,
		/** Whether its cursor repeats or is missing: reading the list again would not get further. */
		readonly isCursorUnusable = false,
	) {
		super(problem);
	}
}

/** A record that a list was searched for, and that was not found in it. */
export class NotFoundInList extends Error {
	/**
	 * @param plural the records' noun in the plural, in lower case
	 * @param searched how many records were looked through
	 * @param isWhole whether those were all records of the list
	 */
	constructor(
		readonly record: RecordRef,
		readonly plural: string,
		readonly searched: number,
		readonly isWhole: boolean,
	) {
		super('The record was not found in the list');
	}
}

/** Which records of a list to read. */
export interface ReadListOptions {
	/**
	 * Sent as `limit`, unless the query has one. The specification does not show its bounds: if the service
	 * refuses the `limit`, the list is read with the service's own page size.
	 */
	pageSize?: number;
	/** Keeps the records for which it returns true. By default all are kept. */
	passes?(record: IDataObject): boolean;
	/** Stops after the page with which this many records are kept. All that are kept of that page are returned. */
	stopAfter?: number;
	/** The most pages to read. */
	maxPages?: number;
	/** Called with each page. If it returns false, no further page is read. */
	goesOn?(page: IDataObject[]): boolean;
}

/** One page of a list. */
export interface Page {
	records: IDataObject[];
	/** The cursor of the next page; undefined on the last page, or if the service does not tell it. */
	nextCursor: string | undefined;
	/** Whether more pages follow, as the service says, even if it does not tell where. */
	hasMore: boolean;
	answer: Answer;
}

/**
 * Reads a list page by page (specification: List envelope).
 * @throws UnusableAnswer if an answer is no list, or if a further page is to be read and its cursor repeats
 *   or is missing: then nothing of the list is returned
 */
export async function readList(
	ask: Ask,
	request: ApiRequest,
	options: ReadListOptions = {},
): Promise<ListResult> {
	const { stopAfter = Infinity, maxPages = Infinity } = options;
	const { passes = () => true, goesOn = () => true } = options;
	const records: ListResult['records'] = [];
	let pages = 0;
	let nextCursor: string | undefined;
	let hasMore = false;
	for await (const page of readPages(ask, request, options)) {
		for (const record of page.records.filter(passes)) {
			records.push({ record, answer: page.answer });
		}
		({ nextCursor, hasMore } = page);
		pages += 1;
		if (!goesOn(page.records) || records.length >= stopAfter || pages >= maxPages) break;
	}
	return { records, nextCursor, hasMore, pages };
}

/**
 * Yields a list's pages one by one. Follows `hasMore` and `nextCursor`: every further page is the same
 * request with its cursor, and is read only when it is asked for.
 * @param from the cursor to begin at, instead of the first page
 * @throws UnusableAnswer if a cursor repeats or is missing, or an answer is no list, after the pages before
 *   it were yielded
 */
export async function* readPages(
	ask: Ask,
	request: ApiRequest,
	{ pageSize, from }: Pick<ReadListOptions, 'pageSize'> & { from?: string | undefined },
): AsyncGenerator<Page, void> {
	// A `limit` in the query is the user's own, from Your Own Query.
	const { limit: ownLimit, ...otherParameters } = request.query ?? {};
	let limit = ownLimit ?? (pageSize === undefined ? undefined : String(pageSize));
	const earlierCursors = new Set(from === undefined ? [] : [from]);
	let cursor = from;
	while (true) {
		const query = {
			...otherParameters,
			...(limit !== undefined && { limit }),
			...(cursor !== undefined && { cursor }),
		};
		let answer: Answer;
		try {
			answer = await ask({ ...request, query });
		} catch (error) {
			const failure = RequestFailed.orThrow(error);
			if (limit === undefined || !isRefusalOfLimit(failure)) throw failure;
			limit = undefined;
			continue;
		}
		const { data, nextCursor } = answer.body;
		if (!isList(data)) {
			throw new UnusableAnswer('it holds no list of records', answer.requestId);
		}
		const hasMore = answer.body.hasMore === true;
		const next = hasMore && nextCursor ? String(nextCursor) : undefined;
		yield { records: data, nextCursor: next, hasMore, answer };
		if (!hasMore) return;
		if (next === undefined || earlierCursors.has(next)) {
			throw new UnusableAnswer(
				'it says that there are more records but not where they continue',
				answer.requestId,
				true,
			);
		}
		earlierCursors.add(next);
		cursor = next;
	}
}

const isList = (data: unknown): data is IDataObject[] =>
	Array.isArray(data) && data.every(isObject);

/** Whether the service refused the page size, and no other parameter. */
const isRefusalOfLimit = ({ refusal }: RequestFailed): boolean =>
	refusal?.code === 'invalid_parameter' && refusal.param === 'limit';
