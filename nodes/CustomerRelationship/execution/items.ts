import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { explainFailedRequest } from '../errors/explain';
import { badItemsError, failedItem, itemFailure } from '../errors/n8nErrors';
import type { ItemReport } from '../errors/report';
import { FieldError } from '../fieldError';
import type { Output } from '../resources/operation';
import { tableOf } from '../columns/table';
import type { Answer } from '../transport/answer';
import { Outages } from '../transport/outage';
import type { ApiRequest } from '../transport/request';
import { Cancelled, Timeouts, systemClock } from '../transport/clock';
import { Carrier } from './carrier';
import { Checks, checkedJson } from './checkOnly';
import { concurrently } from './concurrently';
import { guardHint, tooMany } from './guards';
import { Hints, nothingNewHint } from './hints';
import { Entry, keepMessages, ledgerOf, reportOn } from './ledger';
import { Progress } from './progress';
import { sameRecordHint } from './sameRecord';
import {
	callOf,
	chosenOperation,
	contentOf,
	isTool,
	sameKeyAs,
	taskFor,
	type Item,
	type Task,
} from './task';
import { warningsOf } from './warnings';

/**
 * Runs the chosen operation for every input item. The input of all items is read and judged before
 * anything is sent. The output keeps the input's order. With "continue on fail" a failed item
 * becomes an error item; otherwise the first failure ends it all, and no further request leaves.
 */
export async function executeItems(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	return await new NodeRun(context).output();
}

interface Fault {
	item: Item;
	error: unknown;
}

/** One run of the node, or one more try of it: n8n's Retry On Fail makes each with all items. */
class NodeRun {
	private readonly node;
	private readonly ledger;
	private readonly runIndex: number;
	private readonly isTool: boolean;
	private readonly items: Item[];
	private readonly hints = new Hints();
	private readonly progress: Progress;
	private readonly carrier: Carrier;
	/** Aborted by whatever ends the run. */
	private readonly signal: AbortSignal;
	private readonly stop = new AbortController();
	/** The failure that ended it, where one did. */
	private endedBy?: Fault;
	private warnings = warningsOf([]);
	/** Undefined where no item is only checked. */
	private checks?: Checks;

	constructor(private readonly context: IExecuteFunctions) {
		this.node = context.getNode();
		this.ledger = ledgerOf(context);
		this.isTool = isTool(context);
		this.items = context.getInputData().map((_, index) => {
			const operation = chosenOperation(context, index);
			return { index, operation, entry: new Entry() };
		});
		this.runIndex = this.items.length > 0 ? context.getWorkflowDataProxy(0).$runIndex : 0;
		this.progress = new Progress(context.logger, this.items.length);
		const cancel = context.getExecutionCancelSignal();
		this.signal = cancel ? AbortSignal.any([cancel, this.stop.signal]) : this.stop.signal;
		const common = { outages: new Outages(), timeouts: new Timeouts(), signal: this.signal };
		this.carrier = new Carrier(context, this.ledger, common, this.hints, this.progress);
	}

	/** @throws what ended the run, with what became of all items of a write */
	async output(): Promise<INodeExecutionData[]> {
		try {
			this.progress.begin();
			const tasks = await this.prepare();
			// One item's Parallel Requests can't differ from another's here: the first one's counts.
			const concurrency = tasks[0]?.settings.concurrency ?? 1;
			await concurrently(tasks, concurrency, this.signal, async (task) => {
				try {
					if (task.settings.checkOnly) this.checked(task, await this.carrier.check(task));
					else this.done(task, await this.carrier.carryOut(task));
				} catch (error) {
					this.fail(task.item, error);
				}
				this.progress.done();
			});
			const left = this.items.find(({ output }) => !output);
			if (left) this.fail(left, new Cancelled());
			this.throwIfEnded();
		} finally {
			this.progress.end();
			this.settleMessages();
			this.giveHints();
		}
		this.fillTable();
		return [...this.items.flatMap(({ output }) => output ?? []), ...this.toldToAgent];
	}

	/** An agent reads what its tool gives out, and no hint in the panel. */
	private get toldToAgent(): INodeExecutionData[] {
		if (!this.isTool || this.hints.all.length === 0) return [];
		const _hints = this.hints.all.map(({ message }) => message);
		return [{ json: { _hints }, pairedItem: { item: 0 } }];
	}

