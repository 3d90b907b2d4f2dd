import type { IDataObject } from 'n8n-workflow';
import { ids, MINUTE, PollingNode, open, watching, type NodeSetup } from './pollingNode';

describe('a poll', () => {
	it('leaves out `previous` when Include Previous is off', async () => {
		const node = await watching(1, { parameters: { options: { includePrevious: false } } });
		node.service.change('deals-1', { status: 'won' });
		const [item] = (await node.poll()) ?? [];
		expect(Object.keys(item ?? {})).toEqual(['event', 'id', 'data']);
	});

	describe('with Include Names', () => {
		const watchingNames = async (given: NodeSetup = {}) => {
			const node = await watching(1, { ...given, parameters: { options: { includeNames: true } } });
			const contact = node.service.create('contacts', { name: 'Ana', phone: '11987654321' });
			node.service.change('deals-1', { status: 'won', contactId: contact.id, valueCents: 1298020 });
			return node;
		};
		const none = { pipeline: null, stage: null, company: null };

		it('adds what Get adds to deals', async () => {
			const node = await watchingNames();
			expect(await node.poll()).toMatchObject([
				{
					event: 'deal.won',
					data: {
						...{ id: 'deals-1', contactId: 'contacts-2', valueCents: 1298020, _value: 12980.2 },
						_names: { ...none, contact: 'Ana', contactPhone: '11987654321', contactEmail: null },
					},
				},
			]);
		});

		it.each<[string, Partial<Pick<PollingNode, 'takes' | 'fails'>>]>([
			['can’t be read', { fails: (path) => (path === '/deals' ? undefined : 'invalid_parameter') }],
			['no time is left for', { takes: 35_000 }],
		])('holds back and repeats no change whose names %s: they are null', async (_, faults) => {
			const node = await watchingNames();
			Object.assign(node, faults);
			const [item] = (await node.poll()) ?? [];
			expect(item).toMatchObject({
				...{ event: 'deal.won', id: expect.stringMatching(/^chg_/) },
				data: { _names: { ...none, contact: null, contactPhone: null }, _value: 12980.2 },
			});
			expect(node.recorded).toEqual([]);
			expect(await node.poll()).toBeNull();
		});

		it('tells a change after n8n was killed while its names were read', async () => {
			const node = await watchingNames();
			let saved: IDataObject = {};
			node.fails = (path) => {
				// Another trigger of the workflow has n8n save the static data of all of its nodes.
				if (path === '/pipelines') saved = structuredClone(node.staticData);
				return undefined;
			};
			const told = ids(await node.poll());
			node.staticData = saved;
			expect(ids(await node.activate({ activation: 'init' }))).toEqual(told);
		});

		it.each(['pipelineId', 'contactId'])(
			'loses no change for a %s that no URL can hold',
			async (id) => {
				const node = await watchingNames();
				node.service.change('deals-1', { [id]: 'half \ud800' });
				expect(ids(await node.poll())).toEqual(['deal.won deals-1']);
			},
		);
	});

	it('saves one property, replaced each time, with a version and no part of the token', async () => {
		const node = await watching();
		const before = node.staticData.changes;
		await node.poll();
		expect(node.staticData.changes).not.toBe(before);
		expect(node.staticData).toEqual({
			changes: { version: 1, order: ['deal'], lists: { deal: expect.anything() } },
		});
		expect(JSON.stringify(node.staticData)).not.toContain(node.token);
		const { lists } = node.staticData.changes as { lists: { deal: { tokenId: string } } };
		expect(lists.deal.tokenId).toMatch(/^[0-9a-f]{16}$/);
	});

	it.each([
		['of another version', (state: IDataObject) => ({ ...state, version: 2 })],
		['without lists', () => ({ version: 1 })],
		['no object', () => 'old'],
	])('starts a new watch when the saved state is %s, and n8n’s log says so', async (_, changed) => {
		const node = await watching();
		node.staticData.changes = changed(node.staticData.changes as IDataObject) as never;
		node.service.change('deals-1', { status: 'won' });
		expect(await node.poll()).toBeNull();
		node.service.now += MINUTE;
		node.service.change('deals-1', { title: 'Edited' });
		expect(ids(await node.poll())).toEqual(['deal.updated deals-1']);
		expect(node.warnings).toEqual([
			'What n8n has saved of this node is not of this version of it. The watch begins anew; what changed before is not reported.',
		]);
	});

	it('discards the state of a list that has no selected event', async () => {
		const node = await watching(1, { parameters: { events: ['deal.won', 'contact.created'] } });
		await node.activate({ parameters: { events: ['contact.created'] } });
		const { lists } = node.staticData.changes as { lists: object };
		expect(Object.keys(lists)).toEqual(['contact']);
	});
});

