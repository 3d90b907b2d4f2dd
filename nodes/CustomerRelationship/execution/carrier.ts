import type { IExecuteFunctions } from 'n8n-workflow';
import { outside } from '../fields/sendHours';
import type { Output } from '../resources/operation';
import type { Answer } from '../transport/answer';
import { send, type ClientDependencies } from '../transport/client';
import { clientDependencies, type RunContext } from '../transport/httpAdapter';
import { followPreflight, follow, followToWrite, type Step } from '../transport/plan';
import { isWrite, recordKeysOf, urlOf, type ApiRequest } from '../transport/request';
import { RequestFailed } from '../transport/requestFailed';
import { Cancelled } from '../transport/clock';
import type { Write } from '../transport/write';
import { AskedOnce } from './askedOnce';
import type { Hints } from './hints';
import type { Ledger } from './ledger';
import type { Progress } from './progress';
import { RecordQueue, type Turn } from './recordQueue';
import { isTool, type Task } from './task';
import { writeKeyOf } from './writeKey';

/** Has all executions of this process wait for each other where they read a record in order to write it. */
const queueAmongAll = new RecordQueue();

/** Carries out the plans of a run's items: each request goes out with its own item's credential. */
export class Carrier {
	private readonly isTool: boolean;
	/** Reads that are made once for all items of the run. */
	private readonly reads = new AskedOnce();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly ledger: Ledger,
		private readonly run: RunContext,
		private readonly hints: Hints,
		private readonly progress: Progress,
	) {
		this.isTool = isTool(context);
	}

	/** Makes the reads that an item's input is judged by. */
	async judge(task: Task): Promise<void> {
		task.first = await followPreflight(
			task.plan,
			async (step) => await this.ask(task, step),
			task.first,
		);
		this.hints.leftOut(task.first.value.leftOut);
	}

	/** Follows an item's plan up to its first write, which is not made. @returns that one; undefined where nothing is written */
	async check(task: Task): Promise<ApiRequest | undefined> {
		return await followToWrite(task.plan, async (step) => await this.ask(task, step), task.first);
	}

	/** Follows an item's plan; writes to one record, or with one key, happen one after the other. */
	async carryOut(task: Task): Promise<Output> {
		const { settings, plan, first } = task;
		const key = settings.ownKey === undefined ? [] : [`key ${settings.ownKey}`];
		const turn = await this.ledger.queue.enter([...recordKeysOf(first.value.request), ...key]);
		let turnAmongAll: Turn | undefined;
		const leave = () => {
			turn.leave();
			turnAmongAll?.leave();
		};
		try {
			return await follow(
				plan,
				async (step) => {
					const { request } = step;
					const readsToWrite = !isWrite(request) && request.recordKeys;
					if (readsToWrite) turnAmongAll ??= await this.enterAmongAll(task, request);
					const answer = await this.ask(task, step);
					// Written: whoever waits for the record may go on, whatever else this plan asks.
					if (isWrite(request)) leave();
					return answer;
				},
				first,
			);
		} finally {
			leave();
		}
	}

	/** Tells the token of the item's credential. */
	async tokenIdOf(task: Task): Promise<string> {
		return (await this.surroundingsOf(task)).tokenId;
	}

	/** Sends a request of an item's plan. */
	private async ask(
		task: Task,
		{ request, part, sharedAs, inRunOnly, afterMs = 0, until }: Step,
	): Promise<Answer> {
		const { settings } = task;
		const surroundings = await this.surroundingsOf(task);
		const { clock, signal, tokenId, baseUrl } = surroundings;
		if (afterMs > 0) await clock.wait(afterMs, signal);
		let write: Write | undefined;
		if (isWrite(request)) {
			const { entry } = task.item;
			const key = writeKeyOf(this.context, task, request, part);
			write = this.ledger.writeOf(entry, tokenId, request, key);
			// An earlier try that was stopped after it: a tool's call is made again, with the same key.
			if (write.answer && !this.isTool) return write.answer;
		}
		// What has left in an earlier try goes on: it may have been carried out.
		const hours = write?.state === 'unsent' ? task.guards?.hours : undefined;
		const sent = async () =>
			await send(request, surroundings, {
				maxWaitMs: settings.maxWaitMs,
				giveUpAt: until,
				write,
				reasonNotToSend: hours && ((now) => outside(hours, now)),
				onWaiting: (...wait) => this.progress.waiting(...wait),
				onWaited: (...wait) => this.hints.waited(...wait),
			});
		const reads = inRunOnly ? this.reads : this.ledger.reads;
		return await (sharedAs
			? reads.ask(sharedAs, `${tokenId} ${urlOf(baseUrl, request)}`, sent)
			: sent());
	}

	/** Waits until no execution is about to write what the request reads. */
	private async enterAmongAll(task: Task, request: ApiRequest): Promise<Turn> {
		const { settings } = task;
		const { clock, signal, baseUrl } = await this.surroundingsOf(task);
		const over = new AbortController();
		const turn = await queueAmongAll.enter(
			recordKeysOf(request).map((record) => `${baseUrl} ${record}`),
			clock.wait(settings.maxWaitMs, AbortSignal.any([signal, over.signal])),
		);
		over.abort();
		if (turn.hasCome) return turn;
		turn.leave();
		if (signal.aborted) throw new Cancelled();
		throw new RequestFailed(request, undefined, {
			attempts: 0,
			tookMs: settings.maxWaitMs,
			isRecordInUse: true,
		});
	}

	private async surroundingsOf(task: Task): Promise<ClientDependencies> {
		return (task.surroundings ??= await clientDependencies(
			this.context,
			this.run,
			task.item.index,
		));
	}
}
