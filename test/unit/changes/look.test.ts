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

test('it asks for what changed since the last one began, less the overlap', async () => {
	const { node, service, poll } = await watchingAll('deals', deals(1));
	const before = service.now;
	node.edit({ options: { overlapSeconds: 5 } });
	await poll();
	await poll();
	expect(sinceOf(node.paths)[1]).toBe(new Date(before + MINUTE - 5_000).toISOString());
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

describe('the first look', () => {
	/** A node that is read one page of three a poll. */
	async function reading(count: number) {
		const node = new Node({ parameters: { events: ['deal.created', 'deal.won', 'deal.updated'] } });
		const { service } = node;
		service.pageSize = 3;
		const known = deals(count).map((deal) => service.create('deals', deal).id);
		service.now += 10 * MINUTE;
		const onePage = async () => {
			let asked = 0;
			service.now += MINUTE;
			node.fails = () => ((asked += 1) > 1 ? 'internal_error' : undefined);
			return ids(await node.poll());
		};
		const rest = async () => {
			service.now += MINUTE;
			node.fails = () => undefined;
			return ids(await node.poll());
		};
		return { node, service, known, onePage, rest };
	}

	test('reads every record once, from poll to poll, and tells nothing', async () => {
		const { node, onePage } = await reading(9);
		for (let polls = 0; polls < 3; polls += 1) expect(await onePage()).toBeNull();
		const read = node.paths.filter((path) => !path.includes('updatedSince'));
		// The request that failed is made again.
		expect(new Set(read).size).toBe(3);
		await onePage();
		expect(sinceOf(node.paths).at(-1)).not.toBeNull();
	});

	test('tells afterwards what changed after it had passed a record, and nothing of before', async () => {
		const { service, known, onePage, rest } = await reading(9);
		const [oldest, newest] = [String(known[0]), String(known[8])];
		await onePage();
		service.change(oldest, { status: 'won' });
		service.change(newest, { status: 'won' });
		const { id } = service.create('deals', open);
		expect(await rest()).toBeNull();
		expect(await rest()).toEqual([`deal.won ${newest}`, `deal.created ${id}`]);
		service.change(oldest, { title: 'Edited' });
		expect(await rest()).toEqual([`deal.updated ${oldest}`]);
	});

	test('keeps what it has read, and when it began, where the service takes its bookmark back', async () => {
		const { service, known, onePage, rest } = await reading(9);
		const newest = String(known[8]);
		await onePage();
		service.change(newest, { status: 'won' });
		service.forgetCursors();
		service.now += 10 * MINUTE;
		// The bookmark is refused, and with it the page behind.
		await expect(onePage()).rejects.toThrow();
		expect(await rest()).toBeNull();
		expect(await rest()).toEqual([`deal.won ${newest}`]);
	});
});
