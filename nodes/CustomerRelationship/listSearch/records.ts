import type { IDataObject, ILoadOptionsFunctions, INodeListSearchItems } from 'n8n-workflow';
import { failureOf } from '../execution/failure';
import { send } from '../transport/client';
import { connect } from '../transport/connection';
import { pages, type Page } from '../transport/pages';
import type { ApiRequest } from '../transport/request';

/** Most ms that a dropdown waits for room under the limits; a person is looking at it. */
const PATIENCE_MS = 15_000;

/** The first page of a list, and where the next one starts. @param pageSize where the API takes one */
export async function onePage(
	context: ILoadOptionsFunctions,
	request: ApiRequest,
	pageSize?: number,
): Promise<{ records: IDataObject[]; paginationToken?: string }> {
	for await (const { records, answer } of pagesFor(context, request, pageSize)) {
		const { hasMore, nextCursor } = answer.body;
		const paginationToken = hasMore === true && nextCursor ? String(nextCursor) : undefined;
		return { records, paginationToken };
	}
	return { records: [] };
}

/** All records of a list. @param pageSize where the API takes one */
export async function allPages(
	context: ILoadOptionsFunctions,
	request: ApiRequest,
	pageSize?: number,
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	for await (const { records } of pagesFor(context, request, pageSize)) found.push(...records);
	return found;
}

/** The record at a path. */
export async function oneRecord(
	context: ILoadOptionsFunctions,
	path: string,
): Promise<IDataObject> {
	return await shown(context, async () => {
		const surroundings = await connect(context);
		return (await send({ method: 'GET', path }, surroundings, { maxWaitMs: PATIENCE_MS })).body;
	});
}

async function* pagesFor(
	context: ILoadOptionsFunctions,
	request: ApiRequest,
	pageSize: number | undefined,
): AsyncGenerator<Page> {
	const surroundings = await shown(context, async () => await connect(context));
	const all = pages(request, pageSize, async (page) => {
		return await send(page, surroundings, { maxWaitMs: PATIENCE_MS });
	});
	while (true) {
		const next = await shown(context, async () => await all.next());
		if (next.done) return;
		yield next.value;
	}
}

/** Failures show in the dropdown as a message, never as an empty list. */
async function shown<Result>(
	context: ILoadOptionsFunctions,
	work: () => Promise<Result>,
): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		throw failureOf(context.getNode(), 0, undefined, error).error;
	}
}

/** Entries whose name or value holds the text, whatever its case and accents. */
export function matching(entries: INodeListSearchItems[], filter = ''): INodeListSearchItems[] {
	const wanted = plain(filter);
	return entries.filter(({ name, value }) => plain(`${name} ${value}`).includes(wanted));
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
