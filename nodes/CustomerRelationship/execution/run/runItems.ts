import { explainFailedRequest } from '../../errors/explain';
import type { Output } from '../../resources/shared/operation';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import { InvalidInput } from '../../invalidInput';
import { isWrite, type ApiRequest } from '../../transport/request';
import { Cancelled, systemClock } from '../../transport/clock';
import { ALREADY_SENT, type Entry, type NotSent } from '../entry';
import type { NodeRun } from '../nodeRun';
import { isSettled, type Task } from '../task';
import type { RunDependencies } from '../runDependencies';
import { concurrently } from './concurrently';
import { RecordLocks } from './recordLocks';
import { sendWrite } from './sendWrite';

/** Carries the items out, several at a time and starting in their order, until all are settled or one has ended the run. */
export async function runItems(
	run: NodeRun,
	tasks: readonly Task[],
	dependencies: RunDependencies,
): Promise<void> {
	dependencies.rules.restore(run.items);
	// Items may give different values of Parallel Requests; the first one counts.
	const concurrency = tasks[0]?.settings.concurrency ?? 1;
	await concurrently(tasks, concurrency, run.signal, async (task) => {
		if (task.settings.checkOnly) await check(run, task, dependencies);
		else await carryOut(run, task, dependencies);
		task.item.entry.endedAt = systemClock.now();
	});
	for (const item of run.items) if (!isSettled(item)) run.fail(item, new Cancelled());
}

async function carryOut(run: NodeRun, task: Task, dependencies: RunDependencies): Promise<void> {
	const { sender, rules } = dependencies;
	// An agent may repeat a call that was not sent before.
	task.item.entry.message.notSent = undefined;
	const locks = await RecordLocks.acquire(task, dependencies);
	try {
		await rules.beforeItem(task);
		const { linksBefore } = await sender.connectionOf(task.item);
		const ask: Ask = async (request, options) => {
			if (!isWrite(request)) {
				await locks.acquireBeforeRead(request);
				return await sender.send(task, request, options);
			}
			// A rule may read the contact in the turn of its message, in order to write it.
			if (task.intent.message) await locks.acquireBeforeRead(request);
			const answer = await sendWrite(task, request, options, dependencies);
			// The record is written, so waiting items may continue even if this one asks for more.
			locks.release();
			return answer;
		};
		ask.idBehind = (link) => linksBefore.idBehind(link);
		settle(task, await task.run(ask), rules.tellsSentNow(task));
	} catch (error) {
		// Settle a failed item before its locks are released: a later item with the same key looks at the result.
		const stop = rules.afterFailure(task, error);
		if ('notSent' in stop) settleAsNotSent(task, stop.notSent);
		else if ('endsRunWith' in stop) run.end(task.item, stop.endsRunWith);
		else run.fail(task.item, stop.failsWith);
		await undo(task, dependencies);
	} finally {
		locks.release();
	}
}

/** Has the rules undo what they did for a message that has certainly not left. */
async function undo(
	task: Task,
	{ sender, rules }: Pick<RunDependencies, 'sender' | 'rules'>,
): Promise<void> {
	const { entry } = task.item;
	// That of an earlier try is not true any more.
	entry.message.undoFailure = undefined;
	if (!task.intent.message || entry.writes.some(({ mayHaveLeft }) => mayHaveLeft)) return;
	const failures = await rules.afterNothingSent(task, sender.askAfterwards(task));
	if (failures.length > 0) entry.message.undoFailure = failures.join(' ');
}

/** The properties of an item whose message was not sent. */
const notSentJson = ({ reason, reasonText }: NotSent) => ({ sentNow: false, reason, reasonText });

/** Settles an item for which nothing is sent. */
function settleAsNotSent({ item, intent }: Task, notSent: NotSent): void {
	const { entry, index } = item;
	entry.message.notSent = notSent;
	entry.message.sentNow = false;
	const json = { ...notSentJson(notSent), phone: intent.phone ?? null };
	entry.output = [{ json, pairedItem: { item: index } }];
	item.output = entry.output;
}

function settle({ item, settings }: Task, output: Output, tellsSentNow: boolean): void {
	const { entry } = item;
	const { message } = entry;
	if (tellsSentNow) message.sentNow = !entry.didNothingNew;
	item.result = output;
	item.output = output.records.map(({ record, answer }) => ({
		json: {
			...record,
			...(message.sentNow !== undefined && { sentNow: message.sentNow }),
			...(message.sentNow === false && notSentJson(ALREADY_SENT)),
			...(settings.includeResponse && { _response: responseDetails(answer, entry) }),
		},
		pairedItem: { item: item.index },
	}));
	// Only writes are kept for another try; reads are made again.
	if (item.operation?.kind === 'write') entry.output = item.output;
	// What was told of an earlier try is over.
	message.undoFailure = undefined;
	entry.remarks = remarksOf(output);
}

const remarksOf = ({ remark, missed }: Output): string[] => [
	...(remark === undefined ? [] : [remark]),
	...(missed ? [`${missed.what}: ${explainFailedRequest(missed.error).message}`] : []),
];

const responseDetails = (answer: Answer, { writes, hints }: Entry) => ({
	statusCode: answer.statusCode,
	requestId: answer.requestId ?? null,
	replayed: answer.replayed,
	created: answer.statusCode === 201,
	written: writes.some((write) => write.answer === answer && !write.wasDoneBefore),
	// The report adds what shows only at the end of the run.
	hints: hints?.sentences ?? [],
});

/** Runs an item up to its first write, which is not made, and asks the rules before sending about it. */
async function check(
	run: NodeRun,
	task: Task,
	{ sender, rules }: Pick<RunDependencies, 'sender' | 'rules'>,
): Promise<void> {
	const { item, intent } = task;
	const ask: Ask = async (read, options) => await sender.send(task, read, options);
	try {
		const { request, output } = await firstWriteOf(task.run, ask);
		const notSent = await rules.notSentNow(task, ask);
		const found = request?.current ?? output?.records[0]?.record;
		item.checked = { task, request, found, ...(notSent && { notSent }) };
		item.entry.message.wouldSend = intent.message !== undefined && !notSent;
	} catch (error) {
		// A mistake that only an answer shows is shown. A read that fails is a failure, as without Check Only.
		if (error instanceof InvalidInput) item.invalid = { error, phone: intent.phone };
		else run.fail(item, error);
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
