/**
 * Random histories of a service and of the node that polls it. Records are created, edited, moved, won,
 * lost, opened again, deactivated and deleted. Polls run in between, fail at any page and resume from older
 * states; clocks differ. What the node emits is compared with the net changes between the versions of each
 * record that the service showed it.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { EVENTS, PollingNode, type EmittedItem } from './pollingNode';

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
	| { do: 'invalidateCursors' };
interface Poll {
	do: 'poll';
	/** Steps before each of its pages. */
	between: Step[][];
	/** The page whose request fails. */
	stopsAt: number;
	/** How many saved states it goes back, as after a crash. */
	older: number;
}

const writeOf = (list: string): fc.Arbitrary<Step> =>
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
	);
const seconds = fc.integer({ min: 1, max: 400 });
const stepOf = (list: string): fc.Arbitrary<Step> =>
	fc.oneof(
		{ weight: 3, arbitrary: writeOf(list) },
		{ weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), seconds }) },
	);
const pollOf = (list: string, older: fc.Arbitrary<number>): fc.Arbitrary<Poll> =>
	fc.record({
		do: fc.constant('poll' as const),
		between: fc.array(fc.array(writeOf(list), { maxLength: 2 }), { maxLength: 4 }),
		stopsAt: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 5 })),
		older,
	});
interface HistoryInput {
	list: string;
	before: number;
	steps: Array<Step | Poll>;
	skewSeconds: number;
	includesSame: boolean;
	tellsTime: boolean;
}
const historyOf = (older: fc.Arbitrary<number>): fc.Arbitrary<HistoryInput> =>
	fc.constantFrom('deal', 'company', 'contact').chain((list) =>
		fc.record({
			list: fc.constant(list),
			before: fc.integer({ min: 0, max: 12 }),
			steps: fc.array(
				fc.oneof(
					{ weight: 2, arbitrary: stepOf(list) },
					{ weight: 1, arbitrary: pollOf(list, older) },
					{ weight: 1, arbitrary: fc.record({ do: fc.constant('invalidateCursors' as const) }) },
				),
				{ minLength: 5, maxLength: 40 },
			),
			skewSeconds: fc.integer({ min: -90, max: 90 }),
			includesSame: fc.boolean(),
			tellsTime: fc.boolean(),
		}),
	);

const PATHS: Record<string, string> = { deal: 'deals', company: 'companies', contact: 'contacts' };

/** A history as it is played. */
class History {
	readonly node: PollingNode;
	readonly told: EmittedItem[] = [];
	/** What the node should have emitted. */
	readonly expected: string[] = [];
	/** The records as the service last showed them to the node. */
	private shown = new Map<string, IDataObject>();
	private readonly saved: Array<{ state: IDataObject; shown: Map<string, IDataObject> }> = [];
	private readonly path: string;

	constructor(
		readonly list: string,
		before: number,
	) {
		this.path = PATHS[list]!;
		this.node = new PollingNode({ parameters: { events: EVENTS[this.path] } });
		// No rate limit applies.
		this.node.headers = { 'ratelimit-limit': '1000000', 'ratelimit-remaining': '999999' };
		this.service.pageSize = 3;
		for (let count = 0; count < before; count += 1) {
			const status = ['open', 'won', 'lost'][count % 3];
			this.service.create(this.path, { status, stageId: 'A', isActive: count % 2 === 0 });
		}
		this.service.now += 600_000;
	}

	get service() {
		return this.node.service;
	}

	take(step: Step): void {
		const { service } = this;
		// Two changes never come in the same millisecond.
		service.now += 1;
		const records = service.all(this.path);
		if (step.do === 'create') service.create(this.path, step.content);
		else if (step.do === 'pass') service.now += step.seconds * 1000;
		else if (step.do === 'invalidateCursors') service.invalidateCursors();
		else if (records.length > 0) {
			const { id } = records[step.which % records.length] as { id: string };
			if (step.do === 'change') service.change(id, step.content);
			else service.remove(id);
		}
	}

