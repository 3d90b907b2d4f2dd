import type { IDataObject } from 'n8n-workflow';
import { PAGE_SIZE } from '../fields/options';
import { createHash } from 'crypto';
import { InvalidInput } from '../invalidInput';
import { readList, readPages, type Page } from '../transport/pages';
import type { Plan } from '../transport/plan';
import type { ApiRequest, Query } from '../transport/request';
import { RequestFailed } from '../transport/requestFailed';
import { isChosen, isSame, type Choice } from './choice';
import type { Place, WatchedList } from './kinds';
import { digestOf, giveOut, Keys, keyOf, Marks, MOST_PLACES, type Mark } from './marks';
import type { ListState, Sweep } from './state';

/** One change, as the workflow gets it. */
export interface Change {
	event: string;
	/** The same however often the change is given out, and different for every other change. */
	id: string;
	/** The record as the service gives it now. */
	data: IDataObject;
	/** What is known of it before the change. */
	previous: IDataObject | null;
}

/** What the user wants to be told of. */
export interface Wanted {
	choice: Choice;
	/** How far looks overlap, in ms, for clocks that differ. */
	overlapMs: number;
}

/** Most records of a list that are remembered. */
export const MOST_RECORDS = 100_000;
/** Most pages that are compared with what is known when the token is another. */
const MOST_PAGES_TO_COMPARE = 10;
/** The service tells its time in whole seconds. */
const SERVED_WITHIN_MS = 1_000;

/**
 * The watch over one list. Its plans change what is known with every page that they have read, so
 * that one that is stopped half-way has lost nothing.
 *
 * The service lists newest first by creation and tells no time of change, so a change is seen by
 * comparing. A list that is new to the watch is read once as a baseline, which gives nothing out.
 * After that a look asks for what changed since the look before it began, and compares.
 */
export class Watch {
	/** Whether it has read a page. */
	hasRead = false;
	/** The changes found by it, those of the newest records first. */
	readonly found: Change[][] = [];
	private readonly marks: Marks;
	private readonly state: ListState;
	/** The indexes of the state's places, by their JSON. */
	private readonly places: Map<string, number>;
	/**
	 * What was chosen before, where that was something else. n8n may have stored what is known of then
	 * long ago: until a look has ended nothing is told that was passed over then.
	 */
	private readonly former: Choice | undefined;
	/** The service's time when the watch began, in whole seconds as ms since the epoch. */
	private servedAt: number | undefined;

	private constructor(
		readonly list: WatchedList,
		private readonly wanted: Wanted,
		known: ListState,
		private readonly most: number,
	) {
		this.state = { ...known, places: [...known.places] };
		delete this.state.isUnsure;
		this.marks = new Marks(known.marks);
		this.former = isSame(known.choice, wanted.choice) ? undefined : known.choice;
		this.places = new Map(known.places.map((place, index) => [JSON.stringify(place), index]));
	}

	/** Goes on from what is known of a list. @param most records that may be remembered */
	static over(list: WatchedList, wanted: Wanted, known: ListState, most = MOST_RECORDS): Watch {
		return new Watch(list, wanted, known, most);
	}

	/**
	 * Begins to watch a list. Everything until its answers is history; what is created after them the
	 * baseline never meets, as it goes on behind them.
	 * @param now in ms since the epoch
	 */
	static *begin(list: WatchedList, wanted: Wanted, now: number, most = MOST_RECORDS): Plan<Watch> {
		const { choice } = wanted;
		const known: ListState = { began: now, since: now, choice, places: [], marks: '' };
		const watch = new Watch(list, wanted, known, most);
		const parts = list.ahead ? [list.ahead, list.all] : [list.all];
		const sweeps: Sweep[] = [];
		for (const query of parts) {
			sweeps.push(...(yield* watch.firstPage({ query, cursor: null }, new Keys(''))));
		}
		const early = new Keys('');
		watch.state.since -= wanted.overlapMs;
		const recent: Sweep = {
			query: { ...list.all, ...watch.changedSince },
			cursor: null,
			isEarly: true,
		};
		const more = yield* watch.firstPage(recent, early);
		// Of those that are read only later, some change until then.
		if (more.length > 0) sweeps.push(watch.changedMeanwhile(now));
		sweeps.unshift(...more);
		watch.state.baseline = { sweeps, early: String(early) };
		return watch;
	}

