/** Lists over several pages, and what of them passes the node's own filters. */
import { NODE, useService } from './actionNode/service';

const service = useService({ contacts: 230 });
const list = (more: object = {}) => ({ resource: 'contact', operation: 'getAll', ...more });
const queries = async () =>
	(await service.requests()).map(({ path }) => new URLSearchParams(path.split('?')[1] ?? ''));
const limits = async () => (await queries()).map((query) => query.get('limit'));
const everyId = async () => {
	const found: string[] = [];
	for (let cursor: string | null = ''; cursor !== null;) {
		const page: { data: Array<{ id: string }>; nextCursor: string | null } = await service.app(
			'GET',
			`/contacts?limit=100${cursor && `&cursor=${cursor}`}`,
		);
		found.push(...page.data.map(({ id }) => id));
		cursor = page.nextCursor;
	}
	return found;
};

describe('Return All', () => {
	test('puts out every record once for each item, in the service’s order, over several pages', async () => {
		const all = await everyId();
		expect(all.length).toBeGreaterThan(230);
		const run = await service.run(list({ returnAll: true }), { inputData: [{}, {}] });
		expect(run.items(NODE).map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
			[0, 1].flatMap((item) => all.map((id) => [id, { item }])),
		);
		expect(await limits()).toEqual(Array(6).fill('100'));
		expect(run.hints(NODE).map(({ message }) => message)).toEqual([
			expect.stringContaining('Get Many ran once for each input item'),
		]);
	});

	test('fails as a whole where a page fails', async () => {
		await service.fault({ kind: 'slow', ms: 0, path: '/contacts', count: 2 });
		await service.fault({
			kind: 'status',
			path: '/contacts',
			status: 402,
			code: 'subscription_inactive',
		});
		const item = await service.refusal(list({ returnAll: true }));
		expect(item.details).toMatchObject({ code: 'subscription_inactive' });
		expect(await service.requests()).toHaveLength(3);
	});
});

test('Limit reads no more pages than it needs', async () => {
	expect(await service.records(list({ limit: 101 }))).toHaveLength(101);
	expect(await limits()).toEqual(['100', '100']);
});

