import { Recent } from './recent';

/** README, "Memory". */
const MOST_ENTRIES = 20_000;

/** What changes records: a request to the API, or to the app's address in the control API. */
export interface Cause {
	method: string;
	/** As sent. */
	path: string;
	/** Null for the app. */
	requestId: string | null;
}

/** A record that came, changed or went. */
export interface Change {
	type: string;
	id: string;
	/** On the service's clock. */
	at: string;
	/** Null: the sandbox itself, for example a message on its way. */
	by: Cause | null;
}

/** Which record was changed when, and by which request. */
export class History {
	private readonly entries = new Recent<Change>(MOST_ENTRIES);
	private cause: Cause | null = null;

	/** Runs an operation; what changes meanwhile was changed by it. Operations don't wait for anything. */
	during<T>(cause: Cause, run: () => T): T {
		this.cause = cause;
		try {
			return run();
		} finally {
			this.cause = null;
		}
	}

	note(type: string, id: string, at: string): void {
		this.entries.push({ type, id, at, by: this.cause });
	}

	/** Newest first. */
	of(id: string): Change[] {
		return this.entries
			.list()
			.filter((change) => change.id === id)
			.reverse();
	}

	reset(): void {
		this.entries.clear();
	}
}
