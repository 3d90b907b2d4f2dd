import type { Behaviour } from '../behaviour';
import type { Clock } from '../clock';
import type { Message } from '../model';
import type { Account } from '../store/account';
import type { Deliveries } from '../webhooks/deliveries';

/** README, "Message schedule": ms after the message was queued, in the machine's time. */
const SENT_AFTER_MS = 250;
const DELIVERED_AFTER_MS = 5_000;
const READ_AFTER_MS = 10_000;

/** "Message status": queued messages become sent or failed, then delivered and read. */
export class Outbox {
	private readonly timers = new Set<NodeJS.Timeout>();

	constructor(
		private readonly clock: Clock,
		private readonly deliveries: Deliveries,
		private readonly behaviour: Behaviour,
	) {}

	/** Puts a pending message on its way; with a code it ends `failed`. */
	queue(account: Account, messageId: string, failsWith?: string): void {
		this.after(SENT_AFTER_MS, () => {
			if (failsWith) {
				this.fail(account, messageId, failsWith);
				return;
			}
			const sent = this.move(account, messageId, 'sent', { sentAt: this.clock.timestamp() });
			this.deliveries.emit(account, 'message.sent', sent);
			this.after(DELIVERED_AFTER_MS, () => this.move(account, messageId, 'delivered'));
			this.after(READ_AFTER_MS, () => this.move(account, messageId, 'read'));
		});
	}

	/** The message did not go out; there is no automatic retry. */
	fail(account: Account, messageId: string, code: string): Message {
		const error = { code, message: `The message did not go out: ${code}.` };
		const failed = this.move(account, messageId, 'failed', { error });
		const isSilent =
			code === 'queue_unavailable' && this.behaviour.isTurned('queueRefusalIsSilent');
		if (!isSilent) this.deliveries.emit(account, 'message.failed', failed);
		return failed;
	}

	reset(): void {
		for (const timer of this.timers) clearTimeout(timer);
		this.timers.clear();
	}

	private move(
		account: Account,
		id: string,
		status: Message['status'],
		more: Partial<Message> = {},
	): Message {
		return account.messages.update(id, { status, updatedAt: this.clock.timestamp(), ...more });
	}

	private after(ms: number, then: () => void): void {
		const timer = setTimeout(() => {
			this.timers.delete(timer);
			then();
		}, ms);
		this.timers.add(timer);
	}
}
