/** The records that others point to: how often they are asked for, and what is kept of them. What they are shown as: `names.test.ts`. */
import type { IDataObject } from 'n8n-workflow';
import { RecordSummaries } from '../../../nodes/CustomerRelationship/resources/shared/recordSummaries';
import type { Ask } from '../../../nodes/CustomerRelationship/transport/ask';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { answered, carriedOut, prepared, type Asked } from './requests';

const ids = Array.from({ length: 20 }, (_, n) => `c${n}`);
const summary = { id: 'c1', name: 'Ana', phone: '11', email: 'ana@example.com' };
const ana = { ...summary, tags: ['vip'] };

/** Summaries of records that the service answers `at` a time. */
function summariesOf(serve: (request: ApiRequest) => IDataObject, at = 0) {
	const steps: Asked[] = [];
	const ask: Ask = async (request, options = {}) => {
		steps.push({ request, options });
		return await Promise.resolve(answered(serve(request), at));
	};
	return { summaries: new RecordSummaries(ask), steps };
}

test('a record is read once, and known by its name, phone and email', async () => {
	const { summaries, steps } = summariesOf(() => ana);
	await summaries.readLinked('/contacts', ['c1']);
	await summaries.readLinked('/contacts', ['c1']);
	expect(steps).toHaveLength(1);
	const texts = (['name', 'phone', 'email'] as const).map((name) => summaries.of('c1', name));
	expect(texts).toEqual(['Ana', '11', 'ana@example.com']);
});

test('a listed record without an ID is no record’s name', async () => {
	const { summaries } = summariesOf(() => ({ data: [{ name: 'Ana' }], hasMore: false }));
	await summaries.readAll({ path: '/contacts' });
	expect(summaries.of(undefined)).toBeNull();
});

test('by default all pages of a list are read', async () => {
	const { summaries, steps } = summariesOf(({ query }) => ({
		data: [{ ...ana, id: query?.cursor ?? 'c0' }],
		...{ hasMore: !query?.cursor, nextCursor: 'c1' },
	}));
	await summaries.readAll({ path: '/pipelines' });
	expect([steps.length, summaries.of('c1')]).toEqual([2, 'Ana']);
});

test('no more is cached than what names a record', async () => {
	const one = summariesOf(() => ana);
	await one.summaries.readLinked('/contacts', ['c1']);
	expect(one.steps[0]?.options.cacheAs?.(ana)).toEqual(summary);
	const page = { data: [ana], hasMore: false };
	const many = summariesOf(() => page);
	await many.summaries.readAll({ path: '/contacts' });
	expect(many.steps[0]?.options.cacheAs?.(page)).toEqual({ ...page, data: [summary] });
});

test.each([
	['older than the IDs', 1 + 19, 50, [ana]],
	['as old as the IDs', 1, 100, [ana]],
	['newer than the IDs', 1, 150, [ana]],
	['empty', 1, 100, []],
])(
	'a whole list that is %s is read in %d requests, with what it lacks',
	async (_, asked, at, data) => {
		const serve = ({ path }: ApiRequest) => (path === '/contacts' ? { data, hasMore: false } : {});
		const { summaries, steps } = summariesOf(serve, at);
		await summaries.readLinked('/contacts', ids, { readAt: 100 });
		expect(steps).toHaveLength(asked);
	},
);

test.each(['contacts', 'companies'])(
	'%s of deals are compared with the time of the last page of deals',
	async (linked) => {
		const property = linked === 'contacts' ? 'contactId' : 'companyId';
		const deals = ids.map((id) => ({ id, [property]: id }));
		const asked: string[] = [];
		const values = { returnAll: true, options: { includeNames: true } };
		await prepared('deal.getAll', values).perform(async ({ path, query }) => {
			asked.push(path);
			if (path !== '/deals') return await Promise.resolve(answered({ data: [ana] }, 50));
			if (query?.cursor) return answered({ data: deals.slice(10) }, 100);
			return answered({ data: deals.slice(0, 10), hasMore: true, nextCursor: '2' }, 10);
		});
		expect(asked.filter((path) => path.startsWith(`/${linked}/`))).toHaveLength(19);
	},
);

test('the email of a deal’s contact is among its names', async () => {
	const values = { dealId: 'd', options: { includeNames: true } };
	const { records } = await carriedOut('deal.get', values, ({ path }) =>
		path === '/deals/d'
			? { id: 'd', contactId: 'c1' }
			: path === '/contacts/c1'
				? ana
				: { data: [] },
	);
	expect(records[0]?._names).toMatchObject({ contactPhone: '11', contactEmail: ana.email });
});
