/**
 * Random histories of a service and of the watch over it: records are created, edited, moved, won, lost,
 * opened again, deactivated, deleted; polls read in between, are stopped at any page, are begun anew from
 * older states; clocks differ. What the watch tells is compared with the net changes between the
 * versions that it was shown.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { ListState } from '../../../nodes/CustomerRelationship/changes/state';
import type { Change } from '../../../nodes/CustomerRelationship/changes/watch';
import { failed, ServiceInMemory } from './service';
import { listOf, Watcher } from './watcher';

const STAGES = ['A', 'B', 'C'];
const contents: Record<string, fc.Arbitrary<IDataObject>> = {
	deal: fc.record({
		status: fc.constantFrom('open', 'open', 'won', 'lost'),
		stageId: fc.constantFrom(...STAGES),
		title: fc.constantFrom('x', 'y'),
	}),
	company: fc.record({ isActive: fc.boolean(), cnpj: fc.constantFrom('1', '2') }),
	contact: fc.record({ name: fc.constantFrom('Ana', 'Bia', 'Caio') }),
};

type Step =
	| { do: 'create'; content: IDataObject }
	| { do: 'change'; which: number; content: IDataObject }
	| { do: 'remove'; which: number }
	| { do: 'pass'; seconds: number }
	| { do: 'forgetCursors' };
interface Poll {
	do: 'poll';
	/** What happens before each of its pages. */
	between: Step[][];
	/** The page before which it is stopped. */
	stopsAt: number;
	/** How many saved states it goes back to, as after a kill. */
	older: number;
}

const stepOf = (list: string): fc.Arbitrary<Step> =>
	fc.oneof(
		{
			weight: 2,
			arbitrary: fc.record({ do: fc.constant('create' as const), content: contents[list]! }),
		},
		{
			weight: 6,
			arbitrary: fc.record({
				do: fc.constant('change' as const),
				which: fc.nat(),
				content: contents[list]!,
			}),
		},
		{ weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), which: fc.nat() }) },
		{
			weight: 3,
			arbitrary: fc.record({
				do: fc.constant('pass' as const),
				seconds: fc.integer({ min: 1, max: 400 }),
			}),
		},
	);
const pollOf = (list: string, older: fc.Arbitrary<number>): fc.Arbitrary<Poll> =>
	fc.record({
		do: fc.constant('poll' as const),
		between: fc.array(fc.array(stepOf(list), { maxLength: 2 }), { maxLength: 4 }),
		stopsAt: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 5 })),
		older,
	});
const historyOf = (older: fc.Arbitrary<number>) =>
	fc.constantFrom('deal', 'company', 'contact').chain((list) =>
		fc.record({
			list: fc.constant(list),
			before: fc.integer({ min: 0, max: 12 }),
			steps: fc.array(
				fc.oneof(
					{ weight: 2, arbitrary: stepOf(list) },
					{ weight: 1, arbitrary: pollOf(list, older) },
					{ weight: 1, arbitrary: fc.record({ do: fc.constant('forgetCursors' as const) }) },
				),
				{ minLength: 5, maxLength: 40 },
			),
			skewSeconds: fc.integer({ min: -90, max: 90 }),
			includesSame: fc.boolean(),
			tellsTime: fc.boolean(),
		}),
	);

/** What a history came to. */
class History {
	readonly service = new ServiceInMemory();
	readonly watcher: Watcher;
	readonly told: Change[] = [];
	/** The records as the watch was last shown them; those of before it began among them. */
	private shown = new Map<string, IDataObject>();
	private readonly saved: Array<{ known: ListState; shown: Map<string, IDataObject> }> = [];
	private readonly path: string;
	/** What the watch had to tell. */
	readonly expected: string[] = [];

	constructor(
		readonly name: string,
		before: number,
	) {
		const list = listOf(name);
		this.path = list.path.slice(1);
		this.watcher = new Watcher(this.service, list);
		for (let count = 0; count < before; count += 1) {
			const status = ['open', 'won', 'lost'][count % 3];
			this.service.create(this.path, { status, stageId: 'A', isActive: count % 2 === 0 });
		}
		this.service.now += 600_000;
	}

	take(step: Step): void {
		const { service } = this;
		// Two changes never come in the same millisecond.
		service.now += 1;
		const records = service.all(this.path);
		if (step.do === 'create') service.create(this.path, step.content);
		else if (step.do === 'pass') service.now += step.seconds * 1000;
		else if (step.do === 'forgetCursors') service.forgetCursors();
		else if (records.length > 0) {
			const { id } = records[step.which % records.length] as { id: string };
			if (step.do === 'change') service.change(id, step.content);
			else service.remove(id);
		}
	}

