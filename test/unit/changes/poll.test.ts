import type { IDataObject } from 'n8n-workflow';
import { ids, MINUTE, Node, open, watching } from './pollingNode';

describe('a poll', () => {
	it('gives out an item for each change, and null for none', async () => {
		const node = await watching();
		expect(await node.poll()).toBeNull();
		node.service.change('deals-1', { status: 'won' });
		expect(await node.poll()).toEqual([
			{
				event: 'deal.won',
				id: expect.stringMatching(/^chg_/),
				data: node.service.get('deals-1'),
				previous: { status: 'open', stageId: 's1' },
			},
		]);
		expect(await node.poll()).toBeNull();
	});

	it('leaves out what is known of before, where that is not wanted', async () => {
		const node = await watching(1, { parameters: { options: { includePrevious: false } } });
		node.service.change('deals-1', { status: 'won' });
		const [item] = (await node.poll()) ?? [];
		expect(Object.keys(item ?? {})).toEqual(['event', 'id', 'data']);
	});

	it('remembers in one property, set anew, with a version', async () => {
		const node = await watching();
		const before = node.staticData.changes;
		await node.poll();
		expect(Object.keys(node.staticData)).toEqual(['changes']);
		expect(node.staticData.changes).not.toBe(before);
		expect(node.staticData.changes).toMatchObject({ version: 1, lists: { deal: {} } });
		expect(JSON.stringify(node.staticData)).not.toContain(node.token);
	});

	it.each([
		['of another version', (state: IDataObject) => ({ ...state, version: 2 })],
		['without lists', () => ({ version: 1 })],
		['that is no object', () => 'old'],
	])('begins anew with a state %s', async (_, changed) => {
		const node = await watching();
		node.staticData.changes = changed(node.staticData.changes as IDataObject) as never;
		node.service.change('deals-1', { status: 'won' });
		expect(await node.poll()).toBeNull();
		node.service.now += MINUTE;
		node.service.change('deals-1', { title: 'Edited' });
		expect(ids(await node.poll())).toEqual(['deal.updated deals-1']);
	});

	it('forgets a list of which nothing is wanted any more', async () => {
		const node = await watching(1, { parameters: { events: ['deal.won', 'contact.created'] } });
		await node.activate({ parameters: { events: ['contact.created'] } });
		const { lists } = node.staticData.changes as { lists: object };
		expect(Object.keys(lists)).toEqual(['contact']);
	});

	it('looks back as far as the overlap says', async () => {
		for (const [overlapSeconds, ms] of [
			[undefined, 120_000],
			['', 120_000],
			[0, 0],
			['30', 30_000],
		] as const) {
			const node = await watching(1, { parameters: { options: { overlapSeconds } } });
			const at = node.service.now;
			await node.poll();
			await node.poll();
			const since = new URL(node.asked[1]!.url).searchParams.get('updatedSince');
			expect(since).toBe(new Date(at - ms).toISOString());
		}
	});
});

describe('n8n is to keep at once', () => {
	it('what a poll has read that gives nothing out', async () => {
		const node = await watching();
		expect(node.commits).toBe(1);
		await node.activate({ activation: 'update', parameters: { events: ['deal.lost'] } });
		expect(node.commits).toBe(2);
	});

	it('what was read of another list, where one fails', async () => {
		const node = await watching();
		node.fails = (path) => (path === '/deals' ? 'invalid_parameter' : undefined);
		const parameters = { events: ['deal.won', 'contact.created'] };
		await expect(node.activate({ activation: 'update', parameters })).rejects.toThrow();
		expect(node.commits).toBe(2);
		expect(node.staticData.changes).toMatchObject({ lists: { contact: {}, deal: {} } });
	});

	it('nothing that is told: that is kept together with the execution', async () => {
		const node = await watching();
		node.service.change('deals-1', { status: 'won' });
		expect(await node.poll()).toHaveLength(1);
		expect(node.commits).toBe(1);
	});

	it('nothing of a poll that could not begin', async () => {
		const node = new Node();
		node.fails = () => 'invalid_parameter';
		await node.failure();
		expect(node.commits).toBe(0);
	});
});

