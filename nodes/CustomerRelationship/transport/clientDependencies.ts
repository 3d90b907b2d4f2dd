import type { HttpAnswer } from './answer';
import type { Clock } from './clock';
import type { LearnedLinks } from './links';
import type { NetworkFailure } from './networkErrors';
import type { Outage } from './outage';
import type { RateLimiter } from './rateLimiter';
import type { ApiRequest, KnownLinks } from './request';

/** What the client needs from outside; unit tests bring their own. */
export interface ClientDependencies {
	baseUrl: string;
	/** A hash that tells one token at one address from every other. */
	tokenId: string;
	/** One HTTP exchange. @param timeoutMs longest wait for the whole answer */
	exchange(request: WireRequest, timeoutMs: number): Promise<HttpAnswer | NetworkFailure>;
	/** The rate limiter of the token. */
	rateLimiter: RateLimiter;
	/** The links learned from answers to this token, in all executions of this process. */
	links: LearnedLinks;
	/** The links that were known when the run first used the token, without those learned later. */
	linksBefore: KnownLinks;
	/** The outage of the service at this address. The requests of a run share it; those that complete or undo an item share another. */
	outage: Outage;
	clock: Clock;
	/** A number from 0 to 1. */
	random(): number;
	/** Its abort ends all waits. */
	signal: AbortSignal;
}

/**
 * A request as it is sent. All attempts of a request send the same body. They have the same key, unless a
 * rule replaces it before an attempt may have taken effect (`PendingRequest.sendAs`).
 */
export interface WireRequest {
	method: ApiRequest['method'];
	url: string;
	headers: Record<string, string>;
	/** As text: "the same request" is judged byte for byte (Idempotency 2). */
	body: string | undefined;
}
