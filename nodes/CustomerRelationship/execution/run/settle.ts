import { explainFailedRequest } from '../../errors/explain';
import type { OperationResult } from '../../resources/shared/operation';
import type { Answer } from '../../transport/answer';
import { ALREADY_SENT, type ItemLedgerEntry, type NotSent } from '../ledger/ledgerEntry';
import type { Task } from '../task';

/** The properties of an item whose message was not sent. */
const notSentJson = ({ reason, reasonText }: NotSent) => ({ sentNow: false, reason, reasonText });

/** Settles an item whose message a rule before sending keeps back. */
export function settleAsKeptBack({ item, intent }: Task, notSent: NotSent): void {
	const { entry, index } = item;
	entry.keptBack = notSent;
	entry.sentNow = false;
	const json = { ...notSentJson(notSent), phone: intent.phone ?? null };
	entry.output = [{ json, pairedItem: { item: index } }];
	item.settlement = { kind: 'completed', output: entry.output };
}

/**
 * Settles an item that was carried out.
 * @param tellsSentNow whether its output says `sentNow`
 */
export function settleAsCompleted(
	{ item, options }: Task,
	result: OperationResult,
	tellsSentNow: boolean,
): void {
	const { entry } = item;
	if (tellsSentNow) entry.sentNow = !entry.hasReplayedWrite;
	const output = result.records.map(({ record, answer }) => ({
		json: {
			...record,
			...(entry.sentNow !== undefined && { sentNow: entry.sentNow }),
			...(entry.sentNow === false && notSentJson(ALREADY_SENT)),
			...(options.includeResponse && { _response: responseDetails(answer, entry) }),
		},
		pairedItem: { item: item.index },
	}));
	// Only writes are kept for another try; reads are made again.
	if (item.operation?.kind === 'write') entry.output = output;
	item.settlement = { kind: 'completed', output, result };
	entry.remarks = remarksOf(result);
}

const remarksOf = ({ remark, unreadExtra }: OperationResult): string[] => [
	...(remark === undefined ? [] : [remark]),
	...(unreadExtra
		? [`${unreadExtra.what}: ${explainFailedRequest(unreadExtra.error).message}`]
		: []),
];

const responseDetails = (answer: Answer, { writes, preparationNotes }: ItemLedgerEntry) => ({
	statusCode: answer.statusCode,
	requestId: answer.requestId ?? null,
	replayed: answer.replayed,
	created: answer.statusCode === 201,
	written: writes.some((write) => write.answer === answer && !write.wasDoneBefore),
	// The report adds what shows only at the end of the run.
	hints: preparationNotes?.warnings ?? [],
});
