/** Unchanged for Days: a list without what `updatedSince` gives. */
import type { IDataObject } from 'n8n-workflow';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { answered, carriedOut, lineOf, prepared, refused, type Values } from './requests';

const NOW = Date.parse('2026-03-20T12:00:00.000Z');
beforeEach(() => jest.useFakeTimers({ now: NOW, doNotFake: ['queueMicrotask'] }));
afterEach(() => jest.useRealTimers());

const ids = (records: IDataObject[]) => records.map(({ id }) => id);

/** A service of these records, in pages; `changed` are those that its `updatedSince` gives. */
function serving(all: string[], changed: string[], pageSize = 100) {
	return ({ query = {} }: ApiRequest): IDataObject => {
		const listed = query.updatedSince === undefined ? all : changed;
		const begins = Number(query.cursor ?? 0);
		const ends = begins + pageSize;
		const hasMore = ends < listed.length;
		const data = listed.slice(begins, ends).map((id) => ({ id, tags: [`t${Number(id) % 2}`] }));
		return { data, hasMore, nextCursor: hasMore ? String(ends) : null };
	};
}
const filters = (more: Values = {}) => ({ unchangedForDays: 14, ...more });

test.each(['contact', 'company', 'deal'])(
	'%s: the list is read first, then what changed since, with the same other filters',
	async (resource) => {
		const own = resource === 'deal' ? { status: 'open' } : { search: 'Ana' };
		const values = { returnAll: true, filters: filters(own) };
		const { lines, records } = await carriedOut(
			`${resource}.getAll`,
			values,
			serving(['3', '2', '1'], ['2', '9']),
		);
		const path = { contact: '/contacts', company: '/companies', deal: '/deals' }[resource];
		const query = new URLSearchParams(own as never).toString();
		expect(lines).toEqual([
			`GET ${path}?${query}&limit=100`,
			`GET ${path}?${query}&updatedSince=2026-03-06T12%3A00%3A00.000Z&limit=100`,
		]);
		expect(ids(records)).toEqual(['3', '1']);
	},
);

test('Limit counts what is left, and says whether there is more', async () => {
	const all = Array.from({ length: 30 }, (_, index) => String(index));
	const serve = serving(all, all.slice(0, 25), 10);
	const output = async (limit: number) => {
		const values = { limit, filters: filters(), options: { pageSize: 10 } };
		return await prepared('deal.getAll', values).perform(async (request) =>
			answered(serve(request)),
		);
	};
	const [some, exact] = [await output(3), await output(5)];
	expect(ids(some.records.map(({ record }) => record))).toEqual(['25', '26', '27']);
	expect([some.hasMore, exact.hasMore]).toEqual([true, false]);
	expect(exact.list?.nodeFilters).toEqual({ labels: ['Unchanged for Days'], pages: 6 });
	expect(exact.list).toMatchObject({ hasFilters: true, readCount: 30 });
});

test('goes together with the node’s other filters', async () => {
	const values = { filters: filters({ hasTags: 't1' }) };
	const { records } = await carriedOut('contact.getAll', values, serving(['5', '4', '3'], ['3']));
	expect(ids(records)).toEqual(['5']);
});

test('takes as many requests for 20,000 records as the two lists need', async () => {
	const all = Array.from({ length: 20_000 }, (_, index) => String(index));
	const values = { returnAll: true, filters: filters() };
	const { lines, records } = await carriedOut(
		'contact.getAll',
		values,
		serving(all, all.slice(150)),
	);
	expect(lines).toHaveLength(200 + 199);
	expect(ids(records)).toEqual(all.slice(0, 150));
});

test('gives out nothing if what changed can’t be read', async () => {
	const serve = (request: ApiRequest) =>
		request.query?.updatedSince === undefined ? serving(['1'], [])(request) : new Error('broken');
	const values = { filters: filters() };
	await expect(carriedOut('deal.getAll', values, serve)).rejects.toThrow('broken');
});

test('is no filter of the service’s', () => {
	const asked: string[] = [];
	void prepared('deal.getAll', { filters: filters() }).perform(async (request) => {
		asked.push(lineOf(request));
		return await new Promise<never>(() => undefined);
	});
	expect(asked).toEqual(['GET /deals?limit=100']);
});

refused('deal.getAll', [
	...[0, -1, 1.5, 3_651, 'x'].map((unchangedForDays): [Values, string] => [
		{ filters: { unchangedForDays } },
		'“Unchanged for Days” is not a whole number from 1 to 3650',
	]),
	[{ filters: { unchangedForDays: '' } }, '“Unchanged for Days” is empty'],
	[
		{ filters: { unchangedForDays: 3, updatedSince: '2026-01-01T00:00:00Z' } },
		'“Unchanged for Days” and “Updated Since” are both given',
	],
]);

test('takes 1 to 3,650 days', () => {
	for (const unchangedForDays of [1, '3650']) {
		const make = () => prepared('company.getAll', { filters: { unchangedForDays } });
		expect(make).not.toThrow();
	}
});
