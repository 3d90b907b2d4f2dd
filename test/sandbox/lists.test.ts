import { gives, useSandbox } from './harness/sandbox';
import { rule } from './traceability/rule';

const under = useSandbox({ contacts: 60, maxPageSize: 40 });
const ids = (records: Array<{ id: string }>) => records.map(({ id }) => id);

rule(
	['List envelope 1', 'List envelope 2'],
	'pages of any size give every record once, newest first, equal dates included',
	async () => {
		const expected = ids(await under.api.all('/contacts?limit=40'));
		expect(expected).toHaveLength(63);
		expect(new Set(expected).size).toBe(63);
		const records = await under.api.all('/contacts?limit=7');
		expect(ids(records)).toEqual(expected);
		const dates = records.map(({ createdAt }) => createdAt);
		expect(dates).toEqual([...dates].sort().reverse());
		expect(new Set(dates).size).toBeLessThan(dates.length);
		const page = (await under.api.get('/contacts?limit=7')).body;
		expect(page).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
		const exact = (await under.api.get(`/companies?limit=40`)).body;
		expect(exact).toMatchObject({ hasMore: false, nextCursor: null });
		expect(exact.data).toHaveLength(40);
	},
);

rule(
	'List envelope 2',
	'inserts and deletions between pages neither repeat nor skip a record',
	async () => {
		const expected = ids(await under.api.all('/deals?limit=40'));
		const seen: string[] = [];
		let cursor = '';
		for (;;) {
			const page = (await under.api.get(`/deals?limit=5${cursor}`)).body;
			seen.push(...ids(page.data));
			await under.api.post('/deals', {
				title: 'No meio',
				pipelineId: under.fixtures.pipelines.default,
			});
			await under.api.delete(`/deals/${page.data.at(-1).id}`);
			if (!page.hasMore) break;
			cursor = `&cursor=${page.nextCursor}`;
		}
		expect(seen).toEqual(expected);
	},
);

rule(
	['Error invalid_cursor', 'List envelope 2'],
	'altered, or from another list, other filters or another user',
	async () => {
		const { nextCursor } = (await under.api.get('/contacts?limit=2&search=a')).body;
		const refused: Array<[string, string?]> = [
			['/contacts?cursor=abc'],
			['/contacts?cursor='],
			[`/contacts?search=a&cursor=${nextCursor}x`],
			[`/contacts?search=a&cursor=${nextCursor.slice(0, -1)}`],
			[`/contacts?search=b&cursor=${nextCursor}`],
			[`/contacts?cursor=${nextCursor}`],
			[`/companies?search=a&cursor=${nextCursor}`],
			[`/contacts?search=a&cursor=${nextCursor}`, 'seller'],
			[`/contacts?search=a&cursor=${nextCursor}`, 'otherAccountManager'],
		];
		for (const [path, as] of refused) {
			await gives(under.api.get(path, as), '400 invalid_cursor cursor', path);
		}
		await gives(under.api.get(`/contacts?cursor=${nextCursor}&search=a&limit=3`), '200');
		await gives(under.api.get(`/contacts?search=a&cursor=${nextCursor}`, 'readOnly'), '200');
	},
);

rule(
	['Common 3', 'Error invalid_parameter'],
	'limit is a whole number up to the largest page',
	async () => {
		for (const limit of ['0', '-1', '41', '1.5', 'x', '', '99999999999']) {
			await gives(under.api.get(`/contacts?limit=${limit}`), '400 invalid_parameter limit', limit);
		}
		expect((await under.api.get('/contacts?limit=40')).body.data).toHaveLength(40);
		expect((await under.api.get('/contacts')).body.data).toHaveLength(40);
	},
);
