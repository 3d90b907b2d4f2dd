import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Answer } from '../../../nodes/CustomerRelationship/transport/answer';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { UnusableAnswer, readList } from '../../../nodes/CustomerRelationship/transport/pages';
import type { ApiRequest, Query } from '../../../nodes/CustomerRelationship/transport/request';
import { broken, refusal } from './failedAttempts';

const answer = (body: IDataObject): Answer => ({
	statusCode: 200,
	body,
	requestId: 'req_1',
	replayed: false,
	receivedAt: 0,
});

/** Serves the bodies one after the other and keeps the queries. */
function serving(...bodies: Array<IDataObject | Error>) {
	const queries: Array<Query | undefined> = [];
	const send = async ({ query }: ApiRequest) => {
		queries.push(query);
		const body = bodies[queries.length - 1];
		if (body instanceof Error) throw body;
		return answer(body ?? {});
	};
	return { queries, send };
}

async function read(
	request: ApiRequest,
	pageSize: number | undefined,
	send: (request: ApiRequest) => Promise<Answer>,
): Promise<IDataObject[]> {
	const { records } = await readList(send, request, { pageSize });
	return records.map(({ record }) => record);
}

const list = (query?: Query): ApiRequest => ({ method: 'GET', path: '/contacts', query });
const page = (ids: number[], nextCursor: string | null) => ({
	data: ids.map((id) => ({ id })),
	nextCursor,
	hasMore: nextCursor !== null,
});
const limitRefused = (param = 'limit', code = 'invalid_parameter') =>
	new RequestFailed(list(), refusal(400, 'invalid_request_error', code, { param }), {
		attempts: 1,
		tookMs: 0,
	});

test('reads no more pages than it may, or than are wanted', async () => {
	const pages = [page([1], 'a'), page([2], 'b'), page([3], null)];
	for (const maxPages of [1, 2, 3, 4]) {
		const { queries, send } = serving(...pages);
		const { records } = await readList(send, list(), { maxPages });
		expect(records).toHaveLength(Math.min(maxPages, 3));
		expect(queries).toHaveLength(Math.min(maxPages, 3));
	}
	const { queries, send } = serving(...pages);
	const goesOn = ([first]: IDataObject[]) => first?.id !== 2;
	await readList(send, list(), { goesOn });
	expect(queries).toHaveLength(2);
});

test('goes on where the service says so, and nowhere else', async () => {
	const end = async (body: IDataObject, most?: number) => {
		const ask = async () => answer({ data: [{ id: 1 }, { id: 2 }], ...body });
		return await readList(ask, list(), { stopAfter: most });
	};
	expect(await end({ hasMore: true, nextCursor: 'n' }, 2)).toMatchObject({ nextCursor: 'n' });
	expect(await end({ hasMore: true, nextCursor: '' }, 2)).toMatchObject({ nextCursor: undefined });
	expect(await end({ hasMore: false, nextCursor: 'n' })).toMatchObject({ nextCursor: undefined });
});

