import { itemRanges } from '../errors/report';
import { isWrite, recordKeyOf, urlOf, type ApiRequest } from '../transport/request';

/** An item and the first request of its plan. */
interface Asking {
	item: number;
	request: ApiRequest;
}

/** Names the items that are about one record, which build on each other; undefined where there are none. */
export function sameRecordHint(all: readonly Asking[]): string | undefined {
	const byRecord = new Map<string, number[]>();
	for (const { item, request } of all) {
		const record = recordNamedBy(request);
		if (record !== undefined) byRecord.set(record, [...(byRecord.get(record) ?? []), item]);
	}
	const shared = [...byRecord.values()].filter((items) => items.length > 1);
	if (shared.length === 0) return undefined;
	const named = shared.slice(0, MOST_NAMED).map(someOf);
	const more = shared.length - named.length;
	const others = more > 0 ? `; so it is with ${more} more records` : '';
	return `One record is that of ${named.join('; another that of ')} (counted from 0)${others}. Where several replace a field, the last counts.`;
}

/** How many records that several items name are told with their items, and with how many of them. */
const MOST_NAMED = 5;
const MOST_ITEMS = 10;

const someOf = (items: readonly number[]): string =>
	items.length > MOST_ITEMS
		? `${items.length} items, the first of them ${itemRanges(items.slice(0, 1))}`
		: itemRanges(items);

/** The record by its ID, or what it is looked up by; undefined where the service decides which it is. */
function recordNamedBy(request: ApiRequest): string | undefined {
	// Of two messages into one conversation none touches the other.
	if (request.send || (isWrite(request) && request.recordKeys)) return undefined;
	if (request.record) return recordKeyOf(request.record);
	return request.recordKeys && urlOf('', request);
}
