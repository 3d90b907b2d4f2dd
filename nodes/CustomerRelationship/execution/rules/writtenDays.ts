import type { JsonValue } from 'n8n-workflow';
import { attemptStateOf } from '../../transport/turn';
import type { WriteState } from '../../transport/write';

/**
 * A day that was written, or may have been. In the turn of a message it stands for one attempt, after a
 * message for all attempts of a request.
 */
interface DayWrite {
	day: string;
	state: WriteState;
}

const isDone = ({ state }: DayWrite): boolean => state === 'done';
/** Whether the service has answered, so that what the field holds now tells whether it was carried out. */
const isAnswered = (write: DayWrite): boolean => isDone(write) || write.state === 'server error';

/** What an item has written into the field of one contact, for *Days Between*. It lasts over the tries of n8n's Retry On Fail. */
export class WrittenDays {
	/** What the field held before. */
	held: JsonValue = null;
	/** They are of several days if midnight passes between two turns. */
	private writes: DayWrite[] = [];
	/**
	 * Whether a try has ended without taking its day back for certain: the field may still hold that day, or
	 * get it from a request that arrives late. It can't be told from a day that another run has written.
	 */
	private mayHoldLostDay = false;

	/** Whether nothing was written, or all was taken back. */
	get isEmpty(): boolean {
		return this.writes.length === 0 && !this.mayHoldLostDay;
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
	 * Takes back what was written. Afterwards another run may write the same day, so no day counts as the
	 * item's own any more.
	 * @param isThere whether the field holds a day of the item
	 * @param request writes what the field held before; not again after an attempt that may arrive late.
	 *   @throws what it throws
	 */
	async takeBack(isThere: boolean, request: () => Promise<unknown>): Promise<void> {
		const { writes, mayHoldLostDay } = this;
		const [first, ...others] = writes;
		// The field shows a single write, so that was carried out. Of several, one without an answer may still arrive.
		if (isThere && first && others.length === 0) first.state = 'done';
		const isSettled = writes.every(isAnswered);
		this.writes = [];
		// If the request fails, it may have been carried out or not.
		this.mayHoldLostDay = true;
		if (isThere) {
			await request().catch((error: unknown) => {
				if (attemptStateOf(error) === 'not done') Object.assign(this, { writes, mayHoldLostDay });
				throw error;
			});
		}
		this.mayHoldLostDay = mayHoldLostDay || !isSettled;
	}

	/**
	 * Ends a try in which nothing could be taken back. A day that the service has confirmed stays the item's
	 * own: other runs see it and write none.
	 */
	keepConfirmed(): void {
		const confirmed = this.writes.filter(isDone);
		this.mayHoldLostDay ||= confirmed.length < this.writes.length;
		this.writes = confirmed;
	}
}
