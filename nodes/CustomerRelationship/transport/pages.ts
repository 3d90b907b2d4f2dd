import type { IDataObject } from 'n8n-workflow';
import type { Answer } from './answer';
import type { Plan } from './plan';
import type { ApiRequest } from './request';
import { RequestFailed } from './requestFailed';

/** Records of a list, each with the answer that brought it. */
export interface Listed {
	records: Array<{ record: IDataObject; answer: Answer }>;
	/** Where the list goes on behind them. */
	nextCursor: string | undefined;
}

/** A list whose pages don't fit together; no part of it is given out. */
export class BrokenList extends Error {
	constructor(
		readonly problem: string,
		readonly requestId: string | undefined,
	) {
		super(problem);
	}
}

/** How much of a list is wanted. */
export interface Extent {
	/**
	 * Sent as `limit`; when the service refuses it (its bounds are not shown), the list goes on with
	 * the service's own page size. Undefined: never sent.
	 */
	pageSize?: number;
	/** Pages are read until there are so many records; the last page's are all among them. */
	most?: number;
	/** Most pages to read, whether or not the list goes on. */
	maxPages?: number;
}

/**
 * Reads a list page by page (specification: List envelope). Follows `hasMore` and `nextCursor`;
 * every further page is the same request plus its cursor.
 * @throws BrokenList when the cursors repeat or an answer is no list
 */
export function* readList(
	request: ApiRequest,
	{ pageSize, most = Infinity, maxPages = Infinity }: Extent = {},
): Plan<Listed> {
	// A `limit` among the query is the user's own, from Additional Query.
	const { limit: own, ...others } = request.query ?? {};
	let limit = own ?? (pageSize === undefined ? undefined : String(pageSize));
	const records: Listed['records'] = [];
	const seen = new Set<string>();
	let cursor: string | undefined;
	while (true) {
		const query = {
			...others,
			...(limit !== undefined && { limit }),
			...(cursor !== undefined && { cursor }),
		};
		let answer: Answer;
		try {
			answer = yield { request: { ...request, query } };
		} catch (error) {
			limit = withoutRefused(limit, error);
			continue;
		}
		const { data, hasMore, nextCursor } = answer.body;
		if (!Array.isArray(data)) {
			throw new BrokenList('the answer holds no list of records', answer.requestId);
		}
		for (const record of data) records.push({ record, answer });
		const next = hasMore === true && nextCursor ? String(nextCursor) : undefined;
		const isEnough = records.length >= most || seen.size + 1 >= maxPages;
		if (hasMore !== true || isEnough) return { records, nextCursor: next };
		if (next === undefined || seen.has(next)) {
			throw new BrokenList(
				'the service says that there are more records but not where they continue',
				answer.requestId,
			);
		}
		seen.add(next);
		cursor = next;
	}
}

/** No page size any more, where the service refused it. @throws the error where it is about something else */
function withoutRefused(limit: string | undefined, error: unknown): undefined {
	const failure = RequestFailed.from(error);
	const { code, param } = failure.refusal ?? {};
	if (limit === undefined || code !== 'invalid_parameter' || param !== 'limit') throw failure;
}