describe('what is wanted', () => {
	it.each([
		[{ events: [] }, '“Events” is empty'],
		[{ events: 'deal.won' }, '“Events” is empty'],
		[{ events: ['deal.won', 'deal.sold'] }, '“Events” holds “deal.sold”, which is none'],
		[{ filters: { ownerId: '' } }, '“Owner ID” is empty'],
		...['soon', -1, 604_801, 1e14].map((overlapSeconds): [Record<string, unknown>, string] => [
			{ options: { overlapSeconds } },
			'“Overlap (Seconds)” is not a number of seconds from 0 to 604800, a week',
		]),
		[{ options: { includePrevious: 'maybe' } }, '“Include Previous” is neither true nor false'],
	])('%j is refused before anything is asked', async (parameters, message) => {
		const node = new Node({ parameters });
		expect((await node.failure()).message).toBe(message);
		expect(node.asked).toEqual([]);
	});

	it('says nothing of sending, and what to do', async () => {
		const { description } = await new Node({ parameters: { events: [] } }).failure();
		expect(description).toBe('Choose at least one event.');
		const unknown = await new Node({ parameters: { events: ['deal.sold'] } }).failure();
		expect(unknown.description).toBe('Choose from its list.');
	});

	it('is filtered by what deals are now, all filters together; others are not', async () => {
		const filters = {
			pipelineId: { mode: 'list', value: 'p1' },
			stageId: 's2',
			ownerId: 'u1',
		};
		const node = await watching(4, {
			parameters: { filters, events: ['deal.moved', 'contact.created'] },
		});
		node.service.change('deals-1', { stageId: 's2' });
		node.service.change('deals-2', { stageId: 's2', ownerId: 'u2' });
		node.service.change('deals-3', { stageId: 's2', pipelineId: 'p2' });
		node.service.change('deals-4', { stageId: 's3' });
		node.service.create('contacts', {});
		expect(ids(await node.poll())).toEqual(['contact.created contacts-5', 'deal.moved deals-1']);
	});
});