describe('filters of the node', () => {
	const make = async (path: string, bodies: object[]) => {
		for (const body of bodies) await service.app('POST', path, body);
	};
	const named = async (resource: string, filters: object, more: object = {}) => {
		const parameters = { resource, operation: 'getAll', returnAll: true, filters, ...more };
		const records = await service.records(parameters as never);
		return records.map(({ name, title }) => name ?? title);
	};
	const TAGGED = [
		{ name: 'A', tags: ['VIP', 'são paulo'] },
		{ name: 'B', tags: ['vip'], phone: '+5511987650001' },
		{ name: 'C', tags: [] },
	];

	test.each<[object, string[]]>([
		[{ hasTags: ' vip' }, ['B', 'A']],
		[{ hasTags: ['Vip', 'São Paulo'.normalize('NFD')] }, ['A']],
		[{ hasTags: 'vip', withoutTags: 'SÃO PAULO, x' }, ['B']],
		[{ withoutTags: 'vip', search: 'C' }, ['C']],
		[{ hasTags: 'vip', hasPhone: true }, ['B']],
		[{ hasTags: 'vip', hasPhone: '={{ "false" }}' }, ['A']],
		[{ hasTags: 'nobody' }, []],
	])('contacts that pass %j: %j, without asking the service', async (filters, names) => {
		await make('/contacts', TAGGED);
		const found = await named('contact', filters);
		expect(found.filter((name) => 'ABC'.includes(String(name)))).toEqual(names);
		for (const query of await queries()) {
			expect([...query.keys()]).not.toContainEqual(expect.stringMatching(/Tags|Phone/));
		}
	});

	test.each<[object, string[]]>([
		[{ phone: '(11) 98765-0001' }, ['Eva']],
		[{ phone: '+5511987650001' }, ['Eva']],
		[{ phone: '1187650001' }, ['Eva']],
		[{ phone: '(21) 98765-0001' }, []],
		[{ email: 'ANA@example.com' }, ['Ana']],
		[{ email: 'na@example.com' }, []],
	])('exactly the contacts with %j: %j', async (filters, names) => {
		await make('/contacts', [
			{ name: 'Ana', email: 'ana@example.com' },
			{ name: 'Mariana', email: 'mariana@example.com' },
			{ name: 'Eva', phone: '+5511987650001' },
			{ name: 'Bia', phone: '+5531987650001' },
		]);
		expect(await named('contact', filters, { returnAll: false, limit: 1 })).toEqual(names);
	});

	test('of phones that differ by the ninth digit only the exact one is found, if there is one', async () => {
		await make('/contacts', [
			{ name: 'Nine', phone: '+5511987650002', tags: ['optout'] },
			{ name: 'Eight', phone: '+551187650002' },
		]);
		const limited = { returnAll: false, limit: 1 };
		expect(await named('contact', { phone: '1187650002' }, limited)).toEqual(['Eight']);
		expect(await named('contact', { phone: '11987650002' })).toEqual(['Nine']);
		expect(await named('contact', { phone: '(11) 98765-0002' }, limited)).toEqual(['Nine']);
		// Nobody else is found in its place.
		const filters = { phone: '11987650002', withoutTags: 'optout' };
		expect(await named('contact', filters, limited)).toEqual([]);
	});

	test('apply to deals together with the service’s own filters', async () => {
		const pipelineId = service.fixtures.pipelines!.default;
		const tagged = TAGGED.map(({ name: title, tags }) => ({
			...{ title, pipelineId, tags: tags.map((tag) => `${tag} of deals`) },
		}));
		await make('/deals', tagged);
		expect(await named('deal', { hasTags: 'vip of deals', status: 'open' })).toEqual(['B', 'A']);
		expect(await named('deal', { hasTags: 'vip of deals', status: 'won' })).toEqual([]);
	});

	test('Limit counts what passes, pages have Page Size, and a hint says that there may be more', async () => {
		await make('/contacts', [...TAGGED, ...TAGGED.map(({ name, tags }) => ({ name, tags }))]);
		const options = { pageSize: 2 };
		const run = await service.run(list({ limit: 3, filters: { hasTags: 'vip' }, options }));
		expect(run.json(NODE).map(({ name }) => name)).toEqual(['B', 'A', 'B']);
		expect(await limits()).toEqual(['2', '2', '2']);
		expect(run.hints(NODE).map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Limit was reached after 3 records, and there may be more\./),
		]);
	});

	test('are mentioned in a hint if they took many requests', async () => {
		const filters = { hasTags: 'nobody' };
		const run = await service.run(list({ limit: 1, filters, options: { pageSize: 10 } }));
		const requests = (await service.requests()).length;
		expect(run.hints(NODE).map(({ message }) => message)).toEqual([
			expect.stringMatching(/^No contacts passed the filters \(\d+ read\)\.$/),
			expect.stringContaining(`Has Tags, so the list was read page by page: ${requests} requests.`),
			expect.stringMatching(/^None of the contacts that were read has the tag “nobody”\./),
		]);
	});

	const OBJECTS = '={{ [{ name: "opted_out" }] }}';
	test.each([
		...[OBJECTS, '={{ [["opted_out"]] }}', '[{ "name": "opted_out" }]', "['opted_out']"],
		...['"opted_out"', 'opted_out;vip', 'opted_out|vip', 'opted_out\nvip'],
	])('in the form %j stop the run before anybody is let through', async (withoutTags) => {
		const { error } = await service.refusal(list({ filters: { withoutTags } }));
		expect(error).toMatch(/^“Without Tags” (holds|begins|is a list)/);
		expect(await service.requests()).toEqual([]);
	});

	test('name a tag that no record has, though it is spelled nearly as one is', async () => {
		await make('/contacts', [{ name: 'A', tags: ['opted_out'] }]);
		const hintsOf = async (withoutTags: unknown) => {
			const run = await service.run(list({ returnAll: true, filters: { withoutTags } }) as never);
			return run.hints(NODE).map(({ message }) => message);
		};
		expect(await hintsOf('opted-out')).toEqual([
			'None of the contacts that were read has the tag “opted-out”. If any should have it, check the spelling in the service.',
		]);
		expect(await hintsOf('Opted\u200b_out')).toEqual([]);
	});

	test('that find nothing for some of several items name these', async () => {
		await make('/contacts', TAGGED);
		const run = await service.run(list({ filters: { search: '={{ $json.who }}' } }), {
			inputData: ['nobody-1', 'B', 'nobody-2'].map((who) => ({ who })),
		});
		expect(run.hints(NODE).map(({ message }) => message)).toContain(
			'No contacts passed the filters for items 0 and 2 (the first item is 0).',
		);
	});
});
