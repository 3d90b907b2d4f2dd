import type { RequestWindow } from './requestWindow';
import type { Clock } from './wait';
import { Window } from './window';

/** Message sends of a channel in a window (specification: Limits). */
const MOST = 30;

/** The sends of one channel, counted here because no header tells of them. */
export class SendWindow extends Window {
	constructor(
		clock: Clock,
		private readonly requests: RequestWindow,
	) {
		super(clock);
	}

	/** All windows of the service are of one length. */
	get windowMs(): number {
		return this.requests.windowMs;
	}

	roomIn(): number | undefined {
		return this.roomAmong(MOST);
	}
}
