/** Once per Phone over the items of a run: an item whose phone has the message is passed by, and holds nobody up. */
import { RequestFailed } from '../../transport/requestFailed';
import type { Batch } from '../batch';
import type { Entry } from '../ledger';
import type { Item, Task } from '../task';

/**
 * Whether an earlier item of the run has, or may have, sent the message to the item's phone. The caller holds the lock
 * of the item's key, so the earlier item has ended.
 * @throws the failure of the earlier item, where the service may keep it with the key
 */
export async function isSentByEarlierItem(batch: Batch, task: Task): Promise<boolean> {
	if (task.intent.message?.oncePerPhone === undefined) return false;
	const { tokenId } = await batch.sender.connectionOf(task);
	const key = `${tokenId} ${task.ownKey}`;
	const earlier = batch.lastOfPhone.get(key);
	if (earlier && maySent(earlier)) return true;
	batch.lastOfPhone.set(key, task.item);
	const refused = earlier?.failure?.error;
	// "Other 4xx are stored"; of POST /conversations 400, 404, 409 and 422 are not (Idempotency 5).
	const isKept = refused instanceof RequestFailed && [402, 403].includes(statusOf(refused));
	if (isKept) throw refused;
	return false;
}

const maySent = ({ entry }: Item): boolean =>
	entry.outcome !== 'notCarriedOut' && entry.passedBy !== 'key';

const statusOf = ({ refusal }: RequestFailed): number => refusal?.statusCode ?? 0;

/** Whether the service refused the item because its phone's key is taken, and no attempt of the item can be what took it. */
export const isReusedForPhone = ({ intent, item }: Task, error: unknown): boolean =>
	intent.message?.oncePerPhone !== undefined &&
	error instanceof RequestFailed &&
	error.refusal?.code === 'idempotency_key_reused' &&
	item.entry.outcome === 'notCarriedOut';

/** Settles an item for which nothing is sent. */
export function passBy({ item, intent }: Task, reason: NonNullable<Entry['passedBy']>): void {
	const { entry, index } = item;
	entry.passedBy = reason;
	entry.sentNow = false;
	entry.output = [
		{ json: { sentNow: false, phone: intent.phone ?? null }, pairedItem: { item: index } },
	];
	item.output = entry.output;
}
