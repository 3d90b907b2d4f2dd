import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isObject } from '../../typeGuards';
import { systemClock } from '../../transport/clock';
import { recordIdOf } from '../../transport/request';
import { ALREADY_SENT } from '../ledger/ledgerEntry';
import type { Item } from '../task';
import { replayedWriteHints } from './hints';

/**
 * What a result row says became of its item. A workflow that repeats a sheet takes the rows whose status is empty,
 * `failed` or `only checked` (`docs/recipes/tell-customers.md`).
 */
type RowStatus =
	| 'queued'
	| 'sent'
	| 'sent before'
	| 'not sent'
	| 'created'
	| 'updated'
	| 'done'
	| 'nothing new'
	| 'only checked'
	| 'failed'
	| 'unknown';

/** What a row is made of, besides its item. */
interface RowParts {
	/** The item's input. */
	input: INodeExecutionData;
	/** Why it failed or can't be sent, and what to do, in sentences. */
	problem: string | undefined;
	warnings: readonly string[];
}

/** The input item with what became of it behind its fields (*Output: Row*). */
export function resultRowOf(item: Item, parts: RowParts): INodeExecutionData {
	const { index, operation, entry } = item;
	const status = statusOf(item);
	const { id, conversation } = idsOf(item);
	const result = {
		result_status: status,
		result_id: id,
		...(operation?.sendsMessage && { result_conversation: conversation }),
		result_reason: reasonOf(item, status, parts),
		result_at: new Date(entry.endedAt ?? systemClock.now()).toISOString(),
	};
	const { json, binary } = parts.input;
	// The results of an earlier run are dropped first, so that the new ones stand behind all other fields.
	const own = Object.entries(json).filter(([name]) => !Object.hasOwn(result, name));
	return {
		json: { ...Object.fromEntries(own), ...result },
		...(binary && { binary }),
		pairedItem: { item: index },
	};
}

function statusOf(item: Item): RowStatus {
	const { operation, entry, settlement } = item;
	if (settlement?.kind === 'checked' || settlement?.kind === 'invalid') return 'only checked';
	if (entry.keptBack) return entry.keptBack.mayHaveArrived ? 'unknown' : 'not sent';
	// A failure after the write leaves the write done: such a row must not be taken for one to repeat.
	if (settlement?.kind === 'failed' && entry.outcome !== 'carriedOut') {
		return entry.outcome === 'unknown' ? 'unknown' : 'failed';
	}
	if (operation?.sendsMessage) {
		const message = messageStatus(messageRecordOf(item)?.status);
		return entry.hasReplayedWrite && message !== 'failed' ? 'sent before' : message;
	}
	const answers = entry.writes.flatMap(({ answer }) => answer ?? []);
	if (answers.length === 0 || entry.hasReplayedWrite) return 'nothing new';
	if (answers.some(({ statusCode }) => statusCode === 201)) return 'created';
	return operation?.changesState ? 'done' : 'updated';
}

/** The status of a message (specification: Message status) in the words of a row. */
function messageStatus(status: unknown): RowStatus {
	if (status === 'failed') return 'failed';
	return ['sent', 'delivered', 'read'].includes(String(status)) ? 'sent' : 'queued';
}

/** The item's record as it is output, or the last answer to its write. */
const recordOf = ({ entry }: Item) => (entry.keptBack ? undefined : entry.records[0]);

/** *Send Template* outputs the message within the record; *Message > Send* outputs the message itself. */
function messageRecordOf(item: Item) {
	const record = recordOf(item);
	return isObject(record?.message) ? record.message : record;
}

/** The ID of the record or message, and that of the message's conversation; '' if there is none. */
function idsOf(item: Item): { id: string; conversation: string } {
	const { operation, entry, settlement } = item;
	const record = operation?.sendsMessage ? messageRecordOf(item) : recordOf(item);
	const askedFor = operation?.sendsMessage
		? undefined
		: entry.writes.find(({ mayTakeEffect }) => mayTakeEffect)?.recordId;
	return {
		id: settlement?.kind === 'checked' ? '' : idText(record?.id ?? askedFor),
		conversation: idText(recordOf(item)?.conversationId),
	};
}

const idText = (id: IDataObject[string]): string => recordIdOf({ id }) ?? '';

/** A sentence or two on the status; '' if there is nothing to say. */
function reasonOf(item: Item, status: RowStatus, { problem, warnings }: RowParts): string {
	const { entry, settlement } = item;
	if (settlement?.kind === 'invalid') return wouldNotBeSent(problem);
	if (settlement?.kind === 'checked') {
		const { notSent, task } = settlement;
		if (notSent) return wouldNotBeSent(notSent.reasonText);
		const warning = warnings.length > 0 && `Warning: ${warnings.join(' ')}`;
		// On a line of its own, so that it does not read like the message.
		return [task.intent.message?.preview, warning].filter(Boolean).join('\n');
	}
	const sentences = [
		problem,
		entry.keptBack?.reasonText,
		status === 'sent before' && ALREADY_SENT.reasonText,
		status === 'nothing new' && replayedWriteHints([item]).join(' '),
		status === 'failed' && !problem && messageError(item),
		!problem && entry.undoFailure,
		...entry.remarks.map((remark) => `${remark}.`),
	];
	return sentences.filter(Boolean).join(' ');
}

/** Begins alike for all reasons, so that a sheet can be filtered by it. */
const wouldNotBeSent = (reason = ''): string => `Would not be sent: ${reason}`;

/** Why a message that was queued could not go out, as *Wait for Outcome* saw it. */
function messageError(item: Item): string {
	const error = messageRecordOf(item)?.error;
	const code = isObject(error) ? error.code : undefined;
	return `The message could not go out${typeof code === 'string' ? `: ${code}` : ''}.`;
}
