import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DEFAULT_PAGE_SIZE } from '../fields/options';
import { firstText, assumedProperties } from '../resources/guesses';
import { toEntries } from './entries';
import { readForFilter, filteredDropdownResult } from './filteredRead';

/** Deals, by title; closed ones show their status. The service can't search deals. */
export async function searchDeals(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const request = { method: 'GET', path: '/deals' } as const;
	const pageSize = DEFAULT_PAGE_SIZE;
	const deals = await readForFilter(this, request, { filter, cursor: paginationToken, pageSize });
	const suffixesOf = ({ status }: IDataObject) => (status === 'open' ? [] : [String(status)]);
	return filteredDropdownResult(deals, toEntries(deals.records, suffixesOf), filter);
}

/** Pipelines in the service's order, deactivated ones included. */
export async function searchPipelines(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const query = { includeInactive: 'true' };
	const request = { method: 'GET', path: '/pipelines', query } as const;
	const pipelines = await readForFilter(this, request, { filter, cursor: paginationToken });
	return filteredDropdownResult(pipelines, toEntries(pipelines.records), filter);
}

/** Channels with their kind, and their state unless they are connected. */
export async function searchChannels(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const request = { method: 'GET', path: '/channels', scope: 'inbox:read' } as const;
	const channels = await readForFilter(this, request, { filter, cursor: paginationToken });
	const suffixesOf = (channel: IDataObject) => {
		const kind = firstText(channel, assumedProperties.channelKind);
		const state = firstText(channel, assumedProperties.channelState);
		const isOff = assumedProperties.channelConnected.some((name) => channel[name] === false);
		return [
			...(kind ? [kind.replaceAll('_', ' ')] : []),
			...(isOff ? ['disconnected'] : state && state !== 'connected' ? [state] : []),
		];
	};
	return filteredDropdownResult(channels, toEntries(channels.records, suffixesOf), filter);
}
