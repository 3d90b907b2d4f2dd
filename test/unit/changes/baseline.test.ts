import { Watch } from '../../../nodes/CustomerRelationship/changes/watch';
import { BrokenList } from '../../../nodes/CustomerRelationship/transport/pages';
import { failed, ServiceInMemory } from './service';
import { carryOut, listOf, MINUTE, named, open, Watcher, watching } from './watcher';

describe('the baseline', () => {
	/** A watch over many deals that reads one page a poll. */
	function reading(records: number, status = 'open') {
		const service = new ServiceInMemory();
		const ids = Array.from(
			{ length: records },
			() => service.create('deals', { ...open(), status }).id,
		);
		service.now += 10 * MINUTE;
		const watcher = new Watcher(service, listOf('deal'));
		const onePage = () => {
			let pages = 0;
			service.now += MINUTE;
			return watcher.poll(() => {
				if (watcher.known && (pages += 1) > 1) throw failed('/deals');
				if (!watcher.known && (pages += 1) > 3) throw failed('/deals');
			});
		};
		return { service, watcher, ids, onePage };
	}

	test('reads on from poll to poll, every record once, and gives nothing out', () => {
		const { service, watcher, onePage } = reading(20);
		let polls = 0;
		do {
			expect(onePage()).toEqual([]);
			polls += 1;
		} while (watcher.known?.baseline && polls < 50);
		expect(watcher.known?.marks.split(',')).toHaveLength(20);
		const cursors = service.requests.filter((request) => request.includes('cursor'));
		expect(new Set(cursors).size).toBe(cursors.length);
	});

	test('what changes while it is read is told after it, and once', () => {
		const { service, watcher, ids, onePage } = reading(20);
		onePage();
		const { id } = service.create('deals', open());
		const { id: both } = service.create('deals', { ...open(), status: 'won' });
		// The newest were read at the start, the oldest were not.
		service.change(String(ids.at(-1)), { status: 'won' });
		service.change(String(ids[0]), { title: 'Edited before it was read' });
		const changes = watcher.settle();
		expect(named(changes)).toEqual([
			`deal.updated ${ids[0]}`,
			`deal.won ${ids.at(-1)}`,
			`deal.created ${id}`,
			`deal.created ${both}`,
			`deal.won ${both}`,
		]);
		expect(changes[0]?.previous).toBeNull();
		expect(watcher.settle()).toEqual([]);
	});

	test('an open deal is known before closed ones are read: one that is won meanwhile is won', () => {
		const { service, watcher, ids, onePage } = reading(20, 'won');
		const { id } = service.create('deals', open());
		for (let more = 0; more < 9; more += 1) service.create('deals', { ...open(), status: 'lost' });
		service.now += 10 * MINUTE;
		onePage();
		service.change(id, { status: 'won' });
		service.change(String(ids[0]), { title: 'An old one' });
		expect(named(watcher.settle())).toEqual([`deal.updated ${ids[0]}`, `deal.won ${id}`]);
	});

	test('what changed shortly before it began is not told', () => {
		const { service, watcher, ids } = reading(9);
		for (const id of ids) service.change(id, { title: 'Just before' });
		service.now += 1_000;
		expect(watcher.settle()).toEqual([]);
		service.now += MINUTE;
		expect(watcher.settle()).toEqual([]);
	});

	test.each([
		['go on', 0],
		['begin anew', 0],
		['go on, by a clock that is ahead,', 600_000],
	])(
		'of many that changed shortly before, what changes once more is told, where they %s in a later poll',
		(how, skewMs) => {
			const { service, watcher, ids } = reading(9);
			for (const id of ids) service.change(id, { title: 'Just before' });
			service.tellsTime = true;
			watcher.skewMs = skewMs;
			service.now += 1_000;
			watcher.pollPages(3);
			service.now += MINUTE;
			if (how === 'begin anew') service.forgetCursors();
			// Not among those that the first pages brought.
			service.change(String(ids[0]), { stageId: 's2' });
			expect(named(watcher.settle())).toEqual([`deal.updated ${ids[0]}`]);
			expect(watcher.settle()).toEqual([]);
		},
	);

	test('begins anew where the service takes its bookmark back, and still meets nothing new', () => {
		const { service, watcher, ids, onePage } = reading(20);
		onePage();
		onePage();
		const created = Array.from({ length: 7 }, () => service.create('deals', open()).id);
		service.forgetCursors();
		service.change(String(ids[0]), { stageId: 's2' });
		const changes = watcher.settle();
		expect(named(changes).sort()).toEqual(
			[`deal.updated ${ids[0]}`, ...created.map((id) => `deal.created ${id}`)].sort(),
		);
	});

	test('what was told as changed before it was read is not told again, wherever the look begins anew', () => {
		const { service, watcher, ids, onePage } = reading(20);
		onePage();
		for (const id of ids.slice(0, 8)) service.change(id, { title: 'Before it was read' });
		do onePage();
		while ((watcher.known?.baseline?.sweeps.length ?? 0) > 0);
		const told = named(onePage());
		expect(told).toHaveLength(3);
		service.forgetCursors();
		told.push(...named(watcher.settle()));
		expect(told.sort()).toEqual(
			ids
				.slice(0, 8)
				.map((id) => `deal.updated ${id}`)
				.sort(),
		);
	});

	test.each([-600_000, 600_000])(
		'begins by the service’s clock where it tells it: ours %d ms off',
		(skewMs) => {
			const { service, watcher, ids } = reading(1);
			service.tellsTime = true;
			watcher.skewMs = skewMs;
			watcher.poll();
			service.now += 30_000;
			service.change(String(ids[0]), { title: 'Edited' });
			expect(named(watcher.poll())).toEqual([`deal.updated ${ids[0]}`]);
			const since = service.requests
				.map((request) => new URLSearchParams(request.split('?')[1]).get('updatedSince'))
				.filter((time) => time !== null);
			expect(new Set(since).size).toBe(1);
			// Ours counts where it is behind.
			const behind = Math.min(skewMs, 0);
			expect(since[0]).toBe(new Date(service.now - 30_000 + behind - 120_000).toISOString());
		},
	);

	test.each([
		['first', 2, 0],
		['later', 5, 1],
	])('a %s page that does not say where the list goes on is no end of it', (_, broken, fails) => {
		const { service, watcher } = reading(20, 'won');
		const answer = service.answer.bind(service);
		let pages = 0;
		service.answer = (request) => {
			const answered = answer(request);
			if ((pages += 1) === broken) Object.assign(answered.body, { nextCursor: null });
			return answered;
		};
		const { list, wanted } = watcher;
		const watch = carryOut(Watch.begin(list, wanted, service.now), service);
		const read = () => carryOut(watch.readBaseline(), service);
		for (let count = 0; count < fails; count += 1) expect(read).toThrow(BrokenList);
		read();
		expect(watch.known.marks.split(',')).toHaveLength(20);
	});

	test('beginning that fails leaves nothing', () => {
		const { watcher } = reading(9);
		expect(() =>
			watcher.poll(() => {
				throw failed('/deals');
			}),
		).toThrow();
		expect(watcher.known).toBeUndefined();
	});

	test('a list without records', () => {
		const { service, poll, create } = watching('contact');
		expect(service.requests.length).toBeGreaterThan(0);
		const { id } = create({});
		expect(named(poll())).toEqual([`contact.created ${id}`]);
	});
});