describe('the time of a poll', () => {
	it.each([
		['n8n does not say', undefined, 29],
		['n8n gives it more than a minute', 300_000, 29],
		['n8n gives it less', 36_000, 25],
		['n8n gives it hardly any', 4_000, 3],
	])('where %s', async (_, budgetMs, requests) => {
		const node = new Node({ budgetMs });
		node.service.pageSize = 1;
		for (let count = 0; count < 60; count += 1) node.service.create('deals', open);
		node.service.now += 10 * MINUTE;
		node.takes = 1_000;
		expect(await node.poll()).toBeNull();
		expect(node.asked).toHaveLength(requests);
	});

	it('ends a request that is not answered by then', async () => {
		jest.useFakeTimers();
		try {
			const node = new Node({ budgetMs: 20_000 });
			node.holds = new Promise(() => {});
			const failure = node.failure();
			const pass = async (ms: number) => {
				node.service.now += ms;
				await jest.advanceTimersByTimeAsync(ms);
			};
			await pass(0);
			await pass(18_500);
			expect(node.asked.map(({ abortSignal }) => abortSignal?.aborted)).toEqual([false]);
			await pass(1_000);
			expect(node.asked.map(({ abortSignal }) => abortSignal?.aborted)).toEqual([true]);
			expect((await failure).message).toContain('answer');
		} finally {
			jest.useRealTimers();
		}
	});

	it('goes on in the next one: begin, then read, then look', async () => {
		const node = new Node();
		node.service.pageSize = 1;
		for (let count = 0; count < 40; count += 1) node.service.create('deals', open);
		node.service.now += 10 * MINUTE;
		node.takes = 1_000;
		await node.poll();
		node.service.change('deals-1', { status: 'won' });
		const state = () => (node.staticData.changes as { lists: { deal: IDataObject } }).lists.deal;
		for (let polls = 0; polls < 10 && state().baseline; polls += 1) {
			node.service.now += MINUTE;
			const told = await node.poll();
			if (told) expect(ids(told)).toEqual(['deal.updated deals-1']);
		}
		expect(state().baseline).toBeUndefined();
	});

	it('is too short to begin with all that is chosen: it says so, as what changes until then is not told', async () => {
		const node = new Node({ parameters: { events: ['company.created', 'deal.won'] } });
		node.takes = 10_000;
		const { message, description } = await node.failure();
		expect(message).toBe(
			'“Events” can’t watch deals yet: the poll’s time was over before their turn came',
		);
		expect(description).toContain(
			'What changes until the watch begins is not told. Try again when the service is quicker',
		);
		expect(node.staticData).toEqual({});
		node.takes = 0;
		expect(await node.poll()).toBeNull();
	});

	it('is too short to begin with what is chosen later: it says so beside what changed', async () => {
		const node = await watching(1, { parameters: { events: ['contact.created'] } });
		node.service.create('contacts', {});
		node.takes = 30_000;
		const told = await node.activate({ parameters: { events: ['contact.created', 'deal.won'] } });
		expect(told).toHaveLength(1);
		expect(node.recorded.map(({ message }) => message)).toEqual([
			'“Events” can’t watch deals yet: the poll’s time was over before their turn came',
		]);
	});

	it('goes on with a backlog of which nothing is told, so that what is chosen later begins behind it', async () => {
		const node = new Node({ parameters: { events: ['contact.created'] } });
		for (let count = 0; count < 60; count += 1) node.service.create('contacts', {});
		node.service.now += 10 * MINUTE;
		await node.poll();
		node.service.now += MINUTE;
		for (const { id } of node.service.all('contacts')) {
			node.service.change(String(id), { name: 'Edited' });
		}
		node.service.pageSize = 1;
		node.takes = 1_000;
		const events = ['contact.created', 'deal.won'];
		expect(await node.activate({ parameters: { events }, activation: 'update' })).toBeNull();
		expect(node.recorded.map(({ message }) => message)).toEqual([
			'“Events” can’t watch deals yet: the poll’s time was over before their turn came',
		]);
		expect(await node.poll()).toBeNull();
		expect(node.recorded).toHaveLength(1);
		expect(node.staticData.changes).toMatchObject({ lists: { contact: {}, deal: {} } });
	});

	it('is not spent on one list’s backlog poll after poll', async () => {
		const node = await watching(1, { parameters: { events: ['contact.created', 'deal.won'] } });
		node.service.pageSize = 1;
		for (let count = 0; count < 90; count += 1) node.service.create('contacts', {});
		node.service.change('deals-1', { status: 'won' });
		node.takes = 1_000;
		expect(await node.poll()).toHaveLength(29);
		expect(node.recorded).toEqual([]);
		const told = ids(await node.poll());
		expect(told).toContain('deal.won deals-1');
		expect(told).toHaveLength(29);
	});

	it('is over before a list’s turn comes: it says so each time, beside what the others bring', async () => {
		const parameters = { events: ['company.created', 'contact.created', 'deal.won'] };
		const node = await watching(1, { parameters });
		node.service.change('deals-1', { status: 'won' });
		node.takes = 15_000;
		const { message, description } = await node.failure();
		expect(message).toBe(
			'“Events” can’t watch deals now: the poll’s time was over before their turn came',
		);
		expect(description).toContain('choose the events of fewer kinds of record');
		expect(description).toContain('Nothing is lost');
		node.service.create('companies', {});
		expect(await node.poll()).toHaveLength(1);
		expect(node.recorded).toHaveLength(1);
		node.takes = 0;
		expect(ids(await node.poll())).toEqual(['deal.won deals-1']);
	});

	it('is spent on open deals before many contacts, so that one that is won meanwhile is won', async () => {
		const node = new Node({
			parameters: { events: ['contact.created', 'deal.won', 'deal.updated'] },
		});
		node.service.pageSize = 1;
		for (let count = 0; count < 10; count += 1) node.service.create('deals', open);
		for (let count = 0; count < 60; count += 1) node.service.create('contacts', {});
		node.service.now += 10 * MINUTE;
		node.takes = 1_000;
		expect(await node.poll()).toBeNull();
		node.takes = 0;
		node.service.now += MINUTE;
		node.service.change('deals-1', { status: 'won' });
		const told = [...((await node.poll()) ?? []), ...((await node.poll()) ?? [])];
		expect(ids(told)).toEqual(['deal.won deals-1']);
	});

	it('is spent on looks first; a baseline leaves a quarter of the limit to executions', async () => {
		const node = await watching(1, { parameters: { events: ['deal.won'] } });
		for (let count = 0; count < 40; count += 1) node.service.create('contacts', {});
		node.service.now += 10 * MINUTE;
		node.service.pageSize = 1;
		node.service.change('deals-1', { status: 'won' });
		const limit = 20;
		const answer = node.service.answer.bind(node.service);
		let used = 0;
		node.service.answer = (request) => {
			used += 1;
			node.headers = {
				'ratelimit-limit': String(limit),
				'ratelimit-remaining': String(limit - used),
				'ratelimit-reset': '60',
			};
			return answer(request);
		};
		const told = await node.activate({ parameters: { events: ['deal.won', 'contact.created'] } });
		expect(ids(told)).toEqual(['deal.won deals-1']);
		const paths = node.paths.map((path) => path.split('?')[0]);
		expect(paths.lastIndexOf('/deals')).toBeLessThan(paths.length - 10);
		expect(used).toBe(15);
	});
});

