import type { JsonValue } from 'n8n-workflow';
import { attemptStateOf } from '../../transport/turn';
import type { WriteState } from '../../transport/write';

/**
 * A day that was written, or may have been. Before a message each attempt is an entry of its own. After the
 * message one entry stands for a request with all its attempts, and `state` is that of the last one. Such an
 * entry is never taken back, because the message was sent.
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
	/** What the field held before the item wrote into it. */
	valueBefore: JsonValue = null;
	/** They are of several days if midnight passes between two turns. */
	private writes: DayWrite[] = [];
	/**
	 * Whether the field may still hold, or still get, a day of this item that `writes` does not list. Such a day
	 * can't be told from one that another run has written.
	 */
	private mayHoldUnlistedDay = false;

	/** Whether nothing was written, or all was taken back. */
	get isEmpty(): boolean {
		return this.writes.length === 0 && !this.mayHoldUnlistedDay;
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
	 * Takes back what was written. Once the old value may be back, another run may write the same day. So from
	 * then on no day in the field counts as the item's own.
	 * @param isThere whether the field holds a day of the item
	 * @param request writes `valueBefore` back. It must not repeat an attempt that may arrive late. @throws what it throws
	 */
	async takeBack(isThere: boolean, request: () => Promise<unknown>): Promise<void> {
		const { writes, mayHoldUnlistedDay } = this;
		const [first, ...others] = writes;
		// The field shows a single write, so that was carried out. Of several, one without an answer may still arrive.
		if (isThere && first && others.length === 0) first.state = 'done';
		const isSettled = writes.every(isAnswered);
		this.writes = [];
		this.mayHoldUnlistedDay = true;
		if (isThere) {
			await request().catch((error: unknown) => {
				if (attemptStateOf(error) === 'not done') {
					this.writes = writes;
					this.mayHoldUnlistedDay = mayHoldUnlistedDay;
				}
				throw error;
			});
		}
		this.mayHoldUnlistedDay = mayHoldUnlistedDay || !isSettled;
	}

	/**
	 * Ends a try in which nothing could be taken back. A day that the service has confirmed stays the item's
	 * own: other runs see it and write none, unless somebody clears the field.
	 */
	keepConfirmed(): void {
		const confirmed = this.writes.filter(isDone);
		this.mayHoldUnlistedDay ||= confirmed.length < this.writes.length;
		this.writes = confirmed;
	}
}
