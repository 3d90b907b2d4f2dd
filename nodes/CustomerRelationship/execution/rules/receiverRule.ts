import type { Task } from '../task';
import type { Receiver } from './receiver';
import type { Stop } from './rule';

/** A rule of *Who Gets It*. All of them decide by one read of the contacts that have the phone. */
export interface ReceiverRule {
	/** Whether the item's setting can't be met by a phone that no contact has. */
	needsContact?(task: Task): boolean;
	/**
	 * @param receivers none where no contact has the phone, as far as the token sees
	 * @param now in ms since the epoch
	 */
	decide(task: Task, receivers: readonly Receiver[], now: number): Stop | undefined;
}
