import type { JsonValue } from 'n8n-workflow';
import { attemptStateOf } from '../../transport/turn';
import type { WriteState } from '../../transport/write';

/**
 * A write of a day that was carried out, or may have been. Before the message leaves, it is one attempt, since
 * a failed attempt ends the turn. After the message it is one request, with the state of its last attempt, and
 * is not taken back.
 */
interface DayWrite {
	day: string;
	state: WriteState;
}

const isDone = ({ state }: DayWrite): boolean => state === 'done';
/**
 * Whether the service has answered the write, so that it can't arrive any more. The field then shows whether
 * it was carried out.
 */
const isAnswered = (write: DayWrite): boolean => isDone(write) || write.state === 'server error';

/**
 * What an item has written into the field of one contact, for *Days Between*. It lasts over the tries of
 * n8n's Retry On Fail.
 */
export class WrittenDays {
	/** The last value of the field that was not a day of the item. */
	valueBefore: JsonValue = null;
	/** The item's writes, oldest first. Their days differ if midnight passes between two turns or tries. */
	private writes: DayWrite[] = [];
	/**
	 * Whether a write was dropped from `writes` without knowing its end: its day may be in the field, or may
	 * still arrive. It no longer counts as the item's. `isEmpty` stays false, so that the user is told.
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
	 * Writes back what the field held before, if it holds a day of the item. The writes are forgotten first:
	 * if the request is carried out but its answer is lost, another run may write its own day, which must not
	 * count as the item's. They are restored if the request was certainly not carried out.
	 * @param holdsOwnDay whether the field holds a day that the item has written, or has tried to
	 * @param request writes `valueBefore` back. It must not repeat an attempt that may still arrive. @throws
	 *   what it throws
	 */
	async takeBack(holdsOwnDay: boolean, request: () => Promise<unknown>): Promise<void> {
		const { writes, mayHoldForgottenDay } = this;
		const [first, ...others] = writes;
		// The field holds the day of the only write, so take it as carried out, although another run may have
		// written the same day. With several writes, one without an answer may still arrive, so their states stay.
		if (holdsOwnDay && first && others.length === 0) first.state = 'done';
		const allAnswered = writes.every(isAnswered);
		// Until the request succeeds, a day of the item may be in the field. Only a certain `not done`
		// restores the writes.
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
	 * Called if the days could not be taken back, most often because the contact could not be read. Keeps those
	 * that the service has confirmed: the next try takes them for its own. That is wrong only if another run
	 * read the field before this item wrote, and then wrote the same day.
	 */
	keepConfirmed(): void {
		const confirmed = this.writes.filter(isDone);
		this.mayHoldForgottenDay ||= confirmed.length < this.writes.length;
		this.writes = confirmed;
	}
}
