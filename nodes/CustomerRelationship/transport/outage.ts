/**
 * Whether a service that does not answer has used up the time that a request may wait for it. It is
 * waited for once in a run of the node: after that each request gets one try, until one is answered.
 */
export class Outage {
	isWaitedOut = false;
}