	/** What is known now. */
	get known(): ListState {
		return { ...this.state, marks: String(this.marks) };
	}

	/** Whether part of the baseline is still to be read. */
	get isReading(): boolean {
		return (this.state.baseline?.sweeps.length ?? 0) > 0;
	}

	/**
	 * Whether the list is the one that is known, though the token is another. If this one sees more,
	 * that is to be read before the next look, so that what is old is not taken for new.
	 */
	*isSameAccount(): Plan<boolean> {
		if (this.marks.size === 0) return yield* this.holdsOnlyNew();
		const extent = { pageSize: PAGE_SIZE, maxPages: MOST_PAGES_TO_COMPARE };
		const listed = yield* readList(this.request(this.list.all), extent);
		const records = listed.records.map(({ record }) => record);
		const isKnown = records.map((record) => this.marks.has(keyIn(record)));
		const newest = isKnown.indexOf(true);
		if (newest < 0) return records.length === 0;
		if (this.state.look && isKnown.includes(false)) {
			// What the look has not come to yet is not old: once it has ended, this is asked again.
			this.state.isUnsure = true;
			return true;
		}
		const isOldInFront = newest > 0 && (yield* this.knowsFirstOld(records.slice(0, newest)));
		if (isOldInFront || isKnown.includes(false, newest)) this.readWhatIsOld();
		return true;
	}

	/**
	 * Of the newest records, none of which was seen before, those that changed since the last look may
	 * have been created since then; the first that did not is old, and so are those behind it.
	 * @returns whether there is one; it is known from then on
	 */
	private *knowsFirstOld(newest: IDataObject[]): Plan<boolean> {
		const listed = yield* readList(this.request({ ...this.list.all, ...this.changedSince }), {
			pageSize: PAGE_SIZE,
			// What changed of them comes first there, too, but for what was created meanwhile.
			maxPages: MOST_PAGES_TO_COMPARE + 1,
			goesOn: (page) => !page.some((record) => this.marks.has(keyIn(record))),
		});
		const changed = new Set(listed.records.map(({ record }) => keyIn(record)));
		const old = newest.find((record) => !changed.has(keyIn(record)));
		if (old) this.note(keyIn(old), old, undefined);
		return old !== undefined;
	}

	/** What stands in front of all that is known was created since the last look, which tells it. */
	private readWhatIsOld(): void {
		const { ahead, all } = this.list;
		const again = (ahead ? [ahead, all] : [all]).map((query): Sweep => ({
			query,
			cursor: null,
			skipsNew: true,
		}));
		const { sweeps = [], ...rest } = this.state.baseline ?? {};
		this.state.baseline = { ...rest, sweeps: [...sweeps, ...again] };
	}

	/** Whether all records of the list, which was empty, may have been created since then. */
	private *holdsOnlyNew(): Plan<boolean> {
		const extent = { pageSize: PAGE_SIZE, maxPages: 1 };
		const all = yield* readList(this.request(this.list.all), extent);
		if (all.records.length === 0) return true;
		const since = { ...this.list.all, ...this.changedSince };
		const changed = yield* readList(this.request(since), extent);
		const keys = new Set(changed.records.map(({ record }) => keyIn(record)));
		return (
			all.nextCursor === undefined && all.records.every(({ record }) => keys.has(keyIn(record)))
		);
	}