	poll({ between, stopsAt, older }: Omit<Poll, 'do'>): Change[] {
		const back = this.saved.at(-1 - older) ?? this.saved[0];
		if (older > 0 && back) {
			this.watcher.known = back.known;
			this.shown = new Map(back.shown);
		}
		this.service.now += 1;
		const isLook = this.watcher.known !== undefined && !this.watcher.known.baseline;
		let page = 0;
		const answer = this.service.answer.bind(this.service);
		const pages: IDataObject[][] = [];
		this.service.answer = (request) => {
			const answered = answer(request);
			pages.push(answered.body.data as IDataObject[]);
			return answered;
		};
		let told: Change[] = [];
		try {
			told = this.watcher.poll(() => {
				page += 1;
				if (page >= stopsAt) throw failed(this.path);
				between[page - 1]?.forEach((step) => this.take(step));
			});
		} catch (error) {
			// Nothing advances.
			if (page > stopsAt) throw error;
			expect(pages).toEqual([]);
		} finally {
			this.service.answer = answer;
		}
		if (isLook) this.compare(pages.flat());
		this.told.push(...told);
		if (this.watcher.known) {
			this.saved.push({ known: this.watcher.known, shown: new Map(this.shown) });
		}
		return told;
	}

	/** After the baseline: what is there is known. */
	begin(): void {
		for (const record of this.service.all(this.path)) this.shown.set(String(record.id), record);
	}

	/** Everything that is there is known as it is. */
	expectNothingMissed(): void {
		for (const record of this.service.all(this.path)) {
			expect(this.shown.get(String(record.id))).toEqual(record);
		}
	}

	private compare(records: IDataObject[]): void {
		for (const now of records) {
			const id = String(now.id);
			const before = this.shown.get(id);
			this.shown.set(id, now);
			this.expected.push(
				...netChanges(this.name, before, now).map(
					(event) => `${event} ${id} ${JSON.stringify(now)}`,
				),
			);
		}
	}
}

function netChanges(name: string, before: IDataObject | undefined, now: IDataObject): string[] {
	const created = before === undefined ? [`${name}.created`] : [];
	if (name === 'company' && now.isActive === false && before?.isActive !== false) {
		return [...created, 'company.deactivated'];
	}
	if (name === 'deal' && now.status !== 'open' && now.status !== before?.status) {
		return [...created, `deal.${String(now.status)}`];
	}
	if (before === undefined) return created;
	if (name === 'deal' && before.stageId !== now.stageId) return ['deal.moved'];
	return JSON.stringify(before) === JSON.stringify(now) ? [] : [`${name}.updated`];
}

const asText = ({ event, data }: Change) => `${event} ${String(data.id)} ${JSON.stringify(data)}`;
const complete = { between: [], stopsAt: Infinity, older: 0 };

function play({
	list,
	before,
	steps,
	skewSeconds,
	includesSame,
	tellsTime,
}: {
	list: string;
	before: number;
	steps: Array<Step | Poll>;
	skewSeconds: number;
	includesSame: boolean;
	tellsTime: boolean;
}): History {
	const history = new History(list, before);
	history.watcher.skewMs = skewSeconds * 1000;
	Object.assign(history.service, { includesSame, tellsTime });
	history.watcher.settle();
	history.begin();
	history.poll(complete);
	for (const step of steps) {
		if (step.do === 'poll') history.poll(step);
		else history.take(step);
	}
	for (let polls = 0; polls < 3; polls += 1) {
		history.service.now += 60_000;
		history.poll(complete);
	}
	return history;
}

/** Histories of each kind; MODEL_RUNS=10000 for a long look. */
const RUNS = Number(process.env.MODEL_RUNS ?? 400);

test('what is told is the net change between what was shown, nothing missed, none twice', () => {
	fc.assert(
		fc.property(historyOf(fc.constant(0)), (input) => {
			const history = play(input);
			expect(history.told.map(asText).sort()).toEqual([...history.expected].sort());
			history.expectNothingMissed();
			const ids = history.told.map(({ id }) => id);
			expect(new Set(ids).size).toBe(ids.length);
		}),
		{ numRuns: RUNS },
	);
});

