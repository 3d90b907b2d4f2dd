import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../typeGuards';
import { DEFAULT_PAGE_SIZE } from '../../fields/options';
import { withOptions, type Ask } from '../../transport/ask';
import { readList, type ListResult } from '../../transport/pages';
import { getByIdRequest, recordIdOf, type ApiRequest } from '../../transport/request';
import type { MonotonicMs } from '../../transport/time';
import { firstText, recordNameOf } from '../guesses';
import { undefinedIfNotVisible } from './undefinedIfNotVisible';

/** Half a surrogate pair, which no URL can hold. */
const LONE_SURROGATE = /\p{Cs}/u;

/** The IDs that records have in a property. */
export function linkedIdsIn(records: readonly IDataObject[], property: string): Set<string> {
	const ids = records.flatMap((record) => recordIdOf({ id: record[property] }) ?? []);
	return new Set(ids.filter((id) => !LONE_SURROGATE.test(id)));
}

/** Reading pages may waste this share of the requests that reading the records one by one would take. */
const MAX_EXTRA_REQUESTS_SHARE = 0.1;

/** What is kept of a record that others point to. */
type Summary = Record<'name' | 'phone' | 'email', string | undefined>;

/** How summaries are read. */
export interface SummaryReadOptions {
	/** Whether the caller can do without them: what can't be read, for whatever reason, is left out. */
	isBestEffort?: boolean;
}

/** Reads the names, phones and emails of records, and returns them by ID. */
export class RecordSummaries {
	private readonly summaries = new Map<string, Summary>();

	constructor(
		private readonly ask: Ask,
		private readonly options: SummaryReadOptions = {},
	) {}

	/** The name, or another property, of a record; null if it has none, or is not visible. */
	of(id: unknown, property: keyof Summary = 'name'): string | null {
		return this.summaries.get(String(id))?.[property] ?? null;
	}

	/** Reads a list; undefined if it is not visible. @param goesOn called with each page; whether to read the next one */
	async readAll(
		list: Pick<ApiRequest, 'path' | 'query'>,
		pageSize?: number,
		goesOn: (page: IDataObject[]) => boolean = () => true,
	): Promise<ListResult | undefined> {
		return await this.undefinedIfUnreadable(
			readList(
				withOptions(this.ask, { cacheAs: pageOfSummaries }),
				{ method: 'GET', ...list },
				{
					pageSize,
					goesOn: (page) => {
						page.forEach((record) => this.add(record));
						return goesOn(page);
					},
				},
			),
		);
	}

	/**
	 * Reads the records that others point to. The length of their list is unknown, so pages are read as long as they
	 * hold enough of these records. The rest is read one by one.
	 * @param listPath such as `/companies`
	 * @param linkedIds of the records; those that were read are not read again
	 * @param readAt when the IDs were read
	 */
	async readLinked(
		listPath: string,
		linkedIds: Iterable<string>,
		{ query, readAt = 0 }: { query?: ApiRequest['query']; readAt?: MonotonicMs | undefined } = {},
	): Promise<void> {
		const ids = new Set([...linkedIds].filter((id) => !this.summaries.has(id)));
		const unread = new Set(ids);
		const extraRequests = Math.floor(ids.size * MAX_EXTRA_REQUESTS_SHARE);
		let pages = 0;
		// A page costs one request, and saves one for each wanted record on it. The next page is read while the
		// pages so far have paid for themselves. The extra requests let the first page be read before it has
		// saved any. With fewer than ten wanted records there are none, so each record is read by its ID.
		const isNextPageWorthIt = () => pages + 1 <= ids.size - unread.size + extraRequests;
		if (isNextPageWorthIt()) {
			const list = await this.readAll({ path: listPath, query }, DEFAULT_PAGE_SIZE, (page) => {
				for (const { id } of page) unread.delete(String(id));
				pages += 1;
				return unread.size > 0 && isNextPageWorthIt();
			});
			if (!list) return;
			// A record missing from the whole list is not visible, unless the list was cached before the IDs were read.
			const isOlder = (list.records[0]?.answer.receivedAt ?? readAt) < readAt;
			if (!list.hasMore && !isOlder) return;
		}
		for (const id of unread) {
			const answer = await this.undefinedIfUnreadable(
				this.ask(getByIdRequest(listPath, { id }), { cacheAs: summaryOf }),
			);
			if (answer) this.add(answer.body);
		}
	}

	private async undefinedIfUnreadable<Result>(read: Promise<Result>): Promise<Result | undefined> {
		return this.options.isBestEffort
			? await read.catch(() => undefined)
			: await undefinedIfNotVisible(read);
	}

	private add(record: IDataObject): void {
		const text = (name: string) => firstText(record, [name]);
		const summary = { name: recordNameOf(record), phone: text('phone'), email: text('email') };
		if (record.id) this.summaries.set(String(record.id), summary);
	}
}

const summaryOf = (record: IDataObject): IDataObject => ({
	id: record.id,
	name: recordNameOf(record),
	phone: record.phone,
	email: record.email,
});

const pageOfSummaries = ({ data, ...envelope }: IDataObject): IDataObject => ({
	...envelope,
	data: Array.isArray(data)
		? data.map((record) => (isObject(record) ? summaryOf(record) : record))
		: data,
});
