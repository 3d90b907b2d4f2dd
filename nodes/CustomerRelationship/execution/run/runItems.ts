import { explainFailedRequest } from '../../errors/explain';
import type { Output } from '../../resources/shared/operation';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import { isWrite, type ApiRequest } from '../../transport/request';
import { Cancelled } from '../../transport/clock';
import type { Batch } from '../batch';
import type { Entry } from '../ledger';
import { isSettled, type Task } from '../task';
import { concurrently } from './concurrently';
import { claimPhone, isPhoneKeyTaken, notSent, passBy, restorePhones } from './oncePerPhone';
import { RecordLocks } from './recordLocks';
import { sendWrite } from './sendWrite';

/** Carries the items out, several at a time and starting in their order, until all are settled or one has ended the run. */
export async function runItems(batch: Batch, tasks: readonly Task[]): Promise<void> {
	restorePhones(batch);
	// Items may give different values of Parallel Requests; the first one counts.
	const concurrency = tasks[0]?.settings.concurrency ?? 1;
	await concurrently(tasks, concurrency, batch.signal, async (task) => {
		if (task.settings.checkOnly) await check(batch, task);
		else await carryOut(batch, task);
		batch.progress.done();
	});
	const left = batch.items.find((item) => !isSettled(item));
	if (left) batch.fail(left, new Cancelled());
}

async function carryOut(batch: Batch, task: Task): Promise<void> {
	const locks = await RecordLocks.acquire(batch, task);
	try {
		if ((await claimPhone(batch, task)) === 'sent earlier') return passBy(task, 'same_phone');
		const output = await task.run(async (request, options) => {
			if (!isWrite(request)) {
				await locks.acquireBeforeRead(request);
				return await batch.sender.send(task, request, options);
			}
			const answer = await sendWrite(batch, task, request, options);
			// The record is written, so waiting items may continue even if this one asks for more.
			locks.release();
			return answer;
		});
		complete(task, output);
	} catch (error) {
		// Settle the item before the locks are released: a later item for the same phone looks at the result.
		if (isPhoneKeyTaken(task, error)) passBy(task, 'already_tried');
		else batch.fail(task.item, error);
	} finally {
		locks.release();
	}
}

function complete({ item, settings, intent }: Task, output: Output): void {
	const { entry } = item;
	if (intent.message?.oncePerPhone !== undefined) entry.sentNow = !entry.didNothingNew;
	item.result = output;
	item.output = output.records.map(({ record, answer }) => ({
		json: {
			...record,
			...(entry.sentNow !== undefined && { sentNow: entry.sentNow }),
			...(entry.sentNow === false && notSent('already_sent')),
			...(settings.includeResponse && { _response: responseDetails(answer, entry) }),
		},
		pairedItem: { item: item.index },
	}));
	// Only writes are kept for another try; reads are made again.
	if (item.operation?.kind === 'write') entry.output = item.output;
	const { missed, note } = output;
	if (note !== undefined) entry.note = `${note} (item ${item.index}, counted from 0).`;
	if (missed) entry.note = `${missed.what}: ${explainFailedRequest(missed.error).message}.`;
}

const responseDetails = (answer: Answer, { writes, notices }: Entry) => ({
	statusCode: answer.statusCode,
	requestId: answer.requestId ?? null,
	replayed: answer.replayed,
	created: answer.statusCode === 201,
	written: writes.some((write) => write.answer === answer && !write.wasDoneBefore),
	// The report adds what shows only at the end of the run.
	hints: notices?.hints ?? [],
});

/** Runs an item up to its first write, which is not made. */
async function check(batch: Batch, task: Task): Promise<void> {
	const { item, intent, run } = task;
	try {
		const { request, output } = await firstWriteOf(
			run,
			async (read, options) => await batch.sender.send(task, read, options),
		);
		item.checked = { intent, request, found: request?.current ?? output?.records[0]?.record };
		item.entry.wouldSend = intent.message !== undefined;
	} catch (error) {
		batch.fail(item, error);
	}
}

/** @returns the first write or, where nothing would be written, what would be given out */
async function firstWriteOf(
	run: Task['run'],
	ask: Ask,
): Promise<{ request: ApiRequest | undefined; output: Output | undefined }> {
	let write: ApiRequest | undefined;
	const ended = run(async (request, options) => {
		if (!isWrite(request)) return await ask(request, options);
		write = request;
		throw new Error('Check Only makes no write');
	});
	const output = await ended.catch((error: unknown) => {
		if (!write) throw error;
		return undefined;
	});
	return { request: write, output };
}
