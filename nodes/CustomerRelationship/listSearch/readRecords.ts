import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import { dropdownError } from '../errors/n8nErrors';
import { send } from '../transport/client';
import { clientDependenciesWithoutItems } from '../transport/httpAdapter';
import { readList, type Extent } from '../transport/pages';
import type { Ask } from '../transport/ask';
import type { ApiRequest } from '../transport/request';

/** Most ms that a dropdown waits for room under the limits; a person is looking at it. */
const TIMEOUT_MS = 15_000;
/** The part of the limit of requests that dropdowns leave to executions. */
const EXECUTIONS_SHARE = 0.25;

/** Records of a list, and where it goes on. */
export interface DropdownRecords {
	records: IDataObject[];
	paginationToken?: string;
}

/** The records of a list. @param timeoutMs how long to wait for them at most */
export async function readRecords(
	context: ILoadOptionsFunctions,
	request: ApiRequest,
	extent: Extent = {},
	timeoutMs = TIMEOUT_MS,
): Promise<DropdownRecords> {
	const { records, nextCursor } = await shown(
		context,
		async (ask) => await readList(ask, request, extent),
		timeoutMs,
	);
	return { records: records.map(({ record }) => record), paginationToken: nextCursor };
}

/** The record that a request asks for. */
export const readRecord = async (
	context: ILoadOptionsFunctions,
	request: ApiRequest,
): Promise<IDataObject> => await shown(context, async (ask) => (await ask(request)).body);

/** Failures show in the dropdown as a message, never as an empty list. */
async function shown<Result>(
	context: ILoadOptionsFunctions,
	read: (ask: Ask) => Promise<Result>,
	timeoutMs = TIMEOUT_MS,
): Promise<Result> {
	try {
		const surroundings = await clientDependenciesWithoutItems(context);
		return await read(
			async (request) =>
				await send(request, surroundings, {
					giveUpAt: surroundings.clock.now() + timeoutMs,
					reservedShare: EXECUTIONS_SHARE,
				}),
		);
	} catch (error) {
		throw dropdownError(context.getNode(), error);
	}
}

/** Entries whose name or value holds the text, whatever its case and accents. */
export function filterEntries(
	entries: INodeListSearchItems[],
	filter = '',
): INodeListSearchItems[] {
	const wanted = plain(filter);
	return entries.filter(({ name, value }) => plain(`${name} ${value}`).includes(wanted));
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
