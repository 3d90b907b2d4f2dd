/** Which event a difference between two scans becomes, and the ID of that change. */
import type { IDataObject } from 'n8n-workflow';
import { EVENTS, ids, MINUTE, open, watchingAll } from './pollingNode';

const won = { ...open, status: 'won', stageId: 'sw' };
const BEFORE = { status: 'open', stageId: 's1' };

test.each<[string, IDataObject, IDataObject, string[], IDataObject | null]>([
	['deals', open, { stageId: 's2', title: 'x' }, ['deal.moved'], BEFORE],
	['deals', open, { status: 'won', stageId: 'sw', title: 'x' }, ['deal.won'], BEFORE],
	['deals', open, { status: 'lost', stageId: 'sl' }, ['deal.lost'], BEFORE],
	['deals', open, { title: 'x' }, ['deal.updated'], BEFORE],
	['deals', won, { title: 'x' }, ['deal.updated'], { status: 'won', stageId: 'sw' }],
	['deals', won, open, ['deal.moved'], { status: 'won', stageId: 'sw' }],
	// A property that the service does not give is null.
	['deals', { title: 'a' }, { stageId: 's2' }, ['deal.moved'], { status: null, stageId: null }],
	['deals', { stageId: null }, { title: 'x' }, ['deal.updated'], { status: null, stageId: null }],
	['companies', { isActive: true }, { isActive: false }, ['company.deactivated'], null],
	['companies', { isActive: true }, { cnpj: '1' }, ['company.updated'], null],
	['companies', { isActive: false }, { cnpj: '1' }, ['company.updated'], null],
	['contacts', { name: 'Ana' }, { name: 'Bia' }, ['contact.updated'], null],
	// Neither the order of properties nor `updatedAt` is a change; the order of a list is.
	['contacts', { custom: { a: 1, b: 2 } }, { custom: { b: 2, a: 1 } }, [], null],
	['contacts', { tags: ['x', 'y'] }, { tags: ['y', 'x'] }, ['contact.updated'], null],
	['contacts', { updatedAt: '1' }, { updatedAt: '2' }, [], null],
	[
		'contacts',
		{ custom: { updatedAt: 1 } },
		{ custom: { updatedAt: 2 } },
		['contact.updated'],
		null,
	],
])('%s: %j, then %j, emits %j', async (path, before, content, events, previous) => {
	const { service, known, poll } = await watchingAll(path, [before]);
	const id = String(known[0]);
	service.change(id, content);
	const expected = events.map((event) => ({
		...{ event, id: expect.stringMatching(/^chg_[0-9a-f]{32}$/) as string, previous },
		data: service.get(id),
	}));
	expect(await poll()).toEqual(expected);
	expect(await poll()).toEqual([]);
});

test.each<[string, IDataObject, string[]]>([
	['deals', open, ['deal.created']],
	['deals', won, ['deal.created', 'deal.won']],
	['deals', { ...open, status: 'lost' }, ['deal.created', 'deal.lost']],
	['companies', {}, ['company.created']],
	['companies', { isActive: false }, ['company.created', 'company.deactivated']],
	['contacts', {}, ['contact.created']],
])('%s: a new %j emits %j', async (path, record, events) => {
	const { service, poll } = await watchingAll(path, []);
	service.create(path, record);
	const told = await poll();
	expect(told.map(({ event }) => event)).toEqual(events);
	expect(told.map(({ previous }) => previous)).toEqual(events.map(() => null));
	expect(new Set(told.map(({ id }) => id)).size).toBe(events.length);
});

test.each<[string[], IDataObject, string[]]>([
	[['deal.won', 'deal.moved', 'deal.updated'], won, ['deal.won']],
	[['deal.moved', 'deal.updated'], won, ['deal.moved']],
	[['deal.updated', 'deal.created'], won, ['deal.updated']],
	[['deal.lost', 'deal.created'], won, []],
	[['deal.moved'], { title: 'Edited' }, []],
])(
	'with %j selected, the most specific event is emitted for %j',
	async (events, content, expected) => {
		const { node, service, known, poll } = await watchingAll('deals', [open]);
		node.edit({ events });
		await poll();
		service.change(String(known[0]), content);
		expect((await poll()).map(({ event }) => event)).toEqual(expected);
	},
);

test('a deal that begins to match the filters is moved or updated, not created', async () => {
	const { node, service, known, poll } = await watchingAll('deals', [open, open]);
	const [edited, moved] = known.map(String) as [string, string];
	node.edit({ filters: { stageId: 's2' } });
	await poll();
	service.change(edited, { title: 'Edited' });
	service.change(moved, { stageId: 's2' });
	expect(ids(await poll())).toEqual([`deal.moved ${moved}`]);
	service.change(moved, { stageId: 's1' });
	expect(await poll()).toEqual([]);
	service.change(moved, { stageId: 's2', title: 'Back' });
	expect(await poll()).toMatchObject([{ event: 'deal.moved', previous: { stageId: 's1' } }]);
});

