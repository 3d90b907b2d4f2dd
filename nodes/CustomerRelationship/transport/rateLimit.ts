import type { Headers } from './answer';
import { Recent } from './recent';
import type { MessageSend } from './request';
import { RequestWindow } from './requestWindow';
import { SendWindow } from './sendWindow';
import type { Clock } from './wait';
import type { Budget, LimitName } from './window';

/** How a request that was let through ended. */
export interface Ending {
	headers: Headers;
	/** It counts as a send of its channel. */
	sent: boolean;
	/** It was refused with 429. */
	rateLimited: boolean;
}

/** A request that was let through. It must be told how it ended. */
export interface Admission {
	/** What was waited for the limits, first the channel's, then the token's, in ms; queueing included. */
	waited: Record<LimitName, number>;
	/** @param ending what came back; undefined when nothing did. @returns the limit that refused it, if one did */
	done(ending?: Ending): LimitName | undefined;
}

/**
 * Lets requests of one token leave only when the service has room for them. Requests that wait
 * for the same limit leave in the order in which they came.
 */
export class RateLimiter {
	private readonly requests: RequestWindow;
	private readonly sends = new Recent<string, SendWindow>(500);

	constructor(private readonly clock: Clock) {
		this.requests = new RequestWindow(clock);
	}

	/**
	 * Waits for room. @throws LimitReached when that would take longer than the budget,
	 * Cancelled when `signal` is aborted
	 */
	async admit(
		send: MessageSend | undefined,
		budget: Budget,
		signal: AbortSignal,
	): Promise<Admission> {
		const sends = send && this.sends.get(send.via, () => new SendWindow(this.clock, this.requests));
		const waitedForSend = sends ? await sends.enter(budget, signal) : 0;
		let waitedForRequest: number | undefined;
		try {
			waitedForRequest = await this.requests.enter(budget, signal);
		} finally {
			if (waitedForRequest === undefined) sends?.leave();
		}
		const ticket = this.requests.ticket();
		return {
			waited: { send: waitedForSend, request: waitedForRequest },
			done: (ending) => {
				const refused = ending?.rateLimited === true;
				const channelFull = refused && sends !== undefined && isOfChannel(ending.headers);
				this.requests.leave(ticket, ending?.headers, refused && !channelFull);
				sends?.leave(ending, channelFull);
				return refused ? (channelFull ? 'send' : 'request') : undefined;
			},
		};
	}
}

/** A 429 is the channel's when requests still fit, or will before the wait that it asks for is over. */
const isOfChannel = ({ remaining, resetMs, retryAfterMs }: Headers) =>
	remaining !== undefined &&
	(remaining > 0 || (resetMs !== undefined && (retryAfterMs ?? 0) > resetMs));