describe('a poll while another is under way', () => {
	/** A poll that waits for its answers until it is told to go on. */
	async function held() {
		const node = await watching();
		node.service.change('deals-1', { status: 'won' });
		let goOn = () => {};
		node.holds = new Promise((resolve) => (goOn = resolve));
		return { node, first: node.poll(), goOn };
	}

	it('of the same node leaves everything to it, also where n8n made it a context of its own', async () => {
		const { node, first, goOn } = await held();
		expect(await node.poll()).toBeNull();
		expect(await node.activate({ activation: 'update' })).toBeNull();
		expect(node.asked).toHaveLength(1);
		goOn();
		expect(ids(await first)).toEqual(['deal.won deals-1']);
		node.service.change('deals-1', { title: 'Edited' });
		expect(ids(await node.poll())).toEqual(['deal.updated deals-1']);
	});

	it.each([
		['a workflow that is published', {}],
		['another node', { activation: 'update', nodeName: 'Changes1' }],
		['another workflow', { activation: 'update', workflowId: 'w2' }],
	])('does not keep %s from its own', async (_, given) => {
		const { node, first, goOn } = await held();
		const second = node.activate(given);
		goOn();
		expect(ids(await second)).toEqual(['deal.won deals-1']);
		await first;
	});

	it('that hangs for minutes keeps no other back', async () => {
		const { node, first, goOn } = await held();
		node.holds = undefined;
		node.service.now += 6 * MINUTE;
		expect(await node.poll()).toBeNull();
		node.service.now += MINUTE;
		expect(ids(await node.poll())).toEqual(['deal.won deals-1']);
		goOn();
		await first;
	});

	it('that fails is over', async () => {
		const { node, first, goOn } = await held();
		node.fails = () => 'invalid_parameter';
		goOn();
		await expect(first).rejects.toThrow('does not accept');
		node.fails = () => undefined;
		expect(ids(await node.poll())).toEqual(['deal.won deals-1']);
	});
});

