import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../typeGuards';
import type { Answer } from './answer';
import type { Ask } from './ask';
import type { ApiRequest, RecordRef } from './request';
import { RequestFailed } from './requestFailed';

/** Records of a list, each with the answer that brought it. */
export interface Listed {
	records: Array<{ record: IDataObject; answer: Answer }>;
	/** Where the list goes on behind them. */
	nextCursor: string | undefined;
	/** How many pages were read. */
	pages: number;
}

/** A list whose pages don't fit together; no part of it is given out. */
export class BrokenList extends Error {
	constructor(
		readonly problem: string,
		readonly requestId: string | undefined,
		/** The cursor is unusable: retrying from it makes no progress. */
		readonly isEndless = false,
	) {
		super(problem);
	}
}

/** A record that a list was searched for, and that was not found in it. */
export class NotListed extends Error {
	/**
	 * @param plural what the list holds, in lower case
	 * @param searched how many of them were looked through
	 * @param isWhole whether those were all
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

/** How much of a list is wanted. */
export interface ReadListOptions {
	/**
	 * Sent as `limit`; when the service refuses it (its bounds are not shown), the list goes on with
	 * the service's own page size. Undefined: never sent.
	 */
	pageSize?: number;
	/** Which records are meant; all where it is left out. */
	passes?(record: IDataObject): boolean;
	/** Stops after the page with which at least so many records were read. All of that page are returned. */
	stopAfter?: number;
	/** Most pages to read, whether or not the list goes on. */
	maxPages?: number;
	/** Told of each page; false ends the reading. */
	goesOn?(page: IDataObject[]): boolean;
}

/** One page of a list. */
export interface Page {
	records: IDataObject[];
	hasMore: boolean;
	/** Where the list goes on; undefined on its last page, or where the service does not say. */
	nextCursor: string | undefined;
	answer: Answer;
}

/**
 * Reads a list page by page (specification: List envelope).
 * @throws BrokenList when the cursors repeat or an answer is no list
 */
export async function readList(
	ask: Ask,
	request: ApiRequest,
	options: ReadListOptions = {},
): Promise<Listed> {
	const { stopAfter = Infinity, maxPages = Infinity } = options;
	const { passes = () => true, goesOn = () => true } = options;
	const records: Listed['records'] = [];
	let pages = 0;
	let next: string | undefined;
	await readPages(ask, request, options, (page) => {
		for (const record of page.records.filter(passes)) {
			records.push({ record, answer: page.answer });
		}
		next = page.nextCursor;
		pages += 1;
		return !goesOn(page.records) || records.length >= stopAfter || pages >= maxPages;
	});
	return { records, nextCursor: next, pages };
}

/**
 * Hands over a list's pages one by one. Follows `hasMore` and `nextCursor`; every further page is the
 * same request plus its cursor.
 * @param from where to begin, instead of at its first page
 * @param isEnough called with each page; whether to stop there
 * @throws BrokenList when the cursors repeat or an answer is no list
 */
export async function readPages(
	ask: Ask,
	request: ApiRequest,
	{ pageSize, from }: Pick<ReadListOptions, 'pageSize'> & { from?: string },
	isEnough: (page: Page) => boolean | void,
): Promise<void> {
	// A `limit` among the query is the user's own, from Your Own Query.
	const { limit: own, ...others } = request.query ?? {};
	let limit = own ?? (pageSize === undefined ? undefined : String(pageSize));
	const seen = new Set<string>();
	let cursor = from;
	while (true) {
		const query = {
			...others,
			...(limit !== undefined && { limit }),
			...(cursor !== undefined && { cursor }),
		};
		let answer: Answer;
		try {
			answer = await ask({ ...request, query });
		} catch (error) {
			limit = withoutRefused(limit, error);
			continue;
		}
		const { data, nextCursor } = answer.body;
		if (!isList(data)) {
			throw new BrokenList('the answer holds no list of records', answer.requestId);
		}
		const hasMore = answer.body.hasMore === true;
		const next = hasMore && nextCursor ? String(nextCursor) : undefined;
		if (isEnough({ records: data, hasMore, nextCursor: next, answer }) === true || !hasMore) return;
		if (next === undefined || seen.has(next)) {
			throw new BrokenList(
				'the service says that there are more records but not where they continue',
				answer.requestId,
				true,
			);
		}
		seen.add(next);
		cursor = next;
	}
}

const isList = (data: unknown): data is IDataObject[] =>
	Array.isArray(data) && data.every(isObject);

/** No page size any more, where the service refused it. @throws the error where it is about something else */
function withoutRefused(limit: string | undefined, error: unknown): undefined {
	const failure = RequestFailed.orThrow(error);
	const { code, param } = failure.refusal ?? {};
	if (limit === undefined || code !== 'invalid_parameter' || param !== 'limit') throw failure;
}
