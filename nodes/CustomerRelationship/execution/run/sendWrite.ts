import { checkSendHours } from '../../fields/parsers/sendHours';
import type { Answer } from '../../transport/answer';
import type { AskOptions } from '../../transport/ask';
import type { ApiRequest } from '../../transport/request';
import type { Batch } from '../batch';
import { automaticKey } from '../idempotencyKey';
import type { Task } from '../task';

/** Sends a write of an item, with its key, as the ledger knows it. */
export async function sendWrite(
	batch: Batch,
	task: Task,
	request: ApiRequest,
	options: AskOptions = {},
): Promise<Answer> {
	const { item, intent } = task;
	const { tokenId } = await batch.sender.connectionOf(task);
	const write = batch.ledger.writeOf(item.entry, tokenId, request, {
		key: keyOf(batch, task, request, options),
		standsFor: intent.message?.oncePerPhone === undefined ? undefined : 'phone',
	});
	// An earlier try made this write and was stopped afterwards.
	if (write.answer && batch.caller.reusesAnswers) return write.answer;
	// A write that an earlier try sent continues at any hour, since it may have been carried out.
	const hours = write.state === 'unsent' ? intent.message?.guards.hours : undefined;
	return await batch.sender.send(task, request, options, {
		write,
		reasonNotToSend: hours && ((now) => checkSendHours(hours, now)),
	});
}

/** The item's own key, or an automatic one; the part of a write in several goes behind it. */
function keyOf(
	{ context, caller }: Batch,
	{ item, name, ownKey, intent }: Task,
	request: ApiRequest,
	{ part }: AskOptions,
): string {
	const suffix = part ? `:${part}` : '';
	if (ownKey !== undefined) return ownKey + suffix;
	return automaticKey(context, {
		run: caller.runOf(item.index, intent.startsWithWrite ? request : undefined),
		item: item.index,
		operation: name + suffix,
	});
}
