/** The work done by a few lines around undici: no n8n, no items, kept connections. */
import { Pool } from 'undici';
import { inLanes } from './bareHelper';
import type { Job, Service } from './task';

type Json = Record<string, unknown>;

interface ListPage {
	data: Json[];
	nextCursor: string | null;
	hasMore: boolean;
}

/** A way to get a path below the base URL; throws on anything but 200. */
function reader({ baseUrl, accessToken }: Service, connections: number) {
	const { origin, pathname } = new URL(baseUrl);
	const pool = new Pool(origin, { connections });
	const headers = { authorization: `Bearer ${accessToken}` };
	return {
		async get<T>(path: string): Promise<T> {
			const { statusCode, body } = await pool.request({
				method: 'GET',
				path: `${pathname}${path}`,
				headers,
			});
			if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`);
			return (await body.json()) as T;
		},
		close: async () => await pool.close(),
	};
}

/** The newest contacts' ids. */
export async function contactIds(service: Service, count: number): Promise<string[]> {
	const { get, close } = reader(service, 1);
	const ids: string[] = [];
	let cursor: string | null = '';
	while (ids.length < count && cursor !== null) {
		const page: ListPage = await get(`/contacts?limit=100${cursor && `&cursor=${cursor}`}`);
		ids.push(...page.data.map(({ id }) => String(id)));
		cursor = page.nextCursor;
	}
	await close();
	return ids.slice(0, count);
}

/** @returns the records */
export async function undiciLoop(job: Job, service: Service, ids: string[]): Promise<Json[]> {
	if (job.kind === 'writes') throw new Error('undici does not take part in the writes');
	const { get, close } = reader(service, job.kind === 'singleGets' ? job.parallel : 1);
	const records: Json[] = [];
	if (job.kind === 'singleGets') {
		await inLanes(ids.length, job.parallel, async (index) => {
			records[index] = await get(`/contacts/${ids[index]}`);
		});
	} else {
		let path = '/contacts?limit=100';
		for (;;) {
			const page = await get<ListPage>(path);
			for (const record of page.data) records.push(record);
			if (!page.hasMore) break;
			path = `/contacts?limit=100&cursor=${page.nextCursor}`;
		}
	}
	await close();
	return records;
}
