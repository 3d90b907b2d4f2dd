import type { Answer } from '../../transport/answer';
import type { AskOptions } from '../../transport/ask';
import type { ApiRequest } from '../../transport/request';
import { automaticIdempotencyKey, type IdempotencyKey } from '../idempotencyKey';
import type { Task } from '../task';
import type { RunDependencies } from '../runDependencies';

/**
 * Sends an item's write with its key, and records it in the ledger. An answer that the ledger already has is
 * returned without a request.
 */
export async function sendWrite(
	task: Task,
	request: ApiRequest,
	options: AskOptions | undefined,
	dependencies: RunDependencies,
): Promise<Answer> {
	const { ledger, caller, sender, rules } = dependencies;
	const { item, intent } = task;
	const { tokenId } = await sender.connectionOf(item);
	const openWrite = (key: IdempotencyKey) => ledger.openWrite(item.entry, tokenId, request, key);
	// From now on the item has the key that a rule made of what it read.
	const adoptKey = (key: IdempotencyKey) => {
		item.entry.key = key;
		return openWrite(key);
	};
	const write = rules.isKeyGivenInTurn(task)
		? undefined
		: openWrite(keyOfWrite(task, request, options, dependencies));
	// An earlier try may have made this write and been stopped afterwards.
	const earlierAnswer = caller.reusesAnswers ? write?.answer : undefined;
	const answer =
		earlierAnswer ??
		(await sender.send(task, request, options, {
			write,
			...(intent.message && rules.sendOptionsFor(task, adoptKey)),
		}));
	if (intent.message) await rules.afterMessage(task, answer, sender.askAfterwards(task));
	return answer;
}

/** The user's or a rule's key with `:part` appended, or an automatic key that is made of the part as well. */
function keyOfWrite(
	{ item, name, intent }: Task,
	request: ApiRequest,
	{ part }: AskOptions = {},
	{ context, caller }: Pick<RunDependencies, 'context' | 'caller'>,
): IdempotencyKey {
	const suffix = part ? `:${part}` : '';
	const { key } = item.entry;
	if (key !== undefined) return { ...key, key: key.key + suffix };
	return {
		key: automaticIdempotencyKey(context, {
			runPart: caller.runPartOfKey(item.index, intent.startsWithWrite ? request : undefined),
			item: item.index,
			operation: name + suffix,
		}),
	};
}
