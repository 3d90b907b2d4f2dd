import type { JsonValue } from 'n8n-workflow';
import { attemptStateOf } from '../../transport/turn';
import type { WriteState } from '../../transport/write';

/**
 * One write of a day, unless it was certainly not carried out. Before the message each attempt is a
 * `DayWrite` of its own. After the message a request with all its attempts is one, and is never taken back.
 * `state` is that of the last attempt.
 */
interface DayWrite {
	day: string;
	state: WriteState;
}

const isDone = ({ state }: DayWrite): boolean => state === 'done';
/** Whether the service has answered, so that what the field holds now tells whether the write was carried out. */
const isAnswered = (write: DayWrite): boolean => isDone(write) || write.state === 'server error';

/** What an item has written into the field of one contact, for *Days Between*. It lasts over the tries of n8n's Retry On Fail. */
export class WrittenDays {
	/** What the field held before the item wrote into it. */
	valueBefore: JsonValue = null;
	/** Of several days if midnight passes between two turns or tries. */
	private writes: DayWrite[] = [];
	/**
	 * Whether a day of this item may still be in the field, or still arrive, that `writes` has forgotten. Such
	 * a day looks like one that another run has written. Only `isEmpty` reads this: the user is told.
	 */
	private mayHoldForgottenDay = false;

	/** Whether nothing was written, or all was taken back. */
	get isEmpty(): boolean {
		return this.writes.length === 0 && !this.mayHoldForgottenDay;
	}

	/** Whether the service has confirmed a day that was not taken back since. */
	get isConfirmed(): boolean {
		return this.writes.some(isDone);
	}

	/** Whether the item has written a day, or has tried to. */
	includes(day: string): boolean {
		return this.writes.some((write) => write.day === day);
	}

	/** @param request writes the day into the field. @throws what it throws */
	async write(day: string, request: () => Promise<unknown>): Promise<void> {
		const write: DayWrite = { day, state: 'in flight' };
		this.writes.push(write);
		await request().catch((error: unknown) => {
			write.state = attemptStateOf(error);
			if (write.state === 'not done') this.writes.pop();
			throw error;
		});
		write.state = 'done';
	}

	/**
	 * Takes back what was written. The writes are forgotten before the request, since it may succeed unseen:
	 * another run may then write the same day, which must not count as the item's. They come back only if the
	 * request was certainly not carried out.
	 * @param request writes `valueBefore` back. It must not repeat an attempt that may arrive late. @throws
	 *   what it throws
	 */
	async takeBack(holdsOwnDay: boolean, request: () => Promise<unknown>): Promise<void> {
		const { writes, mayHoldForgottenDay } = this;
		const [first, ...others] = writes;
		// The field holds the day of the only write, so that counts as carried out; another run's day looks the
		// same. Of several writes, one without an answer may still arrive.
		if (holdsOwnDay && first && others.length === 0) first.state = 'done';
		const allAnswered = writes.every(isAnswered);
		// Assume the worst until the request has ended. If it fails without an answer, this stays.
		this.writes = [];
		this.mayHoldForgottenDay = true;
		if (holdsOwnDay) {
			await request().catch((error: unknown) => {
				if (attemptStateOf(error) === 'not done') {
					this.writes = writes;
					this.mayHoldForgottenDay = mayHoldForgottenDay;
				}
				throw error;
			});
		}
		this.mayHoldForgottenDay = mayHoldForgottenDay || !allAnswered;
	}

	/**
	 * Ends a try in which taking back failed. A day that the service has confirmed stays the item's
	 * own: other runs see it and write none, unless somebody clears the field.
	 */
	keepConfirmed(): void {
		const confirmed = this.writes.filter(isDone);
		this.mayHoldForgottenDay ||= confirmed.length < this.writes.length;
		this.writes = confirmed;
	}
}