	/** Reads on in the baseline, to its end if nothing stops it. */
	*readBaseline(): Plan<void> {
		const { baseline } = this.state;
		if (!baseline) return;
		const early = new Keys(baseline.early ?? '');
		const isKept = baseline.early !== undefined;
		for (const [index, part] of baseline.sweeps.entries()) {
			const behind = baseline.sweeps.slice(index + 1);
			let sweep = part;
			const keep = (goesOn: Sweep | undefined) => {
				sweep = goesOn ?? sweep;
				const sweeps = goesOn ? [goesOn, ...behind] : behind;
				this.state.baseline = { sweeps, ...(isKept && { early: String(early) }) };
			};
			yield* this.readOn(
				part.query,
				part.cursor ?? undefined,
				(page) => keep(this.learn(page, sweep, early)),
				() => keep({ ...sweep, cursor: null, skipsNew: true }),
			);
		}
	}

	/**
	 * Looks for what changed since the last look began.
	 * @param now in ms since the epoch
	 */
	*look(now: number): Plan<void> {
		const { look = { at: now, cursor: undefined }, baseline } = this.state;
		const query = { ...this.list.all, ...this.changedSince };
		const early = baseline?.early === undefined ? undefined : new Keys(baseline.early);
		let { at } = look;
		yield* this.readOn(
			query,
			look.cursor,
			({ records, nextCursor, answer }) => {
				// The service's clock is what counts, should this one be ahead.
				at = Math.min(at, answer.servedAt ?? at);
				const changes: Change[] = [];
				this.found.push(changes);
				try {
					for (const record of [...records].reverse()) changes.push(...this.compare(record, early));
				} finally {
					// A record too many must not take along what was found before it.
					if (early) this.state.baseline = { sweeps: [], early: String(early) };
				}
				if (nextCursor !== undefined) this.state.look = { at, cursor: nextCursor };
			},
			() => delete this.state.look,
		);
		delete this.state.look;
		delete this.state.baseline;
		this.state.since = at - this.wanted.overlapMs;
		this.state.choice = this.wanted.choice;
	}

	private get changedSince(): Query {
		return { updatedSince: new Date(this.state.since).toISOString() };
	}

	/** @param now in ms since the epoch, where the service did not tell its time */
	private changedMeanwhile(now: number): Sweep {
		const began = this.servedAt === undefined ? now : this.servedAt + SERVED_WITHIN_MS;
		const updatedSince = new Date(began).toISOString();
		return { query: { ...this.list.all, updatedSince }, cursor: null, isLate: true };
	}

	private request(query: Query): ApiRequest {
		return { method: 'GET', path: this.list.path, query };
	}

	/** @param again called where the service no longer knows `from`, before it begins at the first page */
	private *readOn(
		query: Query,
		from: string | undefined,
		visit: (page: Page) => void,
		again: () => void,
	): Plan<void> {
		const visitPage = (page: Page) => {
			this.hasRead = true;
			visit(page);
		};
		const request = this.request(query);
		try {
			yield* readPages(request, { pageSize: PAGE_SIZE, from }, visitPage);
		} catch (error) {
			const failure = RequestFailed.from(error);
			if (from === undefined || failure.refusal?.code !== 'invalid_cursor') throw failure;
			again();
			yield* readPages(request, { pageSize: PAGE_SIZE }, visitPage);
		}
	}

	/** @returns what is left to be read behind it */
	private *firstPage(sweep: Sweep, early: Keys): Plan<Sweep[]> {
		let rest: Sweep | undefined;
		yield* readPages(this.request(sweep.query), { pageSize: PAGE_SIZE }, (page) => {
			this.hasRead = true;
			// The service's clock is what counts, should this one be ahead.
			this.servedAt = page.answer.servedAt;
			const { servedAt = this.state.since } = this;
			this.state.since = Math.min(this.state.since, servedAt);
			rest = this.learn(page, sweep, early);
			return true;
		});
		return rest ? [rest] : [];
	}

