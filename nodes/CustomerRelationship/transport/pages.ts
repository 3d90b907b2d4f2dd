import type { IDataObject } from 'n8n-workflow';
import type { Answer } from './answer';
import { RequestFailed } from './client';
import type { ApiRequest } from './request';

/** Records of one page, with the answer that brought them. */
export interface Page {
	records: IDataObject[];
	answer: Answer;
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

/**
 * The pages of a list, fetched one by one as they are asked for (specification: List envelope).
 * Follows `hasMore` and `nextCursor`; every further page is the same request plus its cursor.
 *
 * @param pageSize sent as `limit`; when the service refuses it (its bounds are not shown), the
 * list goes on with the service's own page size. Undefined: never sent.
 * @throws BrokenList when the cursors repeat or an answer is no list
 */
export async function* pages(
	request: ApiRequest,
	pageSize: number | undefined,
	send: (request: ApiRequest) => Promise<Answer>,
): AsyncGenerator<Page> {
	const seen = new Set<string>();
	let cursor: string | undefined;
	// A `limit` among the query is the user's own, from Additional Query.
	const { limit: own, ...others } = request.query ?? {};
	let limit = own ?? (pageSize === undefined ? undefined : String(pageSize));
	do {
		const query = {
			...others,
			...(limit !== undefined && { limit }),
			...(cursor !== undefined && { cursor }),
		};
		const sent = send({ ...request, query });
		const answer = await (limit === undefined ? sent : sent.catch(undefinedWhenLimitIsRefused));
		if (!answer) {
			limit = undefined;
			continue;
		}
		const { data, hasMore, nextCursor } = answer.body;
		if (!Array.isArray(data)) {
			throw new BrokenList('the answer holds no list of records', answer.requestId);
		}
		yield { records: data as IDataObject[], answer };
		if (hasMore !== true) return;
		if (typeof nextCursor !== 'string' || nextCursor === '' || seen.has(nextCursor)) {
			throw new BrokenList(
				'the service says that there are more records but not where they continue',
				answer.requestId,
			);
		}
		seen.add(nextCursor);
		cursor = nextCursor;
	} while (true);
}

function undefinedWhenLimitIsRefused(error: unknown): undefined {
	const setback = error instanceof RequestFailed ? error.setback : undefined;
	const refusal = setback?.kind === 'refusal' ? setback.refusal : undefined;
	if (refusal?.code !== 'invalid_parameter' || refusal.param !== 'limit') throw error;
}
