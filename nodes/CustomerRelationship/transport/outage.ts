import { isWrite, type ApiRequest } from './request';

/**
 * A service, or the way to it, that is down. It is waited for once in a run of the node: everybody's
 * time began with it. Past its end each request gets one try, until one is answered. Where such a try hangs
 * nothing more is sent: a service that takes requests in and does not answer may carry all of them out
 * some day. Where a write met the outage, only the answer to a write ends it: reads may work while writes don't.
 */
export class Outage {
	/** When the first try that met it left, in ms since the epoch; undefined while there is none. */
	since: number | undefined;
	/** A try that left past a request's end was left without an answer. */
	hasTimedOut = false;
	private hasMetWrites = false;

	/** A try met it. @param sentAt when it left, in ms since the epoch */
	record(request: ApiRequest, sentAt: number, timedOut: boolean): void {
		this.hasMetWrites ||= isWrite(request);
		this.since = Math.min(this.since ?? sentAt, sentAt);
		this.hasTimedOut ||= timedOut;
	}

	/** A try met something else. */
	endFor(request: ApiRequest): void {
		if (this.hasMetWrites && !isWrite(request)) return;
		this.hasMetWrites = false;
		this.since = undefined;
		this.hasTimedOut = false;
	}
}

/** The outages of a run: one for each address, whatever the token. */
export class Outages {
	private readonly byAddress = new Map<string, Outage>();

	at(baseUrl: string): Outage {
		const outage = this.byAddress.get(baseUrl) ?? new Outage();
		this.byAddress.set(baseUrl, outage);
		return outage;
	}
}
