import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import { dropdownError } from '../errors/n8nErrors';
import { send } from '../transport/client';
import { connectWithoutItems } from '../transport/connection';
import { readList, type Extent } from '../transport/pages';
import type { Ask } from '../transport/ask';
import type { ApiRequest } from '../transport/request';

/** Most ms that a dropdown waits for room under the limits; a person is looking at it. */
const PATIENCE_MS = 15_000;
/** The part of the limit of requests that dropdowns leave to executions. */
const LEFT_TO_EXECUTIONS = 0.25;

/** Records of a list, and where it goes on. */
export interface Listed {
	records: IDataObject[];
	paginationToken?: string;
}

/** The records of a list. @param patienceMs how long to wait for them at most */
export async function listed(
	context: ILoadOptionsFunctions,
	request: ApiRequest,
	extent: Extent = {},
	patienceMs = PATIENCE_MS,
): Promise<Listed> {
	const { records, nextCursor } = await shown(
		context,
		async (ask) => await readList(ask, request, extent),
		patienceMs,
	);
	return { records: records.map(({ record }) => record), paginationToken: nextCursor };
}

/** The record that a request asks for. */
export const oneRecord = async (
	context: ILoadOptionsFunctions,
	request: ApiRequest,
): Promise<IDataObject> => await shown(context, async (ask) => (await ask(request)).body);

/** Failures show in the dropdown as a message, never as an empty list. */
async function shown<Result>(
	context: ILoadOptionsFunctions,
	read: (ask: Ask) => Promise<Result>,
	patienceMs = PATIENCE_MS,
): Promise<Result> {
	try {
		const surroundings = await connectWithoutItems(context);
		return await read(
			async (request) =>
				await send(request, surroundings, {
					until: surroundings.clock.now() + patienceMs,
					spares: LEFT_TO_EXECUTIONS,
				}),
		);
	} catch (error) {
		throw dropdownError(context.getNode(), error);
	}
}

/** Entries whose name or value holds the text, whatever its case and accents. */
export function matching(entries: INodeListSearchItems[], filter = ''): INodeListSearchItems[] {
	const wanted = plain(filter);
	return entries.filter(({ name, value }) => plain(`${name} ${value}`).includes(wanted));
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