describe('with durable cursors, a poll commits', () => {
	it('its state if it emits nothing; n8n commits the state with the executions of others', async () => {
		const node = await watching();
		expect(node.commits).toBe(1);
		node.service.change('deals-1', { status: 'won' });
		expect(await node.poll()).toHaveLength(1);
		expect(node.commits).toBe(1);
		await node.activate({ activation: 'update', parameters: { events: ['deal.lost'] } });
		expect(node.commits).toBe(2);
	});

	it('the lists that were read, when another fails', async () => {
		const node = await watching();
		node.fails = (path) => (path === '/deals' ? 'invalid_parameter' : undefined);
		const parameters = { events: ['deal.won', 'contact.created'] };
		await expect(node.activate({ activation: 'update', parameters })).rejects.toThrow();
		expect(node.commits).toBe(2);
		expect(node.staticData.changes).toMatchObject({ lists: { contact: {}, deal: {} } });
	});

	it('nothing when the first poll fails', async () => {
		const node = new PollingNode();
		node.fails = () => 'invalid_parameter';
		await node.failure();
		expect(node.commits).toBe(0);
	});
});

describe('parameters', () => {
	const refused = async (parameters: Record<string, unknown>) => {
		const node = new PollingNode({ parameters });
		const failure = await node.failure();
		expect(node.asked).toEqual([]);
		return failure;
	};

	it.each<[unknown, string, string]>([
		[[], '“Events” is empty', 'Choose at least one event.'],
		[' , ', '“Events” is empty', 'Choose at least one event.'],
		[
			'deal.won, Deal Won',
			'“Events” holds “Deal Won”, which is no event of this trigger',
			'Choose from its list.',
		],
	])('events %j are refused before any request', async (events, message, description) => {
		expect(await refused({ events })).toMatchObject({ message, description });
	});

	const none = '“Look Back (Seconds)” is not a number of seconds from 0 to 604800, a week';
	it.each<[Record<string, unknown>, string]>([
		[{ filters: { ownerId: '' } }, '“Owner ID” is empty'],
		[{ options: { overlapSeconds: 'soon' } }, none],
		[{ options: { overlapSeconds: -1 } }, none],
		[{ options: { overlapSeconds: 604_801 } }, none],
		[{ options: { includePrevious: 'maybe' } }, '“Include Previous” is neither true nor false'],
	])('%j is refused before any request', async (parameters, message) => {
		expect((await refused(parameters)).message).toBe(message);
	});

	it('all deal filters apply to deals as they are now, and to no other list', async () => {
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

describe('the time budget of a poll', () => {
	it.each([
		['n8n does not say', undefined, 29],
		['n8n gives it more than a minute', 300_000, 29],
		['n8n gives it less', 36_000, 25],
		['n8n gives it hardly any', 4_000, 3],
	])('when %s', async (_, budgetMs, requests) => {
		const node = new PollingNode({ budgetMs });
		node.service.pageSize = 1;
		for (let count = 0; count < 60; count += 1) node.service.create('deals', open);
		node.service.now += 10 * MINUTE;
		node.takes = 1_000;
		expect(await node.poll()).toBeNull();
		expect(node.asked).toHaveLength(requests);
	});

	it('aborts a request that is not answered in time', async () => {
		jest.useFakeTimers();
		try {
			const node = new PollingNode({ budgetMs: 20_000 });
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

	it('ends a baseline or incremental scan early, and the next poll resumes it', async () => {
		const node = new PollingNode();
		node.service.pageSize = 1;
		for (let count = 0; count < 40; count += 1) node.service.create('deals', open);
		node.service.now += 10 * MINUTE;
		node.takes = 1_000;
		// The first 29 pages, and then the others.
		for (const requests of [29, 11]) {
			node.asked.length = 0;
			node.service.now += MINUTE;
			expect(await node.poll()).toBeNull();
			expect(node.asked).toHaveLength(requests);
		}
		for (const { id } of node.service.all('deals')) {
			node.service.change(String(id), { status: 'won' });
		}
		expect(await node.poll()).toHaveLength(29);
		expect(await node.poll()).toHaveLength(11);
	});

	it('ends before a list’s turn, and the next poll reads that list first', async () => {
		const parameters = { events: ['company.created', 'contact.created', 'deal.won'] };
		const node = await watching(1, { parameters });
		node.service.create('companies', {});
		node.service.create('contacts', {});
		node.service.change('deals-1', { status: 'won' });
		// Two requests a poll.
		node.takes = 15_000;
		expect(ids(await node.poll())).toEqual([
			'company.created companies-2',
			'contact.created contacts-3',
		]);
		// Whatever the order of the lists, a deal's company is emitted before the deal.
		node.service.create('companies', {});
		expect(ids(await node.poll())).toEqual(['company.created companies-4', 'deal.won deals-1']);
		expect(node.paths.map((path) => path.split('?')[0])).toEqual([
			...['/companies', '/contacts'],
			...['/deals', '/companies'],
		]);
		expect(node.recorded).toEqual([]);
	});

	it('is not spent on one unresponsive list in poll after poll', async () => {
		const node = await watching(1, { parameters: { events: ['contact.created', 'deal.won'] } });
		node.service.change('deals-1', { status: 'won' });
		node.fails = (path) => {
			if (path !== '/contacts') return undefined;
			node.service.now += 39_000;
			return 'unknown_parameter';
		};
		await node.failure();
		expect(ids(await node.poll())).toEqual(['deal.won deals-1']);
		expect(node.recorded).toHaveLength(1);
	});

	it('is spent on incremental scans before the baseline scan of a list that was selected later', async () => {
		const node = await watching();
		for (let count = 0; count < 40; count += 1) node.service.create('companies', {});
		node.service.pageSize = 1;
		node.takes = 1_000;
		node.service.change('deals-1', { status: 'won' });
		const parameters = { events: ['company.created', 'deal.won'] };
		expect(ids(await node.activate({ parameters }))).toEqual(['deal.won deals-1']);
		expect(node.paths[0]).toMatch(/^\/deals/);
	});

	describe('under a rate limit', () => {
		/** Has the service tell a limit of 20 requests a minute. @returns how many are used */
		function limited(node: PollingNode): { used: number } {
			const limit = { used: 0 };
			const answer = node.service.answer.bind(node.service);
			node.service.answer = (request) => {
				limit.used += 1;
				node.headers = {
					'ratelimit-limit': '20',
					'ratelimit-remaining': String(20 - limit.used),
					'ratelimit-reset': '60',
				};
				return answer(request);
			};
			return limit;
		}

		it('baseline scans leave a quarter of it to executions and incremental scans, and do not fail', async () => {
			const node = await watching();
			for (let count = 0; count < 40; count += 1) node.service.create('contacts', {});
			node.service.pageSize = 1;
			const limit = limited(node);
			const events = ['company.created', 'contact.created', 'deal.won'];
			expect(await node.activate({ parameters: { events } })).toBeNull();
			expect(limit.used).toBe(15);
			node.service.change('deals-1', { status: 'won' });
			expect(ids(await node.poll())).toEqual(['deal.won deals-1']);
			expect(limit.used).toBe(17);
			expect(node.recorded).toEqual([]);
		});

		it('a list that was deferred is the first of the next poll', async () => {
			const node = new PollingNode({ parameters: { events: ['contact.created', 'deal.won'] } });
			for (let count = 0; count < 40; count += 1) node.service.create('contacts', {});
			node.service.create('deals', open);
			node.service.pageSize = 1;
			limited(node).used = 3;
			expect(await node.poll()).toBeNull();
			node.service.now += 2 * MINUTE;
			node.asked.length = 0;
			expect(await node.poll()).toBeNull();
			expect(node.paths[0]).toBe('/deals?limit=100');
		});

		it('an incremental scan that has no room fails', async () => {
			const node = await watching();
			limited(node).used = 19;
			expect(await node.poll()).toBeNull();
			expect((await node.failure()).message).toBe(
				'A limit per minute leaves no room for this request',
			);
		});
	});
});

describe('a poll while another is running', () => {
	/** Starts a poll whose answers come when `goOn` is called. */
	async function held() {
		const node = await watching();
		node.service.change('deals-1', { status: 'won' });
		let goOn = () => {};
		node.holds = new Promise((resolve) => (goOn = resolve));
		const first = node.poll();
		await new Promise(setImmediate);
		return { node, first, goOn };
	}

	it('of the same node emits nothing, also when n8n gave it another context', async () => {
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
	])('does not block %s', async (_, given) => {
		const { node, first, goOn } = await held();
		const second = node.activate(given);
		goOn();
		expect(ids(await second)).toEqual(['deal.won deals-1']);
		await first;
	});

	it('that hangs for minutes no longer blocks others', async () => {
		const { node, first, goOn } = await held();
		node.holds = undefined;
		node.service.now += 6 * MINUTE;
		expect(await node.poll()).toBeNull();
		node.service.now += MINUTE;
		expect(ids(await node.poll())).toEqual(['deal.won deals-1']);
		goOn();
		await first;
	});

	it('that fails no longer blocks others', async () => {
		const { node, first, goOn } = await held();
		node.fails = () => 'invalid_parameter';
		goOn();
		await expect(first).rejects.toThrow('does not accept');
		node.fails = () => undefined;
		expect(ids(await node.poll())).toEqual(['deal.won deals-1']);
	});
});

describe('when published again', () => {
	const startFresh = { parameters: { options: { whenPublished: 'startFresh' } } };

	it('starts fresh when that is set, once for each publication', async () => {
		const node = await watching(1, startFresh);
		node.service.change('deals-1', { status: 'won' });
		expect(await node.activate()).toBeNull();
		node.service.now += MINUTE;
		node.service.change('deals-1', { title: 'Edited' });
		expect(ids(await node.poll())).toEqual(['deal.updated deals-1']);
	});

	it.each(['init', 'update', 'leadershipChange'])(
		'does not start fresh for n8n’s own %s',
		async (activation) => {
			const node = await watching(1, startFresh);
			node.service.change('deals-1', { status: 'won' });
			expect(ids(await node.activate({ activation, ...startFresh }))).toEqual(['deal.won deals-1']);
		},
	);
});

describe('in the editor', () => {
	const manual = (parameters: object) => {
		const node = new PollingNode({ mode: 'manual', parameters: { ...parameters } });
		node.service.create('deals', { ...open, status: 'won', stageId: 'sw' });
		node.service.create('deals', { ...open, status: 'lost', stageId: 'sl' });
		node.service.create('deals', { ...open, stageId: 's2' });
		node.service.create('companies', { isActive: false });
		node.service.create('companies', { isActive: true });
		return node;
	};

	it('shows the newest record for each selected event, in few requests, and saves nothing', async () => {
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
			{ status: 'open', stageId: null },
			{ status: 'open', stageId: null },
			{ status: 'open', stageId: null },
			{ status: 'open', stageId: null },
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

	it('applies the filters', async () => {
		const node = manual({ events: ['deal.won'], filters: { stageId: 's9' } });
		await node.poll();
		expect(node.paths).toEqual(['/deals?stageId=s9&status=won&limit=100']);
	});

	const among = 'there is no such record among the newest';
	it.each<[string, object, string, string]>([
		['contact.created', {}, among, 'See to it that the service has one'],
		['contact.created', { stageId: 's9' }, among, 'See to it that the service has one'],
		[
			'deal.won',
			{ stageId: 's9' },
			'no such record among the newest passes “Deal Filters”',
			'or take them out',
		],
		[
			'contact.created, deal.won',
			{ stageId: 's9' },
			'no such record among the newest passes “Deal Filters”',
			'or take them out',
		],
	])(
		'explains that %s, with the filters %j, has no sample',
		async (event, filters, why, remedy) => {
			const { message, description } = await new PollingNode({
				mode: 'manual',
				parameters: { events: event, filters },
			}).failure();
			expect(message).toBe(`“Events” has no sample: ${why}`);
			expect(description).toContain(remedy);
			expect(description).toContain('set mock data');
		},
	);

	it('says so if the service is too slow for samples', async () => {
		const node = manual({ events: ['deal.created', 'deal.won'] });
		node.takes = 30_000;
		const { message, description } = await node.failure();
		expect(message).toMatch(/^“Events” could not be read in time: /);
		expect(description).toContain('Try again in a minute.');
		expect(description).not.toContain('poll');
	});

	it('explains a failure without mentioning polls', async () => {
		const node = manual({ events: ['deal.won'] });
		node.fails = () => 'invalid_api_token';
		const { message, description } = await node.failure();
		expect(message).toBe('The access token is not valid');
		expect(description).not.toContain('poll');
	});
});