	/** Takes a page as it is, where its records are not known yet. @returns what is left behind it */
	private learn(page: Page, sweep: Sweep, early: Keys): Sweep | undefined {
		const { records, hasMore, nextCursor = sweep.cursor } = page;
		let { skipsNew } = sweep;
		for (const record of records) {
			const key = keyIn(record);
			if (sweep.isLate) {
				early.delete(key);
				continue;
			}
			if (sweep.isEarly) early.add(key);
			if (this.marks.has(key)) skipsNew = undefined;
			else if (!skipsNew) this.note(key, record, undefined);
		}
		return hasMore ? { ...sweep, cursor: nextCursor, skipsNew } : undefined;
	}

	/** The changes of a record; from then on it is known as it is. */
	private compare(record: IDataObject, early: Keys | undefined): Change[] {
		const { list } = this;
		const key = keyIn(record);
		const before = this.marks.get(key);
		const now = this.note(key, record, before);
		const wasRead = early === undefined || early.has(key);
		early?.add(key);
		if (before?.digest === now.digest && wasRead) return [];
		const from = before && this.state.places[before.place];
		const to = list.placeOf(record);
		const changes: Change[] = [];
		const { choice } = this.wanted;
		const { former = choice } = this;
		const isCreated = (by: Choice) => before === undefined && isChosen(by, list.created, record);
		if (isCreated(choice) && isCreated(former)) {
			changes.push(this.give(list.created, '', record, null));
		}
		const kindBy = (by: Choice) =>
			list.changes.find(({ event, isToldBy }) => isChosen(by, event, record) && isToldBy(from, to));
		const kind = kindBy(choice);
		if (kind && kindBy(former)) {
			// Of what it was before it was read in the baseline, nothing is known.
			const isKnown = from !== undefined && before?.digest !== now.digest;
			const meaning = kind.meaningOf?.(to) ?? now.digest;
			changes.push(this.give(kind.event, meaning, record, isKnown ? list.previousOf(from) : null));
		}
		return changes;
	}

	private give(
		event: string,
		meaning: string,
		data: IDataObject,
		previous: IDataObject | null,
	): Change {
		const key = keyIn(data);
		const change = JSON.stringify([event, meaning]);
		const mark = giveOut(this.marks.get(key) as Mark, change);
		this.marks.set(key, mark);
		const name = [this.state.began, String(data.id), event, meaning, mark.turn, mark.time];
		return { event, id: nameOf(name), data, previous };
	}

	/** Remembers a record as it is. @throws InvalidInput when there are too many to be remembered */
	private note(key: string, record: IDataObject, before: Mark | undefined): Mark {
		const place = this.indexOf(this.list.placeOf(record));
		const { turn = 0, given = [] } = before ?? {};
		const mark = { place, digest: digestOf(record), turn, given };
		if (!before && this.marks.size >= this.most) this.refuse();
		this.marks.set(key, mark);
		return mark;
	}

	private indexOf(place: Place): number {
		const text = JSON.stringify(place);
		const known = this.places.get(text);
		if (known !== undefined) return known;
		const index = this.places.size;
		if (index >= MOST_PLACES) this.refuse();
		this.places.set(text, index);
		this.state.places.push(place);
		return index;
	}

	private refuse(): never {
		const { plural } = this.list;
		throw new InvalidInput(
			'Events',
			`can’t watch ${plural} here: there are or were more than ${this.most.toLocaleString('en-US')} of them, the most that are remembered`,
			`Take the events of ${plural} out. Or use the access token of a user who sees fewer, as a seller does; for that, and where many are deleted by now, unpublish the workflow, set “When Published Again” to “Start Afresh” and publish it. The webhook trigger can tell of contacts and deals that are created.`,
		);
	}
}

const keyIn = ({ id }: IDataObject): string => keyOf(String(id));

/** The ID of a change. */
const nameOf = (parts: unknown[]): string =>
	`chg_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`;
