import { idempotencyKey } from '../../fields/idempotencyKey';
import { InvalidInput } from '../../invalidInput';
import type { RequestSender } from '../requestSender';
import { intentFingerprintOf, type Task } from '../task';

/** Finds items of a run that have one idempotency key for different requests. */
export class UniqueKeys {
	/** The items judged before, by token and key. */
	private readonly byKey = new Map<string, Task>();

	constructor(private readonly sender: RequestSender) {}

	/** @throws InvalidInput if an item judged before has the key for another request */
	async assertFree(task: Task): Promise<void> {
		// A key that stands for more than one request is shared on purpose.
		const { key } = task.item.entry;
		if (key === undefined || key.standsFor !== undefined) return;
		const { tokenId } = await this.sender.connectionOf(task.item);
		const tokenAndKey = `${tokenId} ${key.key}`;
		const holder = this.byKey.get(tokenAndKey);
		// An item that is only checked takes no key from one that is sent.
		const isTaken = holder && (task.options.checkOnly || !holder.options.checkOnly);
		const first = isTaken ? holder : task;
		this.byKey.set(tokenAndKey, first);
		if (intentFingerprintOf(first) !== intentFingerprintOf(task)) throw sameKeyAs(first);
	}
}

const sameKeyAs = ({ item }: Task): InvalidInput =>
	new InvalidInput(
		idempotencyKey.property.displayName,
		`is the same as that of item ${item.index}, whose request differs`,
		'The service takes a key for one request only. Make it different for each item, for example by adding the item’s ID. If an ID is in it, check that its expression gives one for each item.',
	);
