/** What scans request; the baseline scan, which emits nothing. */
import { ids, MINUTE, PollingNode, open, watchingAll } from './pollingNode';

const sinceOf = (paths: string[]) =>
	paths.map((path) => new URLSearchParams(path.split('?')[1]).get('updatedSince'));
const deals = (count: number) => Array.from({ length: count }, () => open);

test('an incremental scan takes one request while nothing changes', async () => {
	const { node, poll } = await watchingAll('deals', deals(10));
	expect(await poll()).toEqual([]);
	expect(node.paths).toEqual([expect.stringMatching(/^\/deals\?updatedSince=.*Z&limit=100$/)]);
});

test.each([
	[undefined, 120_000],
	['', 120_000],
	[0, 0],
	['30', 30_000],
])('asks for updates since the last scan began, less the overlap: %j', async (given, ms) => {
	const { node, service, poll } = await watchingAll('deals', deals(1));
	node.edit({ options: { overlapSeconds: given } });
	await poll();
	const before = service.now;
	await poll();
	expect(sinceOf(node.paths)[1]).toBe(new Date(before - ms).toISOString());
});

test.each([-600_000, 600_000])(
	'uses the service’s clock when ours is %d ms ahead of it',
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
		// Our clock is used when it is behind.
		const first = service.now - 3 * (MINUTE + 30_000) + Math.min(aheadMs, 0) - 120_000;
		expect(sinceOf(node.paths)[1]).toBe(new Date(first).toISOString());
	},
);

test('a baseline scan over several polls reads each page once, and emits nothing', async () => {
	const node = new PollingNode({
		parameters: { events: ['deal.created', 'deal.won', 'deal.updated'] },
	});
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

test('a scan whose cursor is refused starts over at the first page, with the usual page size', async () => {
	const node = new PollingNode({ parameters: { events: ['deal.created'] } });
	node.service.pageSize = 3;
	for (const deal of deals(6)) node.service.create('deals', deal);
	node.service.now += 10 * MINUTE;
	node.fails = () => (node.asked.length > 1 ? 'internal_error' : undefined);
	expect(await node.poll()).toBeNull();
	node.service.invalidateCursors();
	node.asked.length = 0;
	node.fails = () => (node.asked.length > 2 ? 'internal_error' : undefined);
	expect(await node.poll()).toBeNull();
	expect(node.paths[0]).toContain('cursor=');
	expect(node.paths[1]).toBe('/deals?limit=100');
});
