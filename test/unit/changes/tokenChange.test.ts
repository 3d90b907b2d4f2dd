import { ids, MINUTE, PollingNode, open, watching } from './pollingNode';
import { InMemoryService } from './inMemoryService';

const events = ['deal.created', 'deal.updated', 'deal.won'];

describe('another token', () => {
	it('continues where records are known: an incremental scan, then a baseline scan', async () => {
		const node = await watching(2);
		node.token += '-new';
		node.service.change('deals-1', { status: 'won' });
		expect(ids(await node.poll())).toEqual(['deal.won deals-1']);
		await node.poll();
		expect(node.paths.map((path) => path.replace(/=2026.*Z/, ''))).toEqual([
			...['/deals?limit=100', '/deals?updatedSince&limit=100', '/deals?limit=100'],
			'/deals?updatedSince&limit=100',
		]);
		expect(node.warnings).toEqual([]);
	});

	it('needs one known record to continue, and reads no further page for it', async () => {
		const node = await watching(4);
		node.service.pageSize = 2;
		node.service.create('deals', open);
		node.token += '-new';
		node.fails = () => (node.asked.length > 1 ? 'internal_error' : undefined);
		await node.failure();
		expect(node.paths[1]).toContain('updatedSince');
	});

	it('that sees no records continues; a change is emitted once a later token sees it', async () => {
		const node = await watching();
		node.service.hides = () => true;
		node.token += '-seller';
		node.service.change('deals-1', { status: 'won' });
		expect(await node.poll()).toBeNull();
		node.service.hides = () => false;
		node.token += '-manager';
		expect(ids(await node.poll())).toEqual(['deal.won deals-1']);
		expect(await node.poll()).toBeNull();
		expect(node.warnings).toEqual([]);
	});

	it('starts a new watch when no record is known, and n8n’s log says so', async () => {
		const node = await watching();
		node.token += '-new';
		node.service.remove('deals-1');
		node.service.create('deals', open);
		expect(await node.poll()).toBeNull();
		expect(node.warnings).toEqual([
			'The access token is another one, and none of the newest deals that it sees was watched before. They are taken for another account’s: their watch begins anew.',
		]);
		node.service.now += MINUTE;
		node.service.change('deals-2', { status: 'won' });
		expect(ids(await node.poll())).toEqual(['deal.won deals-2']);
		expect(node.warnings).toHaveLength(1);
	});

	it('of another account is recognized after ten pages', async () => {
		const node = await watching();
		node.service = new InMemoryService();
		node.service.pageSize = 1;
		for (let count = 0; count < 20; count += 1) node.service.create('contacts');
		for (let count = 0; count < 20; count += 1) node.service.create('deals', open);
		node.token += '-other';
		expect(await node.poll()).toBeNull();
		expect(node.paths).toHaveLength(10 + 20);
		expect(node.warnings).toHaveLength(1);
	});

	it('of the same account is recognized behind nine pages of new records', async () => {
		const node = await watching(1, { parameters: { events } });
		for (let count = 0; count < 950; count += 1) node.service.create('deals', open);
		node.token += '-new';
		expect(await node.poll()).toHaveLength(950);
		expect(node.warnings).toEqual([]);
	});

	it('that sees more records emits nothing for them: when one changes, it is not new', async () => {
		const node = new PollingNode({ parameters: { events } });
		node.service.hides = ({ ownerId }) => ownerId === 'u2';
		for (const ownerId of ['u2', 'u1', 'u2', 'u1']) {
			node.service.create('deals', { ...open, ownerId, status: ownerId === 'u2' ? 'won' : 'open' });
		}
		node.service.now += 10 * MINUTE;
		expect(await node.poll()).toBeNull();
		node.service.hides = () => false;
		node.token += '-manager';
		const { id } = node.service.create('deals', open);
		expect(ids(await node.poll())).toEqual([`deal.created ${id}`]);
		node.service.now += MINUTE;
		node.service.change('deals-1', { title: 'An old one' });
		expect(ids(await node.poll())).toEqual(['deal.updated deals-1']);
	});

	it.each([
		['after a page', 4],
		['before its first page', 3],
	])('loses no change during its baseline scan, interrupted %s', async (_, stopsAt) => {
		const node = await watching(4, { parameters: { events, options: { overlapSeconds: 0 } } });
		node.service.pageSize = 2;
		node.token += '-new';
		let asked = 0;
		node.fails = () => {
			asked += 1;
			node.service.now += 1_000;
			// The first two requests are the comparison and the incremental scan.
			if (asked === 3) node.service.change('deals-1', { status: 'won' });
			if (asked === stopsAt) node.service.change('deals-4', { status: 'won' });
			return asked === stopsAt ? 'internal_error' : undefined;
		};
		expect(await node.poll()).toBeNull();
		node.fails = () => undefined;
		node.service.now += 10 * MINUTE;
		expect(await node.poll()).toBeNull();
		expect(ids(await node.poll())).toEqual(['deal.won deals-1', 'deal.won deals-4']);
	});

	it('that comes in the middle of a scan is compared in each poll until that scan ends', async () => {
		const node = await watching(4, { parameters: { events } });
		node.service.pageSize = 1;
		for (const { id } of node.service.all('deals')) node.service.change(String(id), { title: 'x' });
		const told: unknown[] = [];
		for (const token of ['', '-second', '-third']) {
			node.token += token;
			let asked = 0;
			// Each poll fails after one page of the scan.
			node.fails = () => ((asked += 1) > (token ? 2 : 1) ? 'internal_error' : undefined);
			told.push(...(ids(await node.poll()) ?? []));
		}
		node.fails = () => undefined;
		told.push(...(ids(await node.poll()) ?? []));
		expect(told).toEqual([4, 3, 2, 1].map((count) => `deal.updated deals-${count}`));
		expect(node.warnings).toEqual([]);
		node.asked.length = 0;
		await node.poll();
		expect(node.paths.every((path) => path.includes('updatedSince'))).toBe(true);
	});

	it('that comes during the first baseline scan leads to a second one', async () => {
		const node = new PollingNode({ parameters: { events } });
		node.service.hides = ({ ownerId }) => ownerId === 'u2';
		for (const ownerId of ['u1', 'u2', 'u1', 'u1']) {
			node.service.create('deals', { ...open, ownerId });
		}
		node.service.now += 10 * MINUTE;
		node.service.pageSize = 1;
		let asked = 0;
		node.fails = () => ((asked += 1) === 3 ? 'internal_error' : undefined);
		expect(await node.poll()).toBeNull();
		node.service.hides = () => false;
		node.token += '-manager';
		expect(await node.poll()).toBeNull();
		node.service.now += 10 * MINUTE;
		node.service.change('deals-2', { title: 'An old one' });
		expect(ids(await node.poll())).toEqual(['deal.updated deals-2']);
	});
});
