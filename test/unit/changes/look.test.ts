import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { Watch } from '../../../nodes/CustomerRelationship/changes/watch';
import { failed } from './service';
import { carryOut, MINUTE, named, open, watching } from './watcher';

describe('a look', () => {
	test('costs one request while nothing changes', () => {
		const { service, poll } = watching(
			'deal',
			Array.from({ length: 10 }, () => open()),
		);
		service.requests.length = 0;
		expect(poll()).toEqual([]);
		expect(service.requests).toHaveLength(1);
		expect(service.requests[0]).toMatch(/^\/deals\?updatedSince=.*Z&limit=100$/);
	});

	test('asks for what changed since the last one began, less the overlap', () => {
		const { service, watcher, poll } = watching('deal', [open()]);
		const before = service.now;
		watcher.wanted = { ...watcher.wanted, overlapMs: 5_000 };
		poll();
		poll();
		const since = new URLSearchParams(service.requests.at(-1)?.split('?')[1]).get('updatedSince');
		expect(since).toBe(new Date(before + MINUTE - 5_000).toISOString());
	});

	test.each([-600_000, 600_000])(
		'by the service’s clock where it tells it: ours %d ms off',
		(skewMs) => {
			const { service, watcher, ids, poll } = watching('deal', [open()]);
			service.tellsTime = true;
			watcher.skewMs = skewMs;
			watcher.known = undefined;
			watcher.settle();
			for (const title of ['a', 'b', 'c']) {
				service.now += 30_000;
				service.change(String(ids[0]), { title });
				expect(named(poll())).toEqual([`deal.updated ${ids[0]}`]);
			}
		},
	);

	test('a backlog goes on from poll to poll, each change once', () => {
		const { service, watcher, ids } = watching(
			'deal',
			Array.from({ length: 20 }, () => open()),
		);
		for (const id of ids) service.change(id, { stageId: 's2' });
		const told: string[] = [];
		for (let polls = 0; polls < 7; polls += 1) {
			service.now += MINUTE;
			told.push(...named(watcher.pollPages(1)));
		}
		expect(told.sort()).toEqual(ids.map((id) => `deal.moved ${id}`).sort());
		expect(watcher.known?.look).toBeUndefined();
	});

	test('begins anew where the service takes its bookmark back', () => {
		const { service, watcher, ids } = watching(
			'deal',
			Array.from({ length: 9 }, () => open()),
		);
		for (const id of ids) service.change(id, { stageId: 's2' });
		const told = watcher.pollPages(2);
		expect(told).toHaveLength(6);
		service.forgetCursors();
		told.push(...watcher.poll());
		expect(named(told).sort()).toEqual(ids.map((id) => `deal.moved ${id}`).sort());
	});

	test('one that fails at its first page advances nothing', () => {
		const { service, watcher, ids, poll } = watching('deal', [open()]);
		const before = JSON.stringify(watcher.known);
		service.change(String(ids[0]), { stageId: 's2' });
		expect(() =>
			watcher.poll(() => {
				throw failed('/deals');
			}),
		).toThrow('The request failed');
		expect(JSON.stringify(watcher.known)).toBe(before);
		service.now += 60 * MINUTE;
		expect(named(poll())).toEqual([`deal.moved ${ids[0]}`]);
	});

	test('that goes on and fails at its first page is a failure', () => {
		const { service, watcher, ids } = watching(
			'deal',
			Array.from({ length: 9 }, () => open()),
		);
		for (const id of ids) service.change(id, { stageId: 's2' });
		watcher.pollPages(1);
		const goesOn = () =>
			watcher.poll(() => {
				throw failed('/deals');
			});
		expect(goesOn).toThrow(RequestFailed);
	});

	test('asks for a hundred records at once, everywhere', () => {
		const { service, watcher, ids } = watching(
			'deal',
			Array.from({ length: 9 }, () => open()),
		);
		for (const id of ids) service.change(id, { stageId: 's2' });
		watcher.pollPages(1);
		service.forgetCursors();
		watcher.settle();
		carryOut(Watch.over(watcher.list, watcher.wanted, watcher.known!).isSameAccount(), service);
		for (const request of service.requests) expect(request).toContain('limit=100');
	});

	test('oldest first, over all its pages', () => {
		const { service, ids, poll } = watching(
			'deal',
			Array.from({ length: 7 }, () => open()),
		);
		for (const id of ids) service.change(id, { stageId: 's2' });
		expect(named(poll())).toEqual(ids.map((id) => `deal.moved ${id}`));
	});
});