test('emits the oldest records first, across all pages', async () => {
	const { service, known, poll } = await watchingAll(
		'deals',
		Array.from({ length: 7 }, () => open),
	);
	service.pageSize = 3;
	for (const id of known) service.change(id, { stageId: 's2' });
	expect(ids(await poll())).toEqual(known.map((id) => `deal.moved ${id}`));
});

describe('after an edit of the selection', () => {
	/** n8n has saved the state from the time of the selection, and discarded that of later polls. */
	async function edited(before: object, after: object) {
		const desk = await watchingAll('deals', [open, open]);
		const { node, poll } = desk;
		node.edit({ events: EVENTS.deals, ...before });
		await poll();
		const saved = structuredClone(node.staticData);
		return {
			...desk,
			edit() {
				node.staticData = saved;
				node.edit({ events: EVENTS.deals, ...after });
			},
		};
	}

	test.each<[string, object, object]>([
		['event', { events: ['deal.lost'] }, { events: ['deal.lost', 'deal.won'] }],
		['filter', { filters: { pipelineId: 'p2' } }, { filters: { pipelineId: 'p1' } }],
	])('what the former selection skipped by %s stays skipped', async (_, before, after) => {
		const { service, known, poll, edit } = await edited(before, after);
		service.change(String(known[0]), won);
		expect(await poll()).toEqual([]);
		edit();
		expect(await poll()).toEqual([]);
		service.change(String(known[1]), won);
		expect(ids(await poll())).toEqual([`deal.won ${known[1]}`]);
	});

	test('what the former selection would have emitted is emitted as the event that is selected now', async () => {
		const { service, known, poll, edit } = await edited(
			{ events: ['deal.lost', 'deal.updated'] },
			{ events: ['deal.lost', 'deal.won'] },
		);
		edit();
		service.change(String(known[0]), won);
		service.change(String(known[1]), { status: 'lost' });
		expect(ids(await poll())).toEqual([`deal.won ${known[0]}`, `deal.lost ${known[1]}`]);
	});

	test('the former selection holds to the end of a scan that takes several polls', async () => {
		const { node, service, known, poll, edit } = await edited(
			{ events: ['deal.lost'] },
			{ events: ['deal.lost', 'deal.won'] },
		);
		for (const id of known) service.change(id, won);
		edit();
		service.pageSize = 1;
		let asked = 0;
		node.fails = () => ((asked += 1) === 2 ? 'internal_error' : undefined);
		expect(await poll()).toEqual([]);
		expect(await poll()).toEqual([]);
	});

	test('the former selection holds for what changed during the baseline scan', async () => {
		const { node, service, known, poll } = await watchingAll('deals', [open, open]);
		node.staticData = {};
		node.edit({ events: ['deal.lost'] });
		service.pageSize = 1;
		let asked = 0;
		node.fails = () => ((asked += 1) === 2 ? 'internal_error' : undefined);
		expect(await poll()).toEqual([]);
		// The newest has been read, the other one has not.
		service.change(String(known[1]), won);
		node.edit({ events: ['deal.lost', 'deal.won'] });
		for (let polls = 0; polls < 2; polls += 1) expect(await poll()).toEqual([]);
		service.change(String(known[0]), won);
		expect(ids(await poll())).toEqual([`deal.won ${known[0]}`]);
	});
});

describe('the ID of a change', () => {
	test.each<[string, IDataObject[], IDataObject[], IDataObject[]]>([
		['after other changes', [], [{ title: 'x' }, { stageId: 's2' }, won], [{ title: 'y' }]],
		['after a move', [], [{ stageId: 's2' }], [{ title: 'y' }]],
		['after a change that recurred', [{ stageId: 's2' }, open], [{ stageId: 's2' }, won], []],
	])(
		'is the same when emitted again from an older state, %s',
		async (_, before, changes, after) => {
			const { node, service, known, poll } = await watchingAll('deals', [open]);
			const each = async (contents: IDataObject[]) => {
				let told = '';
				for (const content of contents) {
					service.change(String(known[0]), content);
					told = (await poll())[0]!.id;
				}
				return told;
			};
			await each(before);
			const older = structuredClone(node.staticData);
			const id = await each(changes);
			await each(after);
			node.staticData = older;
			expect(await poll()).toMatchObject([{ id }]);
		},
	);

	test('differs from that of a watch that begins later', async () => {
		const { node, service, known, poll } = await watchingAll('deals', [open]);
		service.change(String(known[0]), { stageId: 's2' });
		const [first] = await poll();
		service.change(String(known[0]), open);
		node.staticData = {};
		await poll();
		service.now += MINUTE;
		service.change(String(known[0]), { stageId: 's2' });
		const [second] = await poll();
		expect(second?.event).toBe(first?.event);
		expect(second?.id).not.toBe(first?.id);
	});
});
