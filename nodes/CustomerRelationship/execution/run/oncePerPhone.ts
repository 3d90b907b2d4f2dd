/** Once per Phone over the items of a run: an item whose phone has the message is passed by, and holds nobody up. */
import type { Refusal } from '../../transport/answer';
import { RequestFailed } from '../../transport/requestFailed';
import type { Batch } from '../batch';
import type { Entry, NotSentReason } from '../ledger';
import type { Item, Task } from '../task';

/**
 * Claims the item's phone for this run, whatever the token. The caller holds the lock of the item's key, so an earlier
 * item with the same phone has ended.
 * @returns `sent earlier` if that item has sent the message to the phone, or may have
 * @throws the failure of the earlier item, where the service would give it for this one, too
 */
export async function claimPhone(batch: Batch, task: Task): Promise<'free' | 'sent earlier'> {
	const { intent, item, ownKey } = task;
	if (intent.message?.oncePerPhone === undefined || ownKey === undefined) return 'free';
	const { tokenId } = await batch.sender.connectionOf(task);
	const withToken = `${tokenId} ${ownKey}`;
	const earlier = batch.lastOfPhone.get(ownKey);
	const earlierWithToken = batch.lastOfPhone.get(withToken);
	// The service knows of a key that is taken, but only with the token that took it.
	const knowsKey = earlier?.entry.passedBy === 'already_tried' && earlier === earlierWithToken;
	if (earlier && !knowsKey && earlier.entry.outcome !== 'notCarriedOut') return 'sent earlier';
	const refused = failureOf(earlier, isQueueDown) ?? failureOf(earlierWithToken, isKept);
	batch.lastOfPhone.set(ownKey, item).set(withToken, item);
	if (refused) throw refused;
	return 'free';
}

/** Claims the phones of items that an earlier try of the run has settled. One that was passed by had no claim. */
export function restorePhones({ items, lastOfPhone }: Batch): void {
	for (const item of items) {
		const { ownKey, passedBy } = item.entry;
		if (!item.output || ownKey === undefined || passedBy === 'same_phone') continue;
		lastOfPhone.set(ownKey, item);
	}
}

function failureOf(
	item: Item | undefined,
	counts: (refusal: Refusal) => boolean,
): RequestFailed | undefined {
	const error = item?.failure?.error;
	if (!(error instanceof RequestFailed) || !error.refusal) return undefined;
	return counts(error.refusal) ? error : undefined;
}

/** Each attempt may leave a failed message, whatever the token (Conversations, `queue_unavailable`). */
const isQueueDown = ({ code }: Refusal): boolean => code === 'queue_unavailable';

/**
 * Whether the service may keep the refusal with the key, which is the token's: "Other 4xx are stored"; of
 * POST /conversations 400, 404, 409 and 422 are not (Idempotency 5).
 */
const isKept = ({ statusCode }: Refusal): boolean => [402, 403].includes(statusCode);

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
	const json = { sentNow: false, ...notSent(reason), phone: intent.phone ?? null };
	entry.output = [{ json, pairedItem: { item: index } }];
	item.output = entry.output;
}

/** Why no message was sent now: a name for workflows, a sentence for people. */
export const notSent = (reason: NotSentReason) => ({ reason, reasonText: REASON_TEXTS[reason] });

const REASON_TEXTS: Record<NotSentReason, string> = {
	already_sent:
		'The service has taken this very message before, and gives that answer again. The conversation shows whether it arrived.',
	already_tried:
		'This node has sent this template to this phone in the last 24 hours, or tried to and was refused. The conversation shows whether it arrived.',
	same_phone: 'Another item of this run has this phone. Once per Phone sends one message to it.',
};
