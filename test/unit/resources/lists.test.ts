/** Get Many: which pages are read, which of the records are given out, and what the user is told of the filters. */
import type { IDataObject } from 'n8n-workflow';
import { everyOperation } from '../../../scripts/docs/operations';
import {
	answered,
	lineOf,
	judgingParametersOf,
	operationOf,
	prepared,
	type Values,
} from './requests';

/** Reads a list of these pages. */
async function listed(values: Values, pages: IDataObject[][]) {
	const asked: string[] = [];
	const output = await prepared('contact.getAll', values).perform(async (request) => {
		const page = Number(request.query?.cursor ?? 0);
		asked.push(lineOf(request));
		const hasMore = page + 1 < pages.length;
		return answered({ data: pages[page], hasMore, nextCursor: hasMore ? `${page + 1}` : null });
	});
	return { ...output, asked, ids: output.records.map(({ record }) => record.id) };
}

const exact = { id: 'exact', phone: '+5511987654321', tags: ['Vip'] };
const near = { id: 'near', phone: '1187654321', tags: ['novo'] };
const other = { id: 'other', phone: '1133334444' };

test.each<[string, Values, IDataObject[][], string[], boolean]>([
	['the exact phone, on whatever page', { limit: 1 }, [[near], [exact]], ['exact'], false],
	['every exact phone', {}, [[exact, near], [{ ...exact, id: 'twin' }]], ['exact', 'twin'], false],
	['similar phones without an exact one', {}, [[near, other], [near]], ['near', 'near'], false],
	['no more than Limit', { limit: 1 }, [[exact], [exact]], ['exact'], true],
])('a filter by phone gives %s', async (_, values, pages, ids, hasMore) => {
	const output = await listed({ ...values, filters: { phone: '11 98765-4321' } }, pages);
	expect(output).toMatchObject({ ids, hasMore });
	expect(output.asked).toHaveLength(pages.length);
});

test('a filter without an exact match reads no page after Limit is reached', async () => {
	const { ids, asked, hasMore } = await listed({ limit: 1, filters: { withoutTags: 'vip' } }, [
		[exact],
		[near],
		[other],
	]);
	expect([ids, asked.length, hasMore]).toEqual([['near'], 2, true]);
});

test.each<[string, Values, IDataObject[], object]>([
	[
		'the node’s filters by their labels, and whether their tags were seen',
		{ hasTags: 'VIP, gone', hasPhone: true },
		[exact, near],
		{
			...{ hasFilters: true, readCount: 2 },
			nodeFilters: { labels: ['Has Tags', 'Has Phone'], pages: 1 },
			tags: [
				{ tag: 'VIP', isSeen: true },
				{ tag: 'gone', isSeen: false },
			],
		},
	],
	[
		'no tags where no record was read',
		{ hasTags: 'vip' },
		[],
		{ readCount: 0, nodeFilters: { labels: ['Has Tags'] }, tags: [] },
	],
	[
		'a filter that the service searches by as none of the node’s',
		{ email: 'a@example.com', hasPhone: true },
		[other],
		{ hasFilters: true, readCount: 1, nodeFilters: undefined },
	],
	[
		'a filter of the service as none of the node’s',
		{ search: 'Ana' },
		[other],
		{ hasFilters: true, readCount: undefined, nodeFilters: undefined },
	],
	[
		'no filters where there are none',
		{},
		[other],
		{ hasFilters: false, readCount: undefined, nodeFilters: undefined, tags: [] },
	],
])('tells %s', async (_, filters, page, list) => {
	expect((await listed({ filters }, [page])).list).toMatchObject({ plural: 'contacts', ...list });
});

test('a filter of the node is judged with its own expression', () => {
	const judged: unknown[] = [];
	operationOf('contact', 'getAll').prepare({
		...judgingParametersOf({ filters: { hasTags: 'vip' } }),
		raw: (name) => (name === 'filters' ? { hasTags: '={{ $json.tag }}' } : undefined),
		judgeValue({ property: { name } }, value, raw) {
			judged.push([name, value, raw]);
			return value;
		},
	});
	expect(judged).toContainEqual(['hasTags', 'vip', '={{ $json.tag }}']);
});

const lists = everyOperation().filter(({ value }) => value === 'getAll');
test.each(lists)('$resource: an agent is told of Limit and filters, if any', ({ operation }) => {
	const names = operation.properties.map(({ name }) => name);
	const notices = operation.properties.filter(({ name }) => name.startsWith('toolNotice'));
	const told = notices.map(({ displayName }) => displayName);
	expect(told).toEqual(
		names.includes('filters')
			? [expect.stringMatching(/^While Return All .* Limit/), expect.stringContaining('Filters')]
			: [],
	);
});

test('lists with filters are those of records, not of channels', () => {
	const filtered = lists.filter(({ collections }) => collections.length > 0);
	expect(filtered.map(({ resource }) => resource)).toEqual([
		'company',
		'contact',
		'conversation',
		'deal',
		'pipeline',
	]);
});
