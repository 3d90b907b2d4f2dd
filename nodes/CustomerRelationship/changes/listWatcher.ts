import type { IDataObject } from 'n8n-workflow';
import { PAGE_SIZE } from '../fields/options';
import { readList, readPages, type Page } from '../transport/pages';
import type { Ask } from '../transport/ask';
import type { ApiRequest, Query } from '../transport/request';
import { RequestFailed } from '../transport/requestFailed';
import type { EventSelection, WatchedList } from './watchedLists';
import { ChangeDetector, type Change } from './changeDetector';
import type { SavedListState } from './savedState';

/** What a list is watched by. */
export interface WatchOptions {
	choice: EventSelection;
	/** How far looks overlap, in ms, for clocks that differ. */
	overlapMs: number;
	/** The token and address of this poll, as the state has it. */
	account: string;
	/** When this poll began, in ms since the epoch. */
	now: number;
}

/** Most pages that are compared with what is known when the token is another. */
const MOST_PAGES_TO_COMPARE = 10;

/**
 * The watch over one list. The service tells no time of change, so a change is seen by comparing. The
 * first look reads the whole list and tells nothing; each further one asks for what changed since the
 * look before it began, and tells what differs from what is known.
 *
 * What is known changes with every page, so that a look that is stopped half-way goes on from there.
 */
export class ListWatcher {
	/** Whether it has read a page. */
	hasRead = false;
	private readonly state: SavedListState;
	private readonly records: ChangeDetector;
	/** The changes of each page. */
	private readonly found: Change[][] = [];

	/** @param remembered what an earlier poll left; otherwise the list's watch begins now */
	constructor(
		readonly list: WatchedList,
		private readonly terms: WatchOptions,
		remembered: SavedListState = nothingRemembered(terms),
	) {
		this.state = { ...remembered };
		this.records = new ChangeDetector(list, remembered);
	}

	/** What the next poll goes on from. */
	get toRemember(): SavedListState {
		return { ...this.state, ...this.records.toRemember };
	}

	/** The changes that were found, those of the oldest records first. */
	get changes(): Change[] {
		return [...this.found].reverse().flat();
	}

	/** Whether the look that comes next, or is under way, tells nothing. */
	get isSilent(): boolean {
		return this.state.since === undefined;
	}

	/**
	 * Whether the list is the one that is known: the token is the same, or one of the newest records
	 * that this one sees is known. Where it sees none, nothing speaks against it.
	 */
	async isSameList(ask: Ask): Promise<boolean> {
		if (this.state.account === this.terms.account) return true;
		const isKnown = (record: IDataObject) => this.records.isKnown(record);
		const { records } = await readList(ask, this.request(this.list.all), {
			pageSize: PAGE_SIZE,
			maxPages: MOST_PAGES_TO_COMPARE,
			goesOn: (page) => !page.some(isKnown),
		});
		return records.length === 0 || records.some(({ record }) => isKnown(record));
	}

	/** Looks, and once more in silence where the token is another one. */
	async read(ask: Ask): Promise<void> {
		do await this.look(ask);
		while (this.isSilent);
	}

	private async look(ask: Ask): Promise<void> {
		const { since, look = { at: this.terms.now } } = this.state;
		const changed: Query =
			since === undefined ? {} : { updatedSince: new Date(since).toISOString() };
		const query = { ...this.list.all, ...changed };
		let { at } = look;
		await this.readFrom(ask, query, look.cursor, (page) => {
			// The service's clock is what counts, should this one be ahead.
			at = Math.min(at, page.answer.servedAt ?? at);
			this.learn(page.records);
			this.state.look = { at, cursor: page.nextCursor };
		});
		this.end(at);
	}

	/** @param at when the look began */
	private end(at: number): void {
		const { state } = this;
		const { account, choice, overlapMs } = this.terms;
		if (!this.isSilent) state.choice = choice;
		if (state.account === account) {
			state.since = at - overlapMs;
			delete state.look;
		} else {
			// Another token may see more records, old ones, which are no news: the whole list is read once
			// more, in silence. The look after that asks from where this one began.
			state.account = account;
			delete state.since;
			state.look = { at };
		}
	}

	/** Takes in a page, the newest record of which comes first. */
	private learn(page: IDataObject[]): void {
		const { records, terms } = this;
		if (this.isSilent) {
			for (const record of page) if (!records.isKnown(record)) records.note(record);
			return;
		}
		// After an edit this is the choice of before: what was passed over by that stays so.
		const former = this.state.choice;
		const changes: Change[] = [];
		// Before the loop: where one record is too many, what was found before it is given out all the same.
		this.found.push(changes);
		for (const record of [...page].reverse()) {
			changes.push(...records.detect(record, terms.choice, former));
		}
	}

	/** Reads a list from a cursor on; from its beginning where the service no longer knows that. */
	private async readFrom(
		ask: Ask,
		query: Query,
		from: string | undefined,
		visit: (page: Page) => void,
	): Promise<void> {
		const request = this.request(query);
		const visitPage = (page: Page) => {
			this.hasRead = true;
			visit(page);
		};
		try {
			await readPages(ask, request, { pageSize: PAGE_SIZE, from }, visitPage);
		} catch (error) {
			const failure = RequestFailed.orThrow(error);
			if (failure.refusal?.code !== 'invalid_cursor') throw failure;
			await readPages(ask, request, { pageSize: PAGE_SIZE }, visitPage);
		}
	}

	private request(query: Query): ApiRequest {
		return { method: 'GET', path: this.list.path, query };
	}
}

const nothingRemembered = ({ account, now, choice }: WatchOptions): SavedListState => ({
	account,
	began: now,
	choice,
	places: [],
	marks: '',
});
