import { Recent } from '../store/recent';
import type { Incoming } from './wire';

/** README, "Memory". */
const MOST_ENTRIES = 100_000;
const MOST_BODIES = 64 * 2 ** 20;

/** A request as it arrived, and what became of it. */
export interface LoggedRequest {
	method: string;
	/** As sent: with `/api/v1` and the query. */
	path: string;
	headers: Record<string, string>;
	rawBody: string;
	/** Null while it runs, 0 when the connection was broken without an answer. */
	status: number | null;
	requestId: string;
	replayed: boolean;
	/** Properties of the body that the operation does not know. */
	ignored: string[];
	/** On the service's clock. */
	at: string;
}

/** Requests to the API, in the order of their arrival; the control API's own are not among them. */
export class RequestLog {
	private readonly entries = new Recent<LoggedRequest>(MOST_ENTRIES, {
		most: MOST_BODIES,
		of: ({ rawBody }) => rawBody.length,
	});

	constructor(private readonly changed: (id: string) => void) {}

	/** Writes a request down; its status is open until `finish`. */
	arrived(incoming: Incoming, requestId: string, at: string): LoggedRequest {
		const headers: Record<string, string> = {};
		for (const [name, value] of Object.entries(incoming.headers)) {
			if (value !== undefined) headers[name] = value;
		}
		const entry: LoggedRequest = {
			method: incoming.method,
			path: incoming.target,
			headers,
			rawBody: incoming.body.toString('utf8'),
			status: null,
			requestId,
			replayed: false,
			ignored: [],
			at,
		};
		this.entries.push(entry);
		return entry;
	}

	/** Says what became of a request. */
	finish(
		entry: LoggedRequest,
		outcome: { status: number } & Partial<Pick<LoggedRequest, 'replayed' | 'requestId'>>,
	): void {
		Object.assign(entry, outcome);
		this.changed(entry.requestId);
	}

	list(): LoggedRequest[] {
		return this.entries.list();
	}

	reset(): void {
		this.entries.clear();
	}
}
