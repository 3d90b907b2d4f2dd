import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { PAGE_SIZE } from '../fields/options';
import type { Query } from '../transport/request';
import { entryOf, firstText } from './entries';
import { allPages, matching, onePage } from './records';

type Entries = (record: IDataObject) => INodeListSearchItems;

/** Deals, by title; the API can't search them. Closed ones are marked. */
export async function searchDeals(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const entry: Entries = (deal) =>
		entryOf(deal, deal.status === 'open' ? [] : [String(deal.status)]);
	return await filtered(this, '/deals', entry, { filter, paginationToken, pageSize: PAGE_SIZE });
}

/** Pipelines in the service's order: the default one first. */
export async function searchPipelines(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const entry: Entries = (pipeline) => entryOf(pipeline);
	return await filtered(this, '/pipelines', entry, { filter, query: { includeInactive: 'true' } });
}

/** Connected channels with their kind, where the service tells it. */
export async function searchChannels(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const entry: Entries = (channel) => {
		const kind = firstText(channel, ['type', 'kind']);
		const status = firstText(channel, ['status', 'state']);
		const off = channel.connected === false || channel.isConnected === false;
		return entryOf(channel, [
			...(kind ? [kind.replaceAll('_', ' ')] : []),
			...(off ? ['disconnected'] : status && status !== 'connected' ? [status] : []),
		]);
	};
	return await filtered(this, '/channels', entry, { filter });
}

/** Conversations, by whatever the service tells of their contact. */
export async function searchConversations(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const entry: Entries = (conversation) => {
		const contact = conversation.contact as IDataObject | undefined;
		const name =
			firstText(conversation, ['contactName', 'contactPhone']) ??
			(contact && firstText(contact, ['name', 'phone']));
		return entryOf(name ? { ...conversation, name } : conversation);
	};
	return await filtered(this, '/conversations', entry, { filter, paginationToken });
}

/** Without a filter page by page as the user scrolls; with one, the matches of all pages. */
async function filtered(
	context: ILoadOptionsFunctions,
	path: string,
	entry: Entries,
	{
		filter,
		paginationToken: cursor,
		pageSize,
		query,
	}: { filter?: string; paginationToken?: string; pageSize?: number; query?: Query },
): Promise<INodeListSearchResult> {
	const request = { method: 'GET', path, query: { ...query, ...(cursor && { cursor }) } } as const;
	if (filter?.trim()) {
		const records = await allPages(context, request, pageSize);
		return { results: matching(records.map(entry), filter) };
	}
	const { records, paginationToken } = await onePage(context, request, pageSize);
	return { results: records.map(entry), paginationToken };
}