	async poll({ between, stopsAt, older }: Omit<Poll, 'do'> = COMPLETE): Promise<EmittedItem[]> {
		const { node, service } = this;
		const back = this.saved.at(-1 - older) ?? this.saved[0];
		if (older > 0 && back) {
			node.staticData = structuredClone(back.state);
			this.shown = new Map(back.shown);
		}
		service.now += 1;
		let page = 0;
		node.fails = () => {
			page += 1;
			if (page >= stopsAt) return 'invalid_parameter';
			between[page - 1]?.forEach((step) => this.take(step));
			return undefined;
		};
		const answer = service.answer.bind(service);
		let isShown = false;
		service.answer = (request) => {
			const answered = answer(request);
			isShown = true;
			this.show(answered.body.data as IDataObject[], request.query?.updatedSince !== undefined);
			return answered;
		};
		let told: EmittedItem[] = [];
		try {
			told = ((await node.poll()) ?? []) as EmittedItem[];
		} catch (error) {
			// Thrown only if the first request of the poll failed.
			if (isShown || page < stopsAt) throw error;
		} finally {
			service.answer = answer;
		}
		expect(node.recorded).toEqual([]);
		this.told.push(...told);
		this.saved.push({ state: structuredClone(node.staticData), shown: new Map(this.shown) });
		return told;
	}

	/** Polls until all is read. */
	async settle(): Promise<void> {
		for (let polls = 0; polls < 3; polls += 1) {
			this.service.now += 60_000;
			await this.poll();
		}
	}

	/** Each record was shown to the node in its present version. */
	expectNothingMissed(): void {
		for (const record of this.service.all(this.path)) {
			expect(this.shown.get(String(record.id))).toEqual(record);
		}
	}

	expectNetChanges(): void {
		expect(this.told.map(asText).sort()).toEqual([...this.expected].sort());
	}

	expectNoIdTwice(): void {
		const ids = this.told.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
	}

	/** A baseline scan only adds records; an incremental scan compares them. */
	private show(records: IDataObject[], isCompared: boolean): void {
		for (const now of records) {
			const id = String(now.id);
			const before = this.shown.get(id);
			if (isCompared || !before) this.shown.set(id, now);
			if (!isCompared) continue;
			for (const event of netChanges(this.list, before, now)) {
				this.expected.push(asText({ event, data: now }));
			}
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

const asText = ({ event, data }: Pick<EmittedItem, 'event' | 'data'>) =>
	`${event} ${String(data.id)} ${JSON.stringify(data)}`;
const COMPLETE = { between: [], stopsAt: Infinity, older: 0 };

async function play(
	{ list, before, steps, skewSeconds, includesSame, tellsTime }: HistoryInput,
	isSettled: boolean,
): Promise<History> {
	const history = new History(list, before);
	history.node.aheadMs = skewSeconds * 1000;
	Object.assign(history.service, { includesSame, tellsTime });
	if (isSettled) await history.settle();
	for (const step of steps) {
		if (step.do === 'poll') await history.poll(step);
		else history.take(step);
	}
	await history.settle();
	return history;
}

/** Histories for each test; MODEL_RUNS=10000 for a long run. */
const numRuns = Number(process.env.MODEL_RUNS ?? 200);
const NEVER = fc.constant(0);
const UP_TO_4 = fc.integer({ min: 0, max: 4 });

test.each([
	['after the baseline scan', true],
	['before and during the baseline scan', false],
])(
	'emits each net change between the versions shown, none missed, none twice, %s',
	async (_, isSettled) => {
		await fc.assert(
			fc.asyncProperty(historyOf(NEVER), async (input) => {
				const history = await play(input, isSettled);
				history.expectNetChanges();
				history.expectNothingMissed();
				history.expectNoIdTwice();
			}),
			{ numRuns },
		);
	},
);

test.each([true, false])(
	'emits each net change from older states, too; after the baseline scan: %s',
	async (isSettled) => {
		await fc.assert(
			fc.asyncProperty(historyOf(UP_TO_4), async (input) => {
				const history = await play(input, isSettled);
				history.expectNetChanges();
				history.expectNothingMissed();
			}),
			{ numRuns },
		);
	},
);

test('emits a change again from an older state with the same ID', async () => {
	// Each content occurs once, so that a change to it is always the same one.
	const once = fc.record({
		list: fc.constantFrom('deal', 'contact'),
		polls: fc.array(fc.nat({ max: 3 }), { minLength: 2, maxLength: 12 }),
	});
	await fc.assert(
		fc.asyncProperty(once, async ({ list, polls }) => {
			const history = new History(list, 3);
			await history.settle();
			const known = new Map<string, string>();
			for (const [index, older] of polls.entries()) {
				const count = index + 1;
				history.service.now += 60_000;
				const content = { stageId: `s${count}`, name: `${count}` };
				history.take({ do: 'change', which: count, content });
				for (const change of await history.poll({ ...COMPLETE, older })) {
					const name = asText(change);
					expect(change.id).toBe(known.get(name) ?? change.id);
					known.set(name, change.id);
				}
			}
			const ids = [...known.values()];
			expect(new Set(ids).size).toBe(ids.length);
		}),
		{ numRuns },
	);
});
