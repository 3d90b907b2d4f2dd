/** What a look asks for, and the first one, which tells nothing. */
import { ids, MINUTE, Node, open, watchingAll } from './pollingNode';

const sinceOf = (paths: string[]) =>
	paths.map((path) => new URLSearchParams(path.split('?')[1]).get('updatedSince'));
const deals = (count: number) => Array.from({ length: count }, () => open);

test('a look costs one request while nothing changes', async () => {
	const { node, poll } = await watchingAll('deals', deals(10));
	expect(await poll()).toEqual([]);
	expect(node.paths).toEqual([expect.stringMatching(/^\/deals\?updatedSince=.*Z&limit=100$/)]);
});

test.each([
	[undefined, 120_000],
	['', 120_000],
	[0, 0],
	['30', 30_000],
])('it asks for what changed since the last one began, less the overlap: %j', async (given, ms) => {
	const { node, service, poll } = await watchingAll('deals', deals(1));
	node.edit({ options: { overlapSeconds: given } });
	await poll();
	const before = service.now;
	await poll();
	expect(sinceOf(node.paths)[1]).toBe(new Date(before - ms).toISOString());
});

test.each([-600_000, 600_000])(
	'by the service’s clock where it tells it: ours %d ms ahead',
	async (aheadMs) => {
		const { node, service, known, poll } = await watchingAll('deals', deals(1));
		service.tellsTime = true;
		node.aheadMs = aheadMs;
		node.staticData = {};
		await poll();
		for (const title of ['a', 'b', 'c']) {
			service.now += 30_000;
			service.change(String(known[0]), { title });
			expect(ids(await poll())).toEqual([`deal.updated ${known[0]}`]);
		}
		// Ours counts where it is behind.
		const first = service.now - 3 * (MINUTE + 30_000) + Math.min(aheadMs, 0) - 120_000;
		expect(sinceOf(node.paths)[1]).toBe(new Date(first).toISOString());
	},
);

test('the first look reads every record once, a page a poll, and tells nothing', async () => {
	const node = new Node({ parameters: { events: ['deal.created', 'deal.won', 'deal.updated'] } });
	node.service.pageSize = 3;
	for (const deal of deals(9)) node.service.create('deals', deal);
	node.service.now += 10 * MINUTE;
	for (let polls = 0; polls < 4; polls += 1) {
		let asked = 0;
		node.service.now += MINUTE;
		node.fails = () => ((asked += 1) > 1 ? 'internal_error' : undefined);
		expect(await node.poll()).toBeNull();
	}
	const read = node.paths.filter((path) => !path.includes('updatedSince'));
	// The request that failed is made again.
	expect(new Set(read).size).toBe(3);
	expect(sinceOf(node.paths).at(-1)).not.toBeNull();
});

test('a bookmark that is refused means the first page, as large as any', async () => {
	const node = new Node({ parameters: { events: ['deal.created'] } });
	node.service.pageSize = 3;
	for (const deal of deals(6)) node.service.create('deals', deal);
	node.service.now += 10 * MINUTE;
	node.fails = () => (node.asked.length > 1 ? 'internal_error' : undefined);
	expect(await node.poll()).toBeNull();
	node.service.forgetCursors();
	node.asked.length = 0;
	node.fails = () => (node.asked.length > 2 ? 'internal_error' : undefined);
	expect(await node.poll()).toBeNull();
	expect(node.paths[0]).toContain('cursor=');
	expect(node.paths[1]).toBe('/deals?limit=100');
});
