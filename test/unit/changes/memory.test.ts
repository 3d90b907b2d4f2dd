import { InvalidInput } from '../../../nodes/CustomerRelationship/invalidInput';
import type { ListState } from '../../../nodes/CustomerRelationship/changes/state';
import { Watch } from '../../../nodes/CustomerRelationship/changes/watch';
import { ServiceInMemory } from './service';
import { carryOut, everyChange, listOf, named, open, watching } from './watcher';

describe('what is remembered', () => {
	test('takes at most 60 bytes a record, 18 where nothing was given out of it', () => {
		const { service, watcher, ids, poll } = watching(
			'deal',
			Array.from({ length: 50 }, () => open()),
		);
		expect(JSON.stringify(watcher.known?.marks).length).toBeLessThanOrEqual(50 * 18 + 2);
		for (let round = 0; round < 40; round += 1) {
			for (const id of ids) service.change(id, { stageId: `s${round}`, title: `${round}` });
			poll();
			expect(JSON.stringify(watcher.known?.marks).length).toBeLessThanOrEqual(50 * 52 + 2);
		}
	});

	test('is bounded, and says how to watch less', () => {
		const { service } = watching(
			'deal',
			Array.from({ length: 9 }, () => open()),
		);
		const list = listOf('deal');
		const begin = (most: number) =>
			carryOut(Watch.begin(list, everyChange(list), service.now, most), service);
		const watch = begin(8);
		const read = () => carryOut(watch.readBaseline(), service);
		expect(read).toThrow(InvalidInput);
		expect(read).toThrow(
			expect.objectContaining({
				remedy:
					'Take the events of deals out. Or use the access token of a user who sees fewer, as a seller does; for that, and where many are deleted by now, unpublish the workflow, set “When Published Again” to “Start Afresh” and publish it. The webhook trigger can tell of contacts and deals that are created.',
			}),
		);
		for (const [name, plural] of [
			['company', 'companies'],
			['contact', 'contacts'],
		] as const) {
			const other = listOf(name);
			service.create(plural, {});
			const beginning = () =>
				carryOut(Watch.begin(other, everyChange(other), service.now, 0), service);
			expect(beginning).toThrow(`“Events” can’t watch ${plural} here`);
		}
		const enough = begin(9);
		carryOut(enough.readBaseline(), service);
		service.create('deals', open());
		expect(() => carryOut(enough.look(service.now), service)).toThrow(
			'“Events” can’t watch deals here: there are or were more than 9 of them, the most that are remembered',
		);
	});

	test.each([
		['those that are known', undefined],
		['those that changed before they were read', { sweeps: [], early: '' }],
	])('a record too many neither keeps back nor repeats what changed of %s', (_, baseline) => {
		const { service, watcher, ids } = watching('deal', [open('A'), open('A')]);
		service.change(String(ids[0]), { stageId: 'B' });
		service.create('deals', open());
		const look = (known: ListState) => {
			const watch = Watch.over(watcher.list, watcher.wanted, known, 2);
			expect(() => carryOut(watch.look(service.now), service)).toThrow(InvalidInput);
			return watch;
		};
		const first = look({ ...watcher.known!, ...(baseline && { baseline }) });
		expect(named(first.found.flat())).toEqual([`deal.moved ${ids[0]}`]);
		expect(look(first.known).found.flat()).toEqual([]);
	});

	test('names each place once', () => {
		const { service, watcher, ids, poll } = watching('deal', [open('A'), open('B'), open('A')]);
		service.change(String(ids[0]), { stageId: 'B' });
		poll();
		expect(watcher.known?.places).toEqual([
			['open', 'A'],
			['open', 'B'],
		]);
	});

	test('is bounded in places, too', () => {
		const { service, poll, watcher } = watching('deal', [open('first')]);
		service.pageSize = 10_000;
		for (let count = 1; count < 4096; count += 1) service.create('deals', open(`s${count}`));
		expect(poll()).toHaveLength(4095);
		expect(watcher.known?.places).toHaveLength(4096);
		service.create('deals', open('one too many'));
		expect(poll).toThrow('can’t watch deals here');
	});

	test('tells another account by its records', () => {
		const { service, watcher } = watching(
			'deal',
			Array.from({ length: 9 }, () => open()),
		);
		const isSame = (where: ServiceInMemory) => {
			const watch = Watch.over(watcher.list, watcher.wanted, watcher.known!);
			return carryOut(watch.isSameAccount(), where);
		};
		const other = new ServiceInMemory();
		expect(isSame(service)).toBe(true);
		expect(isSame(other)).toBe(true);
		for (let more = 0; more < 9; more += 1) other.create('deals', {});
		for (let more = 0; more < 9; more += 1) other.remove(`deals-${more + 1}`);
		other.create('deals', {});
		expect(isSame(other)).toBe(false);
		service.create('deals', open());
		service.requests.length = 0;
		expect(isSame(service)).toBe(true);
		expect(service.requests.map((request) => request.replace(/=2026.*Z/, ''))).toEqual([
			'/deals?limit=100',
			...[8, 5, 2].map((before) => `/deals?limit=100&cursor=0%3A${before}`),
			'/deals?updatedSince&limit=100',
		]);
		const { service: empty, watcher: knowsNone } = watching('deal');
		empty.create('deals', open());
		const watch = Watch.over(knowsNone.list, knowsNone.wanted, knowsNone.known!);
		expect(carryOut(watch.isSameAccount(), empty)).toBe(true);
	});
});
