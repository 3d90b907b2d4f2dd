import { ids, MINUTE, Node, open, watching } from './pollingNode';
import { ServiceInMemory } from './service';

describe('another token', () => {
	it('is not kept itself, in whole or in part', async () => {
		const node = await watching();
		const { account } = node.staticData.changes as { account: string };
		expect(account).toMatch(/^[0-9a-f]{16}$/);
	});

	it('goes on where records are known, and asks that once', async () => {
		const node = await watching();
		node.token += '-new';
		node.service.change('deals-1', { status: 'won' });
		expect(ids(await node.poll())).toEqual(['deal.won deals-1']);
		expect(node.asked).toHaveLength(2);
		await node.poll();
		expect(node.asked).toHaveLength(3);
		expect(node.warnings).toEqual([]);
	});

	it('keeps what is known of a list that could not be asked', async () => {
		const node = await watching(1, { parameters: { events: ['deal.won', 'contact.created'] } });
		node.token += '-new';
		node.service.change('deals-1', { status: 'won' });
		node.service.create('contacts', {});
		node.fails = (path) => (path === '/contacts' ? 'unknown_parameter' : undefined);
		expect(ids(await node.poll())).toEqual(['deal.won deals-1']);
		node.fails = () => undefined;
		expect(ids(await node.poll())).toEqual(['contact.created contacts-2']);
		node.asked.length = 0;
		await node.poll();
		expect(node.asked).toHaveLength(2);
	});

	it('is asked of a list once, though the look behind that failed', async () => {
		const node = await watching(1, { parameters: { events: ['deal.won', 'contact.created'] } });
		node.token += '-new';
		node.service.change('deals-1', { status: 'won' });
		let asked = 0;
		node.fails = (path) =>
			path === '/contacts' && (asked += 1) === 2 ? 'unknown_parameter' : undefined;
		expect(ids(await node.poll())).toEqual(['deal.won deals-1']);
		node.asked.length = 0;
		await node.poll();
		expect(node.asked).toHaveLength(2);
	});

	it('begins anew where none is', async () => {
		const node = await watching();
		node.token += '-new';
		node.service.remove('deals-1');
		node.service.create('deals', open);
		expect(await node.poll()).toBeNull();
		expect(node.warnings).toEqual([
			'None of the newest deals that the new access token sees was watched before: it is taken for another account, whose deals are watched from now on.',
		]);
		node.service.now += MINUTE;
		node.service.change('deals-2', { status: 'won' });
		expect(ids(await node.poll())).toEqual(['deal.won deals-2']);
	});

	const events = ['company.created', 'deal.created', 'deal.updated'];

	/** Puts the credential of another account in, with deals and companies of some days ago. */
	function switchAccount(node: Node): void {
		const other = new ServiceInMemory();
		const { now } = node.service;
		other.pageSize = node.service.pageSize;
		other.now = now - 5 * 24 * 60 * MINUTE;
		for (let count = 0; count < 9; count += 1) other.create('contacts');
		for (let count = 0; count < 9; count += 1) other.create('companies');
		for (let count = 0; count < 9; count += 1) other.create('deals', open);
		other.now = now;
		node.service = other;
		node.token += '-other';
	}

	it('after more new records than a page holds still is of the same account', async () => {
		const node = await watching(5, { parameters: { events } });
		for (let count = 0; count < 250; count += 1) node.service.create('deals', open);
		node.token += '-new';
		expect(await node.poll()).toHaveLength(250);
		expect(node.warnings).toEqual([]);
	});

	it('of an account with many others is asked for no more than some pages', async () => {
		const node = await watching(1, { parameters: { events } });
		switchAccount(node);
		for (let count = 0; count < 50; count += 1) node.service.create('deals', open);
		node.service.pageSize = 1;
		expect(await node.poll()).toBeNull();
		expect(node.paths.filter((path) => /^\/deals\?limit/.test(path)).length).toBeLessThan(70);
		expect(node.warnings).toHaveLength(2);
	});

	it('tells nothing of what was there, though nothing had been watched', async () => {
		const node = await watching(0, { parameters: { events } });
		switchAccount(node);
		expect(await node.poll()).toBeNull();
		node.service.now += MINUTE;
		node.service.change('deals-20', { title: 'New' });
		expect(ids(await node.poll())).toEqual(['deal.updated deals-20']);
	});

	it('tells of the first record, where nothing had been there', async () => {
		const node = await watching(0, { parameters: { events } });
		node.token += '-new';
		const { id } = node.service.create('deals', open);
		expect(ids(await node.poll())).toEqual([`deal.created ${id}`]);
	});

	/** A seller's token has watched three deals of six; from now on it is a manager's. */
	async function promoted() {
		const node = new Node({ parameters: { events: [...events, 'deal.won', 'deal.moved'] } });
		node.service.hides = ({ ownerId }) => ownerId === 'u2';
		for (const ownerId of ['u2', 'u1', 'u2', 'u1', 'u2', 'u1']) {
			const deal = { ...open, ownerId };
			if (ownerId === 'u2') Object.assign(deal, { status: 'won', stageId: 'sw' });
			node.service.create('deals', deal);
		}
		node.service.now += 10 * MINUTE;
		expect(await node.poll()).toBeNull();
		node.service.now += MINUTE;
		node.service.hides = () => false;
		node.token += '-manager';
		return node;
	}

	it('that sees more reads that first, and tells nothing of it that is old', async () => {
		const node = await promoted();
		node.service.change('deals-2', { stageId: 's2' });
		const { id } = node.service.create('deals', open);
		expect(await node.poll()).toBeNull();
		node.service.now += MINUTE;
		node.service.change('deals-1', { title: 'An old one' });
		expect(ids(await node.poll())).toEqual([
			'deal.updated deals-1',
			'deal.moved deals-2',
			`deal.created ${id}`,
		]);
		expect(await node.poll()).toBeNull();
		expect(node.warnings).toEqual([]);
	});

	it.each([
		['in front of those that were watched', ['u1', 'u1', 'u2', 'u2']],
		['far behind them', ['u2', ...Array.from({ length: 9 }, () => 'u1')]],
	])('that sees more does so, too, where that is %s', async (_, owners) => {
		const node = new Node({ parameters: { events: [...events, 'deal.won'] } });
		node.service.pageSize = 3;
		node.service.hides = ({ ownerId }) => ownerId === 'u2';
		for (const ownerId of owners) node.service.create('deals', { ...open, ownerId });
		node.service.now += 10 * MINUTE;
		expect(await node.poll()).toBeNull();
		node.service.hides = () => false;
		node.token += '-manager';
		node.service.now += 10 * MINUTE;
		const { id } = node.service.create('deals', open);
		expect(await node.poll()).toBeNull();
		node.service.now += MINUTE;
		const hidden = `deals-${owners.indexOf('u2') + 1}`;
		node.service.change(hidden, { title: 'An old one' });
		expect(ids(await node.poll())).toEqual([`deal.updated ${hidden}`, `deal.created ${id}`]);
		expect(await node.poll()).toBeNull();
	});

	it('that sees more does so where nothing is new, too', async () => {
		const node = await promoted();
		expect(await node.poll()).toBeNull();
		node.service.now += MINUTE;
		node.service.change('deals-1', { title: 'An old one' });
		expect(ids(await node.poll())).toEqual(['deal.updated deals-1']);
	});

	it('that sees more reads lists that have no open records likewise', async () => {
		const node = new Node({ parameters: { events: ['contact.created', 'contact.updated'] } });
		node.service.hides = ({ ownerId }) => ownerId === 'u2';
		for (const ownerId of ['u2', 'u1']) node.service.create('contacts', { ownerId });
		expect(await node.poll()).toBeNull();
		node.service.hides = () => false;
		node.token += '-manager';
		node.service.now += 10 * MINUTE;
		expect(await node.poll()).toBeNull();
		node.service.change('contacts-1', { name: 'Ana' });
		expect(ids(await node.poll())).toEqual(['contact.updated contacts-1']);
	});

	it('that sees more tells nothing again that was told shortly before', async () => {
		const node = await promoted();
		node.service.hides = ({ ownerId }) => ownerId === 'u2';
		node.token = node.token.replace('-manager', '');
		node.service.change('deals-2', { stageId: 's2' });
		expect(ids(await node.poll())).toEqual(['deal.moved deals-2']);
		node.service.now += MINUTE;
		node.service.hides = () => false;
		node.token += '-manager';
		expect(await node.poll()).toBeNull();
		expect(await node.poll()).toBeNull();
	});

	it('that sees less and then more again tells once what changed meanwhile', async () => {
		const node = await watching(3);
		node.service.hides = ({ id }) => id === 'deals-2';
		node.token += '-seller';
		node.service.change('deals-2', { status: 'won' });
		expect(await node.poll()).toBeNull();
		node.service.hides = () => false;
		node.token += '-manager';
		node.service.now += MINUTE;
		expect(ids(await node.poll())).toEqual(['deal.won deals-2']);
		expect(await node.poll()).toBeNull();
	});

	it('that comes while a look goes on loses nothing of it, and is compared once that has ended', async () => {
		const parameters = { events: ['contact.created', 'contact.updated'] };
		const node = new Node({ parameters });
		node.service.hides = ({ ownerId }) => ownerId === 'u2';
		node.service.create('contacts', { ownerId: 'u2' });
		node.service.create('contacts', { ownerId: 'u1' });
		node.service.now += 10 * MINUTE;
		expect(await node.poll()).toBeNull();
		node.service.now += 10 * MINUTE;
		node.service.pageSize = 2;
		for (let count = 0; count < 6; count += 1) node.service.create('contacts', { ownerId: 'u1' });
		let asked = 0;
		node.fails = () => ((asked += 1) > 1 ? 'invalid_api_token' : undefined);
		expect(await node.poll()).toHaveLength(2);
		node.fails = () => undefined;
		node.service.hides = () => false;
		node.token += '-new';
		expect(await node.poll()).toHaveLength(4);
		expect(await node.poll()).toBeNull();
		node.service.now += MINUTE;
		node.service.change('contacts-1', { name: 'An old one' });
		expect(ids(await node.poll())).toEqual(['contact.updated contacts-1']);
		node.asked.length = 0;
		await node.poll();
		expect(node.paths.every((path) => path.includes('updatedSince'))).toBe(true);
	});

	it('that sees more while the records are read the first time has the rest read, too', async () => {
		const node = new Node({ parameters: { events } });
		node.service.hides = ({ ownerId }) => ownerId === 'u2';
		for (let count = 0; count < 6; count += 1) {
			node.service.create('deals', { ...open, ownerId: count % 2 ? 'u1' : 'u2' });
		}
		node.service.pageSize = 1;
		// Just before the watch begins; not on the first pages.
		node.service.change('deals-2', { title: 'Just before' });
		node.service.change('deals-4', { title: 'Just before' });
		node.service.now += 1_000;
		let asked = 0;
		node.fails = (path) =>
			path === '/deals' && (asked += 1) > 3 ? 'invalid_parameter' : undefined;
		expect(await node.poll()).toBeNull();
		node.fails = () => undefined;
		node.service.hides = () => false;
		node.service.pageSize = 100;
		node.token += '-manager';
		node.service.forgetCursors();
		node.service.now += MINUTE;
		expect(await node.poll()).toBeNull();
		node.service.now += MINUTE;
		node.service.change('deals-1', { title: 'An old one' });
		expect(ids(await node.poll())).toEqual(['deal.updated deals-1']);
	});

	it('of another account is found to be one, too, where the time of a poll was over before', async () => {
		const node = await watching(2, { parameters: { events } });
		node.service.create('companies', {});
		await node.poll();
		node.service.now += MINUTE;
		switchAccount(node);
		node.takes = 10_000;
		expect((await node.failure()).message).toBe(
			'“Events” can’t watch companies now: the poll’s time was over before their turn came',
		);
		node.takes = 0;
		node.service.now += MINUTE;
		for (const id of ['companies-12', 'deals-20']) node.service.change(id, { title: 'New' });
		expect(await node.poll()).toBeNull();
		node.service.now += MINUTE;
		node.service.change('deals-21', { title: 'New' });
		expect(ids(await node.poll())).toEqual(['deal.updated deals-21']);
	});
});
