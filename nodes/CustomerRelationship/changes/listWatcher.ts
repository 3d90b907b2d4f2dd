import type { IDataObject } from 'n8n-workflow';
import { DEFAULT_PAGE_SIZE } from '../fields/options';
import { readList, readPages, type Page } from '../transport/pages';
import type { Ask } from '../transport/ask';
import type { ApiRequest, Query } from '../transport/request';
import { RequestFailed } from '../transport/requestFailed';
import { ChangeDetector, type Change } from './changeDetector';
import type { SavedListState } from './savedState';
import type { ChangeSelection, WatchedList } from './watchedLists';

/** How a list is watched in one poll. */
export interface WatchOptions {
	selection: ChangeSelection;
	/** How far a scan reaches back before the start of the one before it, in ms, because clocks may differ. */
	overlapMs: number;
	/** Identifies the token and address of this poll. */
	tokenId: string;
	/** When this poll began, in ms since the epoch. */
	now: number;
}

/** The most pages that are read to recognize the account of another token. */
const MAX_PAGES_TO_RECOGNIZE = 10;

/**
 * Watches one list for changes. The service does not tell what changed, so records are compared with the
 * fingerprints of an earlier scan:
 *
 * - The *baseline scan* reads the whole list, takes fingerprints of records that are new, and emits nothing.
 * - Each *incremental scan* reads what was updated since the scan before it began, and emits what differs.
 *
 * The state advances with each page: the next poll resumes a scan that was interrupted.
 */
export class ListWatcher {
	/** Whether this poll has read a page. */
	hasReadPage = false;
	private readonly state: SavedListState;
	private readonly detector: ChangeDetector;
	/** The changes on each page, in the order in which the service lists them: the newest page first. */
	private readonly changesByPage: Change[][] = [];

	/** @param saved the state after an earlier poll; by default the watch begins now */
	constructor(
		readonly list: WatchedList,
		private readonly options: WatchOptions,
		saved: SavedListState = initialState(options),
	) {
		this.state = { ...saved };
		this.detector = new ChangeDetector(list, saved);
	}

	/** The state to save for the next poll. */
	get saved(): SavedListState {
		return { ...this.state, ...this.detector.saved };
	}

	/** The changes that were found, those of the oldest records first. */
	get changes(): Change[] {
		return [...this.changesByPage].reverse().flat();
	}

	/** Whether the current scan, or else the next, is a baseline scan. */
	get isBaseline(): boolean {
		return this.state.since === undefined;
	}

	/**
	 * Whether the token belongs to the account that was watched: it is the same token, or one of the newest
	 * records that it sees is known. A token that sees no records is accepted.
	 */
	async isSameAccount(ask: Ask): Promise<boolean> {
		if (this.state.tokenId === this.options.tokenId) return true;
		const isKnown = (record: IDataObject) => this.detector.isKnown(record);
		const { records } = await readList(ask, this.request(), {
			pageSize: DEFAULT_PAGE_SIZE,
			maxPages: MAX_PAGES_TO_RECOGNIZE,
			goesOn: (page) => !page.some(isKnown),
		});
		return records.length === 0 || records.some(({ record }) => isKnown(record));
	}

	/** Runs a scan to its end. With another token a baseline scan follows. */
	async scan(ask: Ask): Promise<void> {
		do await this.runScan(ask);
		while (this.isBaseline);
	}

	private async runScan(ask: Ask): Promise<void> {
		const { since, scan = { at: this.options.now } } = this.state;
		const query: Query = since === undefined ? {} : { updatedSince: new Date(since).toISOString() };
		let beganAt = scan.at;
		for await (const page of readPagesFrom(ask, this.request(query), scan.cursor)) {
			this.hasReadPage = true;
			// The service compares updatedSince with its own clock, which ours may be ahead of.
			beganAt = Math.min(beganAt, page.answer.servedAt ?? beganAt);
			this.processPage(page.records);
			this.state.scan = { at: beganAt, cursor: page.nextCursor };
		}
		this.finishScan(beganAt);
	}

	/** @param page a page's records, the newest first */
	private processPage(page: IDataObject[]): void {
		const { detector } = this;
		if (this.isBaseline) {
			for (const record of page) if (!detector.isKnown(record)) detector.updateFingerprint(record);
			return;
		}
		const selections = { selection: this.options.selection, formerSelection: this.state.selection };
		const changes: Change[] = [];
		// Added before the loop: if it throws at a record, the changes before that are still emitted.
		this.changesByPage.push(changes);
		for (const record of [...page].reverse()) {
			changes.push(...detector.detectChanges(record, selections));
		}
	}

	/** Sets what the next scan begins with. @param beganAt when this one began, in ms since the epoch */
	private finishScan(beganAt: number): void {
		const { state } = this;
		const { tokenId, selection, overlapMs } = this.options;
		if (!this.isBaseline) state.selection = selection;
		if (state.tokenId === tokenId) {
			state.since = beganAt - overlapMs;
			delete state.scan;
		} else {
			// Another token may see old records that are unknown. A baseline scan takes their fingerprints, so that
			// they are not taken for new when they change later. It counts as begun when this scan began, so no
			// change of a known record is missed. A record that is created between the first pages of the two scans
			// is taken for an old one.
			state.tokenId = tokenId;
			delete state.since;
			state.scan = { at: beganAt };
		}
	}

	private request(query: Query = {}): ApiRequest {
		const { path, baseQuery } = this.list;
		return { method: 'GET', path, query: { ...baseQuery, ...query } };
	}
}

/** The state with which the watch of a list begins. */
const initialState = ({ tokenId, now, selection }: WatchOptions): SavedListState => ({
	tokenId,
	began: now,
	selection,
	lifecycles: [],
	fingerprints: '',
});

/** Reads a list's pages from a cursor on, or from the first page if the service refuses the cursor. */
async function* readPagesFrom(
	ask: Ask,
	request: ApiRequest,
	cursor: string | undefined,
): AsyncGenerator<Page, void> {
	try {
		yield* readPages(ask, request, { pageSize: DEFAULT_PAGE_SIZE, from: cursor });
	} catch (error) {
		const failure = RequestFailed.orThrow(error);
		if (failure.refusal?.code !== 'invalid_cursor') throw failure;
		yield* readPages(ask, request, { pageSize: DEFAULT_PAGE_SIZE });
	}
}
