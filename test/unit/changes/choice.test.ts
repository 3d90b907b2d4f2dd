import { MINUTE, named, open, watching } from './watcher';

const won = { status: 'won', stageId: 'sw' };

/** A watch with only these events, of which n8n has stored what was known before `passedOver`. */
function edited(
	before: { events?: string[]; filters?: Record<string, string> },
	after: { events?: string[]; filters?: Record<string, string> },
) {
	const desk = watching('deal', [open(), open()]);
	const { watcher, poll } = desk;
	watcher.choose(before);
	expect(poll()).toEqual([]);
	const stored = JSON.stringify(watcher.known);
	return {
		...desk,
		/** What was polled since then is known to nobody any more. */
		edit() {
			watcher.known = JSON.parse(stored) as typeof watcher.known;
			watcher.choose(after);
		},
	};
}

describe('after the choice was edited', () => {
	test('an event of before that was not chosen then is not told', () => {
		const { service, ids, poll, edit } = edited(
			{ events: ['deal.lost'] },
			{ events: ['deal.lost', 'deal.won'] },
		);
		service.change(String(ids[0]), won);
		expect(poll()).toEqual([]);
		edit();
		expect(poll()).toEqual([]);
		service.change(String(ids[1]), won);
		expect(named(poll())).toEqual([`deal.won ${ids[1]}`]);
	});

	test('a record of before that did not pass the filters then is not told', () => {
		const { service, ids, poll, edit } = edited(
			{ filters: { pipelineId: 'p2' } },
			{ filters: { pipelineId: 'p1' } },
		);
		service.change(String(ids[0]), won);
		const created = service.create('deals', open()).id;
		expect(poll()).toEqual([]);
		edit();
		expect(poll()).toEqual([]);
		service.change(created, won);
		expect(named(poll())).toEqual([`deal.won ${created}`]);
	});

	test('what was chosen before, too, is told, by the event that is chosen now', () => {
		const { service, ids, poll, edit } = edited(
			{ events: ['deal.lost', 'deal.updated'] },
			{ events: ['deal.lost', 'deal.won'] },
		);
		edit();
		service.change(String(ids[0]), won);
		service.change(String(ids[1]), { status: 'lost' });
		expect(named(poll()).sort()).toEqual([`deal.won ${ids[0]}`, `deal.lost ${ids[1]}`].sort());
	});

	test('what was passed over stays so until a look has ended', () => {
		const { service, watcher, ids, edit } = edited(
			{ events: ['deal.lost'] },
			{ events: ['deal.lost', 'deal.won'] },
		);
		for (const id of ids) service.change(String(id), won);
		edit();
		service.pageSize = 1;
		service.now += MINUTE;
		expect(watcher.pollPages(1)).toEqual([]);
		expect(watcher.known?.look).toBeDefined();
		expect(watcher.poll()).toEqual([]);
		expect(watcher.known?.choice).toEqual(watcher.wanted.choice);
	});

	test('neither is one told of before the first look, where n8n has stored nothing since', () => {
		const { service, watcher, ids } = watching('deal', [open(), open()]);
		watcher.known = undefined;
		watcher.choose({ events: ['deal.lost'] });
		watcher.poll();
		expect(watcher.known).toMatchObject({ baseline: { early: expect.any(String) } });
		service.now += MINUTE;
		service.change(String(ids[0]), won);
		watcher.choose({ events: ['deal.won', 'deal.lost'] });
		expect(watcher.settle()).toEqual([]);
		service.now += MINUTE;
		service.change(String(ids[1]), won);
		expect(named(watcher.poll())).toEqual([`deal.won ${ids[1]}`]);
	});
});
