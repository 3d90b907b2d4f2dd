import type { IDataObject } from 'n8n-workflow';
import { named, open, watching } from './watcher';

describe('the events of deals', () => {
	test('a deal that is created, moved, won, lost, edited', () => {
		const { service, ids, poll, create } = watching('deal', [open(), open(), open(), open()]);
		const [moved, won, lost, edited] = ids as [string, string, string, string];
		service.change(moved, { stageId: 's2', title: 'Moved' });
		service.change(won, { status: 'won', stageId: 'sw', title: 'Won' });
		service.change(lost, { status: 'lost', stageId: 'sl' });
		service.change(edited, { title: 'Edited' });
		const { id } = create(open());
		expect(poll().map(({ event, data, previous }) => ({ event, id: data.id, previous }))).toEqual([
			{ event: 'deal.moved', id: moved, previous: { status: 'open', stageId: 's1' } },
			{ event: 'deal.won', id: won, previous: { status: 'open', stageId: 's1' } },
			{ event: 'deal.lost', id: lost, previous: { status: 'open', stageId: 's1' } },
			{ event: 'deal.updated', id: edited, previous: { status: 'open', stageId: 's1' } },
			{ event: 'deal.created', id, previous: null },
		]);
		expect(poll()).toEqual([]);
	});

	test('give out the record as it is now', () => {
		const { service, ids, poll } = watching('deal', [open()]);
		service.change(String(ids[0]), { status: 'won', unknown: { to: ['us'] } });
		expect(poll()).toMatchObject([{ data: service.get(String(ids[0])) }]);
	});

	test('an old won deal that is edited is never won', () => {
		const { service, ids, poll } = watching('deal', [{ ...open(), status: 'won' }]);
		service.change(String(ids[0]), { title: 'Edited' });
		expect(named(poll())).toEqual([`deal.updated ${ids[0]}`]);
	});

	test('one that was created and won since is told as both, in that order', () => {
		const { poll, create } = watching('deal', [open()]);
		const { id } = create({ ...open(), status: 'won' });
		const changes = poll();
		expect(named(changes)).toEqual([`deal.created ${id}`, `deal.won ${id}`]);
		expect(changes.map(({ previous }) => previous)).toEqual([null, null]);
		expect(changes[0]?.id).not.toBe(changes[1]?.id);
	});

	test('what went and came back between two polls is no change', () => {
		const { service, ids, poll } = watching('deal', [{ ...open(), updatedAt: '1' }]);
		service.change(String(ids[0]), { stageId: 's2' });
		service.change(String(ids[0]), { stageId: 's1', updatedAt: '2' });
		expect(poll()).toEqual([]);
	});

	test('other properties of the same names inside a record do count', () => {
		const { service, ids, poll } = watching('deal', [
			{ ...open(), customFields: { updatedAt: 1 } },
		]);
		service.change(String(ids[0]), { customFields: { updatedAt: 2 } });
		expect(named(poll())).toEqual([`deal.updated ${ids[0]}`]);
	});

	test('the order of properties is no change, that of a list is one', () => {
		const { service, ids, poll } = watching('deal', [
			{ ...open(), customFields: { a: 1, b: 2 }, tags: ['x', 'y'] },
		]);
		service.change(String(ids[0]), { customFields: { b: 2, a: 1 } });
		expect(poll()).toEqual([]);
		service.change(String(ids[0]), { tags: ['y', 'x'] });
		expect(poll()).toHaveLength(1);
	});

	test('the most telling of those that are chosen', () => {
		const told = (events: string[], content: IDataObject) => {
			const { service, watcher, ids, poll } = watching('deal', [open()]);
			watcher.choose({ events });
			service.change(String(ids[0]), content);
			return poll().map(({ event }) => event);
		};
		const won = { status: 'won', stageId: 'sw' };
		expect(told(['deal.won', 'deal.moved', 'deal.updated'], won)).toEqual(['deal.won']);
		expect(told(['deal.moved', 'deal.updated'], won)).toEqual(['deal.moved']);
		expect(told(['deal.updated', 'deal.created'], won)).toEqual(['deal.updated']);
		expect(told(['deal.lost', 'deal.created'], won)).toEqual([]);
		expect(told(['deal.moved'], { title: 'Edited' })).toEqual([]);
		expect(told(['deal.lost'], { status: 'lost' })).toEqual(['deal.lost']);
	});

	test('a deal that comes under a filter is moved or updated, never created', () => {
		const { service, watcher, ids, poll } = watching('deal', [open('s1'), open('s1')]);
		watcher.choose({ filters: { stageId: 's2' } });
		service.change(String(ids[0]), { title: 'Edited' });
		service.change(String(ids[1]), { stageId: 's2' });
		expect(named(poll())).toEqual([`deal.moved ${ids[1]}`]);
		service.change(String(ids[1]), { stageId: 's1' });
		expect(poll()).toEqual([]);
		service.change(String(ids[1]), { stageId: 's2', title: 'Back' });
		expect(poll()).toMatchObject([{ event: 'deal.moved', previous: { stageId: 's1' } }]);
	});

	test.each([{}, { status: null, stageId: null }])(
		'places that are not shown are null: %j',
		(bare) => {
			const { service, ids, poll } = watching('deal', [{ title: 'Bare', ...bare }]);
			service.change(String(ids[0]), { stageId: 's2' });
			expect(poll()).toMatchObject([
				{ event: 'deal.moved', previous: { status: null, stageId: null } },
			]);
		},
	);
});