describe('published again', () => {
	const startAfresh = { parameters: { options: { whenPublished: 'startAfresh' } } };

	it('goes on with what changed meanwhile', async () => {
		const node = await watching();
		node.service.change('deals-1', { status: 'won' });
		expect(ids(await node.activate())).toEqual(['deal.won deals-1']);
	});

	it('starts afresh where that is wanted, once for each time', async () => {
		const node = await watching(1, startAfresh);
		node.service.change('deals-1', { status: 'won' });
		expect(await node.activate()).toBeNull();
		node.service.now += MINUTE;
		node.service.change('deals-1', { title: 'Edited' });
		expect(ids(await node.poll())).toEqual(['deal.updated deals-1']);
	});

	it.each(['init', 'update', 'leadershipChange'])(
		'but not for n8n’s own %s',
		async (activation) => {
			const node = await watching(1, startAfresh);
			node.service.change('deals-1', { status: 'won' });
			expect(ids(await node.activate({ activation, ...startAfresh }))).toEqual([
				'deal.won deals-1',
			]);
		},
	);
});

describe('in the editor', () => {
	const manual = (parameters: object) => {
		const node = new Node({ mode: 'manual', parameters: { ...parameters } });
		node.service.create('deals', { ...open, status: 'won', stageId: 'sw' });
		node.service.create('deals', { ...open, status: 'lost', stageId: 'sl' });
		node.service.create('deals', { ...open, stageId: 's2' });
		node.service.create('companies', { isActive: false });
		node.service.create('companies', { isActive: true });
		return node;
	};

	it('shows the newest record of each chosen kind, in few requests, and remembers nothing', async () => {
		const events = [
			...['deal.created', 'deal.moved', 'deal.won', 'deal.lost', 'deal.updated'],
			...['company.created', 'company.deactivated', 'contact.created'],
		];
		const node = manual({ events });
		const items = (await node.poll()) ?? [];
		expect(ids(items)).toEqual([
			'company.created companies-5',
			'company.deactivated companies-4',
			'deal.created deals-3',
			'deal.won deals-1',
			'deal.lost deals-2',
			'deal.moved deals-3',
			'deal.updated deals-3',
		]);
		expect(items.map(({ previous }) => previous)).toEqual([
			null,
			null,
			null,
			{ status: 'open', stageId: 'sw' },
			{ status: 'open', stageId: 'sl' },
			{ status: 'open', stageId: 's2' },
			{ status: 'open', stageId: 's2' },
		]);
		expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
		expect(items[0]?.id).toBe(`chg_sample_company.created_${node.service.now}`);
		expect(node.paths).toEqual([
			'/companies?includeInactive=true&limit=100',
			'/contacts?limit=100',
			'/deals?limit=100',
			'/deals?status=won&limit=100',
			'/deals?status=lost&limit=100',
		]);
		expect(node.staticData).toEqual({});
	});

	it('keeps to the filters', async () => {
		const node = manual({ events: ['deal.won'], filters: { stageId: 's9' } });
		await node.poll();
		expect(node.paths).toEqual(['/deals?stageId=s9&status=won&limit=100']);
	});

	it('says so where there is none', async () => {
		const { message, description } = await manual({ events: ['contact.created'] }).failure();
		expect(message).toBe('“Events” has no sample: there is no such record among the newest');
		expect(description).toContain('set mock data');
	});

	it.each([
		[['deal.won'], 'no such record among the newest passes “Deal Filters”', 'or take them out'],
		[
			['contact.created'],
			'there is no such record among the newest',
			'See to it that the service has one',
		],
	])('says of %j, with filters, why there is none', async (events, why, remedy) => {
		const node = new Node({ mode: 'manual', parameters: { events, filters: { stageId: 's9' } } });
		const { message, description } = await node.failure();
		expect(message).toBe(`“Events” has no sample: ${why}`);
		expect(description).toContain(remedy);
		expect(description).toContain('set mock data');
	});

	it('tells what went wrong', async () => {
		const node = manual({ events: ['deal.won'] });
		node.fails = () => 'invalid_api_token';
		expect((await node.failure()).message).toBe('The access token is not valid');
	});
});