	/** Gives the rows of all items the same columns (Simplify). */
	private fillTable(): void {
		const simplified = this.items.flatMap(({ isTable, output = [] }) => (isTable ? output : []));
		const rows = tableOf(simplified.map(({ json }) => json));
		for (const [index, json] of rows.entries()) simplified[index]!.json = json;
	}

	/**
	 * Reads the input of all items, then judges it.
	 * @throws one error that names all bad items, unless these are given out as failed ones
	 */
	private async prepare(): Promise<Task[]> {
		const bad: Fault[] = [];
		const fault = (item: Item, error: unknown) =>
			this.context.continueOnFail() ? this.fail(item, error) : bad.push({ item, error });
		const read: Task[] = [];
		for (const item of this.items) {
			this.recall(item);
			if (item.output) continue;
			try {
				read.push(taskFor(this.context, item));
			} catch (error) {
				fault(item, error);
			}
		}
		const judged: Task[] = [];
		const byKey = new Map<string, Task>();
		for (const task of read) {
			try {
				await this.judge(task, byKey);
				judged.push(task);
			} catch (error) {
				if (error instanceof FieldError) fault(task.item, error);
				else this.fail(task.item, error);
			}
			if (this.endedBy) break;
		}
		const [first] = bad.sort((one, other) => one.item.index - other.item.index);
		// First the bad items, even where something else has ended the judging: these the user can mend.
		if (first) {
			const named = bad.map(({ item, error }) => ({ item: item.index, error }));
			const became = this.becameOf(first.item);
			throw badItemsError(this.node, first.item.operation, named, this.items.length, became);
		}
		this.throwIfEnded();
		this.judgeTogether(judged);
		this.throwIfEnded();
		return judged.filter(({ item }) => !item.output);
	}

	/** Judges what only shows in all items together: what is probably wrong, and whether their messages are too many. */
	private judgeTogether(tasks: readonly Task[]): void {
		const all = tasks.map(({ item, first, settings, guards }) => ({
			...{ item: item.index, request: first.value.request, guards },
			isChecked: settings.checkOnly,
			isWrite: item.operation?.kind === 'write',
		}));
		this.warnings = warningsOf(
			all.map(({ item, request }) => ({
				...{ item, phone: request.phone },
				send: request.send,
			})),
		);
		const shared = sameRecordHint(all.filter(({ isWrite }) => isWrite));
		for (const hint of [...this.warnings.hints, ...(shared ? [shared] : [])]) {
			this.hints.note(hint);
		}
		const messages = tasks.filter(({ guards }) => guards);
		const beside = (own: readonly Task[]) =>
			this.ledger.messagesBeside(
				this.node.name,
				own.map(({ item }) => item.entry),
			);
		const refusal = tooMany(
			all.filter(({ isChecked }) => !isChecked),
			beside(messages).sent,
		);
		for (const { item, guards, settings } of tasks) {
			if (!guards || settings.checkOnly) continue;
			if (refusal) this.fail(item, refusal);
			else item.entry.isToSend = true;
		}
		const checked = all.filter(({ isChecked }) => isChecked);
		if (checked.length === 0) return;
		// Those of this run that are sent in earnest count as well.
		const before = beside(messages.filter(({ settings }) => settings.checkOnly)).checked;
		const guard = guardHint(checked, before, systemClock.now(), this.items.length);
		this.checks = new Checks(guard);
	}

	/** What has not left is no longer about to. */
	private settleMessages(): void {
		for (const { entry } of this.items) entry.isToSend = false;
		keepMessages(this.context, this.ledger);
	}

	/** Gives out what an item would write. */
	private checked({ item, guards }: Task, request: ApiRequest | undefined): void {
		const json = checkedJson(request, this.warnings.of(item.index));
		item.output = [{ json, pairedItem: { item: item.index } }];
		item.entry.wouldSend = guards !== undefined;
		if (request) this.checks?.requests.push(request);
	}

	/**
	 * Judges what an item asks for, with the reads that this takes.
	 * @param byKey the items judged before, by token and own key
	 * @throws FieldError also where another item has the key for another request
	 */
	private async judge(task: Task, byKey: Map<string, Task>): Promise<void> {
		await this.carrier.judge(task);
		if (this.isTool) this.recall(task.item, callOf(task));
		keepFirstKey(task);
		const { ownKey } = task.settings;
		if (ownKey === undefined) return;
		const key = `${await this.carrier.tokenIdOf(task)} ${ownKey}`;
		const first = byKey.get(key) ?? task;
		byKey.set(key, first);
		if (contentOf(first) !== contentOf(task)) throw sameKeyAs(first);
	}

