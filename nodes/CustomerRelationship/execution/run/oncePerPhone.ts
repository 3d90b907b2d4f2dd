/** Once per Phone over the items of a run: an item whose phone has the message is passed by, and holds nobody up. */
import { RequestFailed } from '../../transport/requestFailed';
import type { Batch } from '../batch';
import type { Entry } from '../ledger';
import type { Item, Task } from '../task';

/**
 * Claims the item's phone for this run. The caller holds the lock of the item's key, so an earlier item with the same
 * phone has ended.
 * @returns `sent earlier` if that item has sent the message to the phone, or may have
 * @throws the failure of the earlier item, where the service may keep it with the key
 */
export async function claimPhone(batch: Batch, task: Task): Promise<'free' | 'sent earlier'> {
	if (task.intent.message?.oncePerPhone === undefined) return 'free';
	const { tokenId } = await batch.sender.connectionOf(task);
	const key = `${tokenId} ${task.ownKey}`;
	const earlier = batch.lastOfPhone.get(key);
	if (earlier && mayHaveSent(earlier)) return 'sent earlier';
	batch.lastOfPhone.set(key, task.item);
	const refused = earlier?.failure?.error;
	// "Other 4xx are stored"; of POST /conversations 400, 404, 409 and 422 are not (Idempotency 5).
	const isKept = refused instanceof RequestFailed && [402, 403].includes(statusOf(refused));
	if (isKept) throw refused;
	return 'free';
}

const mayHaveSent = ({ entry }: Item): boolean =>
	entry.outcome !== 'notCarriedOut' && entry.passedBy !== 'key';

const statusOf = ({ refusal }: RequestFailed): number => refusal?.statusCode ?? 0;

/** Whether the service refused the item because its once-per-phone key belongs to an earlier message. */
export const isPhoneKeyTaken = ({ intent, item }: Task, error: unknown): boolean =>
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