test('from older states, too; what is told again has the ID of before', () => {
	fc.assert(
		fc.property(historyOf(fc.integer({ min: 0, max: 4 })), (input) => {
			const history = play(input);
			expect(history.told.map(asText).sort()).toEqual([...history.expected].sort());
			history.expectNothingMissed();
		}),
		{ numRuns: RUNS },
	);
	// Every content is met once, so that what comes again is the same change.
	const once = fc.record({
		list: fc.constantFrom('deal', 'contact'),
		polls: fc.array(fc.nat({ max: 3 }), { minLength: 2, maxLength: 12 }),
	});
	fc.assert(
		fc.property(once, ({ list, polls }) => {
			const history = new History(list, 3);
			history.watcher.settle();
			history.begin();
			const known = new Map<string, string>();
			let count = 0;
			for (const older of polls) {
				count += 1;
				history.service.now += 60_000;
				const which = count;
				const content = { stageId: `s${count}`, name: `${count}` };
				history.take({ do: 'change', which, content });
				for (const change of history.poll({ ...complete, older })) {
					const name = asText(change);
					expect(change.id).toBe(known.get(name) ?? change.id);
					known.set(name, change.id);
				}
			}
			const ids = [...known.values()];
			expect(new Set(ids).size).toBe(ids.length);
		}),
		{ numRuns: RUNS },
	);
});

test('what happens while the baseline is read is told: creations exactly, changes at least as such', () => {
	const input = fc.constantFrom('deal', 'company', 'contact').chain((list) =>
		fc.record({
			list: fc.constant(list),
			before: fc.integer({ min: 0, max: 30 }),
			/** How many of them, every third at most, changed just before. */
			recently: fc.nat(10),
			tellsTime: fc.boolean(),
			/** What happens before each poll of the baseline, and how many pages it reads. */
			polls: fc.array(
				fc.record({
					steps: fc.array(stepOf(list), { maxLength: 4 }),
					pages: fc.integer({ min: 1, max: 3 }),
				}),
				{ minLength: 1, maxLength: 12 },
			),
			skewSeconds: fc.integer({ min: -90, max: 90 }),
		}),
	);
	fc.assert(
		fc.property(input, ({ list, before, recently, tellsTime, polls, skewSeconds }) => {
			const history = new History(list, before);
			const { service, watcher } = history;
			service.tellsTime = tellsTime;
			// What counts as just before is told by a clock that does not run ahead.
			const isAhead = !tellsTime && recently > 0;
			watcher.skewMs = (isAhead ? -Math.abs(skewSeconds) : skewSeconds) * 1000;
			const path = watcher.list.path.slice(1);
			for (const { id } of service
				.all(path)
				.filter((_, index) => index % 3 === 0)
				.slice(0, recently)) {
				service.change(String(id), { title: 'Just before' });
			}
			service.now += 1_000;
			const begins = watcher.list.ahead ? 3 : 2;
			let asked = 0;
			watcher.poll(() => {
				asked += 1;
				if (asked > begins) throw failed(path);
			});
			const old = new Map(service.all(path).map((record) => [String(record.id), record]));
			const reopened = new Set<string>();
			const told: Change[] = [];
			for (const { steps, pages } of polls) {
				service.now += 60_000;
				for (const step of steps) {
					history.take(step);
					for (const { id, status } of service.all(path)) {
						if (status !== old.get(String(id))?.status) reopened.add(String(id));
					}
				}
				let page = 0;
				told.push(
					...watcher.poll(() => {
						page += 1;
						if (page > pages) throw failed(path);
					}),
				);
			}
			service.now += 60_000;
			told.push(...watcher.settle());
			service.now += 60_000;
			told.push(...watcher.settle());
			const now = service.all(path);
			const created = (id: string) =>
				told.filter(({ event, data }) => event === watcher.list.created && data.id === id).length;
			for (const record of now) {
				const id = String(record.id);
				expect(created(id)).toBe(old.has(id) ? 0 : 1);
				const last = told.filter(({ data }) => data.id === id).at(-1);
				if (JSON.stringify(old.get(id)) !== JSON.stringify(record))
					expect(last?.data).toEqual(record);
			}
			// None that was won before is won now.
			for (const { event, data } of told) {
				const status = event === 'deal.won' ? 'won' : event === 'deal.lost' ? 'lost' : undefined;
				const id = String(data.id);
				// Unless it was opened meanwhile.
				if (status && old.get(id)?.status === status) {
					expect(reopened).toContain(id);
				}
			}
			const ids = told.map(({ id }) => id);
			expect(new Set(ids).size).toBe(ids.length);
			expect(watcher.poll()).toEqual([]);
		}),
		{ numRuns: RUNS },
	);
});
