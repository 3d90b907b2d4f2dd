import { isWrite, type ApiRequest } from './request';

/**
 * An outage of the service, or of the way to it. A run of the node waits for it once: the time of every request
 * counts from its begin. After that each request gets one attempt, until one is answered. Where such an attempt
 * times out, nothing more is sent: a service that accepts requests without answering may carry all of them out
 * later. An outage that a write has met ends only with an answer to a write, because reads may work meanwhile.
 */
export class Outage {
	/** When the first attempt that met it was sent, in ms since the epoch; undefined while there is no outage. */
	since: number | undefined;
	/** Whether an attempt timed out that was sent after its request's time was over. */
	hasTimedOut = false;
	private hasMetWrites = false;

	/** Records an attempt that met the outage. @param sentAt when it was sent, in ms since the epoch */
	record(request: ApiRequest, { sentAt, timedOut }: { sentAt: number; timedOut: boolean }): void {
		this.hasMetWrites ||= isWrite(request);
		this.since = Math.min(this.since ?? sentAt, sentAt);
		this.hasTimedOut ||= timedOut;
	}

	/** Ends the outage after an attempt that did not meet it. */
	endFor(request: ApiRequest): void {
		if (this.hasMetWrites && !isWrite(request)) return;
		this.hasMetWrites = false;
		this.since = undefined;
		this.hasTimedOut = false;
	}
}

/** The outages that one run has met: one for each address, shared by all tokens. */
export class Outages {
	private readonly byAddress = new Map<string, Outage>();

	at(baseUrl: string): Outage {
		const outage = this.byAddress.get(baseUrl) ?? new Outage();
		this.byAddress.set(baseUrl, outage);
		return outage;
	}
}