describe('a list', () => {
	test('is followed by its cursors, with the same query each time', async () => {
		const { queries, send } = serving(page([1, 2], 'a/b='), page([], 'c'), page([3], null));
		expect(await read(list({ search: 'Bia' }), 2, send)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
		expect(queries).toEqual([
			{ search: 'Bia', limit: '2' },
			{ search: 'Bia', limit: '2', cursor: 'a/b=' },
			{ search: 'Bia', limit: '2', cursor: 'c' },
		]);
	});

	test('without a page size is asked for without one', async () => {
		const { queries, send } = serving(page([1], null));
		await read(list(), undefined, send);
		expect(queries).toEqual([{}]);
	});

	test('is not asked for further than so many records', async () => {
		const first = (most: number, ...bodies: IDataObject[]) => {
			const { queries, send } = serving(...bodies);
			return readList(send, list(), { stopAfter: most }).then(({ records, nextCursor }) => ({
				count: records.length,
				nextCursor,
				asked: queries.length,
			}));
		};
		const pages = [page([1], 'a'), page([2, 3], 'b'), page([4], null)];
		expect(await first(1, ...pages)).toEqual({ count: 1, nextCursor: 'a', asked: 1 });
		expect(await first(2, ...pages)).toEqual({ count: 3, nextCursor: 'b', asked: 2 });
		expect(await first(4, ...pages)).toEqual({ count: 4, nextCursor: undefined, asked: 3 });
		// Where it goes on is nobody's concern then.
		const lost = { data: [{}], hasMore: true, nextCursor: null };
		expect(await first(1, lost)).toEqual({ count: 1, nextCursor: undefined, asked: 1 });
	});

	test('can start at a cursor of the user’s', async () => {
		const { queries, send } = serving(page([1], 'b'), page([2], null));
		await read(list({ cursor: 'a' }), undefined, send);
		expect(queries).toEqual([{ cursor: 'a' }, { cursor: 'b' }]);
	});
});

describe('a page size that the service refuses', () => {
	test('gives way to the service’s own, also on the further pages', async () => {
		const { queries, send } = serving(limitRefused(), page([1], 'a'), page([2], null));
		expect(await read(list({ search: 'x' }), 1_000, send)).toHaveLength(2);
		expect(queries).toEqual([
			{ search: 'x', limit: '1000' },
			{ search: 'x' },
			{ search: 'x', cursor: 'a' },
		]);
	});

	test('may be the user’s own, from Your Own Query, which wins', async () => {
		const { queries, send } = serving(limitRefused(), page([1], null));
		expect(await read(list({ limit: '7' }), 100, send)).toHaveLength(1);
		expect(queries).toEqual([{ limit: '7' }, {}]);
	});

	test('is no excuse for other errors', async () => {
		for (const error of [
			limitRefused('search'),
			limitRefused('limit', 'unknown_parameter'),
			new RequestFailed(list(), broken('maybe'), { attempts: 1, tookMs: 0 }),
			new Error('x'),
		]) {
			const { queries, send } = serving(error, page([1], null));
			await expect(read(list(), 5, send)).rejects.toBe(error);
			expect(queries).toHaveLength(1);
		}
	});

	test('is given up once only', async () => {
		const again = limitRefused();
		const { send } = serving(limitRefused(), again);
		await expect(read(list(), 5, send)).rejects.toBe(again);
	});
});

describe('a list that does not fit together is an error', () => {
	const NO_RECORDS = 'it holds no list of records';
	const NOWHERE = 'there are more records but not where they continue';
	test.each<[string, IDataObject[], string]>([
		['an answer without records', [{ nextCursor: null, hasMore: false }], NO_RECORDS],
		['records that are no list', [{ data: {}, hasMore: false }], NO_RECORDS],
		...[null, 'x', [1]].map(
			(record) =>
				['a record that is none', [{ data: [{ id: 1 }, record], hasMore: false }], NO_RECORDS] as [
					string,
					IDataObject[],
					string,
				],
		),
		['more records but no cursor', [{ data: [], hasMore: true, nextCursor: null }], NOWHERE],
		['more records and an empty cursor', [{ data: [], hasMore: true, nextCursor: '' }], NOWHERE],
		['a cursor that repeats', [page([1], 'a'), page([2], 'b'), page([3], 'a')], NOWHERE],
		['a page that points to itself', [page([1], 'a'), page([1], 'a')], NOWHERE],
	])('%s', async (_, bodies, problem) => {
		const { send } = serving(...bodies);
		const failure: unknown = await read(list(), 1, send).catch((thrown: unknown) => thrown);
		expect(failure).toBeInstanceOf(UnusableAnswer);
		expect(String(failure)).toContain(problem);
	});
});

test('a list that is not read further tells whether more records follow', async () => {
	const readOnePage = async (body: IDataObject) =>
		await readList(serving(body).send, list(), { maxPages: 1 });
	expect(await readOnePage(page([1], 'a'))).toMatchObject({ hasMore: true, nextCursor: 'a' });
	expect(await readOnePage({ ...page([1], null), hasMore: true })).toMatchObject({
		hasMore: true,
		nextCursor: undefined,
	});
	expect((await readOnePage(page([1], null))).hasMore).toBe(false);
});

describe('a list that changes between its pages', () => {
	/** Newest first; a cursor is the last record given out, as the specification's stable order asks. */
	class ChangingList {
		records: number[];
		private next: number;

		constructor(count: number) {
			this.records = Array.from({ length: count }, (_, n) => count - n);
			this.next = count + 1;
		}

		insert(): void {
			this.records.unshift(this.next++);
		}

		page(query: Query = {}): IDataObject {
			const size = Number(query.limit ?? 20);
			const older = this.records.filter(
				(id) => query.cursor === undefined || id < Number(query.cursor),
			);
			const data = older.slice(0, size);
			const hasMore = older.length > size;
			return {
				data: data.map((id) => ({ id })),
				hasMore,
				nextCursor: hasMore ? String(data.at(-1)) : null,
			};
		}
	}

	test('gives each record that was there once, and none twice', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 300 }),
				fc.integer({ min: 1, max: 50 }),
				fc.array(fc.nat(5), { maxLength: 20 }),
				fc.array(fc.boolean(), { maxLength: 20 }),
				async (count, size, inserts, refusals) => {
					const changing = new ChangingList(count);
					const atFirst = [...changing.records];
					let turn = 0;
					const found = await read(list(), size, async ({ query }) => {
						if (query?.limit !== undefined && refusals[turn]) throw limitRefused();
						const body = changing.page(query);
						for (let n = inserts[turn++] ?? 0; n > 0; n -= 1) changing.insert();
						return answer(body);
					});
					expect(found.map(({ id }) => id)).toEqual(atFirst);
				},
			),
			{ numRuns: 300 },
		);
	});
});
