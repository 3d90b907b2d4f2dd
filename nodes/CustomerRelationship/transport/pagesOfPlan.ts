import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../typeGuards';
import type { Answer } from './answer';
import { BrokenList, type Extent, type Listed, type Page } from './pages';
import type { Plan } from './plan';
import type { ApiRequest } from './request';
import { RequestFailed } from './requestFailed';

/**
 * Reads a list page by page (specification: List envelope).
 * @throws BrokenList when the cursors repeat or an answer is no list
 */
export function* readList(request: ApiRequest, extent: Extent = {}): Plan<Listed> {
	const { most = Infinity, maxPages = Infinity } = extent;
	const { passes = () => true, goesOn = () => true } = extent;
	const records: Listed['records'] = [];
	let pages = 0;
	let next: string | undefined;
	yield* readPages(request, extent, (page) => {
		for (const record of page.records.filter(passes)) {
			records.push({ record, answer: page.answer });
		}
		next = page.nextCursor;
		pages += 1;
		return !goesOn(page.records) || records.length >= most || pages >= maxPages;
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
export function* readPages(
	request: ApiRequest,
	{ pageSize, from }: Pick<Extent, 'pageSize'> & { from?: string },
	isEnough: (page: Page) => boolean | void,
): Plan<void> {
	// A `limit` among the query is the user's own, from Additional Query.
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
			answer = yield { request: { ...request, query } };
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