	/**
	 * Recalls what the execution knows of an item of a write, and what it gave out in an earlier try.
	 * @param call what a tool's call asks for
	 */
	private recall(item: Item, call?: string): void {
		if (item.operation?.kind !== 'write') return;
		item.entry = this.ledger.entryOf(this.node.name, this.runIndex, item.index, call);
		if (this.isTool || !item.entry.output) return;
		item.output = item.entry.output;
		this.progress.done();
	}

	private done({ item, settings }: Task, output: Output): void {
		const { records, missed, hasMore, isTable, pagesFiltered = 0, note } = output;
		item.isTable = isTable;
		item.output = records.map(({ record, answer }) => ({
			json: settings.includeResponse
				? { ...record, _response: responseDetails(answer, item.entry) }
				: record,
			pairedItem: { item: item.index },
		}));
		// What a read gave out is read anew in another try.
		if (item.operation?.kind === 'write') item.entry.output = item.output;
		if (hasMore) this.hints.endedAtLimit(records.length);
		this.hints.filtered(pagesFiltered);
		if (note) this.hints.note(note);
		if (missed) item.entry.note = `${missed.what}: ${explainFailedRequest(missed.error).message}.`;
	}

	/** Keeps a failure as an item where the user wants that; otherwise it ends the run. */
	private fail(item: Item, error: unknown): void {
		if (this.context.continueOnFail() && !(error instanceof Cancelled)) {
			const { index, operation, entry } = item;
			const became = operation?.kind === 'write' ? { outcome: entry.outcome } : undefined;
			const failure = itemFailure(this.node, index, operation, error, became);
			item.output = [failedItem(this.node, index, failure)];
		} else {
			this.endedBy ??= { item, error };
			this.stop.abort();
		}
	}

	private throwIfEnded(): void {
		if (!this.endedBy) return;
		const { item, error: cause } = this.endedBy;
		const { index, operation } = item;
		const became = this.becameOf(item);
		const { error } = itemFailure(this.node, index, operation, cause, became);
		if (became && cause instanceof Cancelled) this.log(error);
		throw error;
	}

	/** Of an item that ended the run of a write, and of all others. */
	private becameOf({ operation, entry }: Item): ItemReport | undefined {
		if (operation?.kind !== 'write') return undefined;
		const run = reportOn(this.items.map((item) => item.entry));
		return { outcome: entry.outcome, run };
	}

	/** For a run that a user stopped: n8n shows no error of it, so n8n's log says what became of the items. */
	private log({ message, description }: { message: string; description?: string | null }): void {
		const { logger } = this.context;
		const execution = this.context.getExecutionId();
		logger.warn(
			`Execution ${execution}, ${JSON.stringify(this.node.name)}: ${message}. ${description ?? ''}`,
		);
	}

	private giveHints(): void {
		const nothingNew = this.items.filter(({ entry }) => entry.output && entry.didNothingNew);
		if (nothingNew.length > 0) {
			const indexes = nothingNew.map(({ index }) => index);
			const says = nothingNew[0]?.operation?.nothingNew;
			this.hints.note(nothingNewHint(indexes, this.items.length, says));
		}
		for (const { entry } of this.items) if (entry.note) this.hints.note(entry.note);
		if (this.checks) this.hints.note(this.checks.hint);
		const [first] = this.items;
		if (this.items.length > 1 && first?.operation?.repeated) {
			this.hints.note(first.operation.repeated);
		}
		if (this.hints.all.length > 0) this.context.addExecutionHints(...this.hints.all);
	}
}

/** Has an item keep the key with which it left first: one that changes from try to try protects from nothing. */
function keepFirstKey({ item: { entry }, settings }: Task): void {
	if (entry.outcome === 'notCarriedOut') entry.ownKey = settings.ownKey;
	else settings.ownKey = entry.ownKey;
}

const responseDetails = (answer: Answer, { writes }: Entry) => ({
	statusCode: answer.statusCode,
	requestId: answer.requestId ?? null,
	replayed: answer.replayed,
	created: answer.statusCode === 201,
	written: writes.some((write) => write.answer === answer && !write.wasDoneBefore),
});
