import { DEFAULT_PAGE_SIZE } from '../options';
import { refuse } from '../rules/errors';
import type { Collection } from '../store/collection';
import type { Answer, Call } from './operation';

interface ListQuery {
	limit?: number;
	cursor?: string;
	updatedSince?: string;
}

/** "List envelope" of a list with cursors: newest first. */
export function listPage<T extends { id: string; updatedAt: string }>(
	call: Call<ListQuery>,
	collection: Collection<T>,
	accept: (record: T) => boolean,
	present: (record: T) => unknown = (record) => record,
): Answer {
	const { service, user, path, query } = call;
	const { limit: asked, cursor, ...filters } = query;
	const list = { userId: user.id, path, filters };
	const { maxPageSize } = service.options;
	const limit = asked ?? Math.min(DEFAULT_PAGE_SIZE, maxPageSize);
	if (limit < 1 || limit > maxPageSize) {
		refuse('invalid_parameter', `limit must be between 1 and ${maxPageSize}.`, 'limit');
	}
	const since = query.updatedSince;
	const isLaterOnly = service.behaviour.isTurned('changedSinceIsLater');
	const isChanged = ({ updatedAt }: T) =>
		since === undefined || (isLaterOnly ? updatedAt > since : updatedAt >= since);
	const { records, next } = collection.page({
		before: cursor === undefined ? undefined : service.cursors.read(list, cursor),
		limit,
		accept: (record) => isChanged(record) && accept(record),
	});
	return ok({
		data: records.map(present),
		nextCursor: next === null ? null : service.cursors.write(list, next),
		hasMore: next !== null,
	});
}

/** "List envelope" of a list in one page. */
export function onePage(data: unknown[]): Answer {
	return ok({ data, nextCursor: null, hasMore: false });
}

export function ok(body: unknown): Answer {
	return { status: 200, body };
}