describe('the events of companies and contacts', () => {
	test('a company that is created, edited, deactivated', () => {
		const { service, ids, poll, create } = watching('company', [
			{ isActive: true },
			{ isActive: true },
			{ isActive: false },
		]);
		const [edited, deactivated, old] = ids as [string, string, string];
		service.change(edited, { cnpj: '1' });
		service.change(deactivated, { isActive: false });
		service.change(old, { cnpj: '2' });
		const { id } = create({});
		const changes = poll();
		expect(named(changes)).toEqual([
			`company.updated ${edited}`,
			`company.deactivated ${deactivated}`,
			`company.updated ${old}`,
			`company.created ${id}`,
		]);
		expect(changes.map(({ previous }) => previous)).toEqual([null, null, null, null]);
	});

	test('a contact that is created, edited', () => {
		const { service, ids, poll, create } = watching('contact', [{ name: 'Ana' }]);
		service.change(String(ids[0]), { name: 'Bia' });
		const { id } = create({ name: 'Caio' });
		const changes = poll();
		expect(named(changes)).toEqual([`contact.updated ${ids[0]}`, `contact.created ${id}`]);
		expect(changes.map(({ previous }) => previous)).toEqual([null, null]);
	});
});

describe('the ID of a change', () => {
	test('is long enough for no two to meet, and fit for a key', () => {
		const { poll, create } = watching('contact', [{}]);
		create({});
		expect(poll()[0]?.id).toMatch(/^chg_[0-9a-f]{32}$/);
	});

	test('differs each time that a deal comes into a stage, is won, or gets a content back', () => {
		const { service, ids, poll } = watching('deal', [open('A')]);
		const seen: string[] = [];
		const id = String(ids[0]);
		for (let round = 0; round < 40; round += 1) {
			for (const content of [
				open('B'),
				open('A'),
				{ ...open('W'), status: 'won' },
				{ ...open('W'), title: 'Again' },
				open('A'),
			]) {
				service.change(id, content);
				const changes = poll();
				expect(changes).toHaveLength(1);
				seen.push(...changes.map((change) => change.id));
			}
		}
		expect(new Set(seen).size).toBe(seen.length);
	});

	test('is the same from an older state, whatever happened to the deal besides', () => {
		const { service, watcher, ids, poll } = watching('deal', [open('A')]);
		const id = String(ids[0]);
		const old = watcher.known;
		service.change(id, { title: 'Edited' });
		expect(named(poll())).toEqual([`deal.updated ${id}`]);
		service.change(id, open('B'));
		poll();
		service.change(id, { status: 'won', stageId: 'W' });
		const [won] = poll();
		service.change(id, { title: 'Edited again' });
		poll();
		watcher.known = old;
		const again = poll();
		expect(named(again)).toEqual([`deal.won ${id}`]);
		expect(again[0]?.id).toBe(won?.id);
	});

	test('is the same for a move, too, whatever was edited after it', () => {
		const { service, watcher, ids, poll } = watching('deal', [open('A')]);
		const old = watcher.known;
		service.change(String(ids[0]), { stageId: 'B' });
		const [moved] = poll();
		service.change(String(ids[0]), { title: 'Edited' });
		poll();
		watcher.known = old;
		expect(poll()).toMatchObject([{ event: 'deal.moved', id: moved?.id }]);
	});

	test('is the same from an older state, also where another change came back meanwhile', () => {
		const { service, watcher, ids, poll } = watching('deal', [open('A')]);
		const id = String(ids[0]);
		for (const stageId of ['B', 'A']) {
			service.change(id, { stageId });
			poll();
		}
		const old = watcher.known;
		service.change(id, { stageId: 'B' });
		poll();
		service.change(id, { status: 'won', stageId: 'W' });
		const [won] = poll();
		watcher.known = old;
		expect(poll()).toMatchObject([{ event: 'deal.won', id: won?.id }]);
	});

	test('differs from that of a watch that begins later', () => {
		const { service, watcher, ids, poll } = watching('deal', [open('A')]);
		service.change(String(ids[0]), { stageId: 'B' });
		const [first] = poll();
		service.change(String(ids[0]), { stageId: 'A' });
		poll();
		watcher.known = undefined;
		watcher.settle();
		service.change(String(ids[0]), { stageId: 'B' });
		const [second] = poll();
		expect(second?.event).toBe(first?.event);
		expect(second?.id).not.toBe(first?.id);
	});
});
