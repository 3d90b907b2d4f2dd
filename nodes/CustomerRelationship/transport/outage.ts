import { getOrCreate } from '../maps';
import { isWrite, type ApiRequest } from './request';
import type { MonotonicMs } from './time';

/**
 * An outage of the service, or of the network in between. A run waits for it once, not once for each request:
 * - A request has `maxWaitMs` from its first attempt. If an outage began earlier, the time counts from the
 *   start of the outage. A deadline stays as it is.
 * - A request whose time is over gets at most one attempt. If that times out, no other request whose time is
 *   over is sent: a service that accepts requests without answering may carry all of them out later.
 * - A success, or a refusal by the service that shows no outage, ends it. Once a write has met it, only the
 *   answer to a write does, because reads may have worked all the time.
 */
export class Outage {
	/** When the first attempt that met it was sent; undefined while there is no outage. */
	since: MonotonicMs | undefined;
	/** Whether an attempt timed out that was sent after its request's time was over. */
	hasTimedOut = false;
	private hasMetWrites = false;

	/** Records an attempt that met the outage. */
	record(
		request: ApiRequest,
		{ sentAt, timedOut }: { sentAt: MonotonicMs; timedOut: boolean },
	): void {
		this.hasMetWrites ||= isWrite(request);
		this.since = Math.min(this.since ?? sentAt, sentAt);
		this.hasTimedOut ||= timedOut;
	}

	/** Ends the outage, unless it has met writes and the request is a read. */
	endFor(request: ApiRequest): void {
		if (this.hasMetWrites && !isWrite(request)) return;
		this.hasMetWrites = false;
		this.since = undefined;
		this.hasTimedOut = false;
	}
}

/** The outages of one run: one for each address, shared by all tokens. */
export class Outages {
	private readonly byAddress = new Map<string, Outage>();

	at(baseUrl: string): Outage {
		return getOrCreate(this.byAddress, baseUrl, () => new Outage());
	}
}
