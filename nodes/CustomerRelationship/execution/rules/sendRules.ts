import type { IExecuteFunctions } from 'n8n-workflow';
import type { FieldError } from '../../fieldError';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import { systemClock } from '../../transport/clock';
import type { PreSendAsk, RequestOptions } from '../../transport/pendingRequest';
import type { Write } from '../../transport/write';
import { listOfItems } from '../itemName';
import { groupBy } from '../../maps';
import type { IdempotencyKey } from '../idempotencyKey';
import type { NotSent } from '../ledgerEntry';
import type { Checked, Item, Task, UnkeyedTask } from '../task';
import { MaxMessagesRule } from './maxMessages';
import { OncePerPhoneRule } from './oncePerPhone';
import {
	firstResult,
	undoAll,
	type MessageCounts,
	type PreSendCheck,
	type SendRule,
	type Stop,
} from './rule';
import { SendHoursRule } from './sendHours';
import { WhoGetsItRules } from './whoGetsIt';

/** Ends an item that a rule stops. */
class StoppedByRule extends Error {
	constructor(readonly stop: Stop) {
		super('A rule before sending stopped the item');
	}
}

const errorOfStop = (stop: Stop | undefined): Error | undefined => stop && new StoppedByRule(stop);

/** As in “2 items whose contact has a tag; 1 item whose phone an earlier item has”. */
function countByReason(all: readonly NotSent[]): string {
	const clauses = groupBy(
		all.flatMap(({ clause }) => clause ?? []),
		(clause) => clause,
	);
	return [...clauses]
		.map(([clause, { length }]) => `${length} ${length === 1 ? 'item' : 'items'} ${clause}`)
		.join('; ');
}

/**
 * The rules before sending of a run, in the order in which each hook asks them.
 * @param tokenIdOf tells the token of an item
 */
export function sendRulesOf(
	context: IExecuteFunctions,
	tokenIdOf: (item: Item) => Promise<string>,
): SendRules {
	return new SendRules([
		new MaxMessagesRule(),
		new SendHoursRule(),
		new WhoGetsItRules(),
		new OncePerPhoneRule(context, tokenIdOf),
	]);
}

/** Asks all rules of a run. If several stop an item, the first of them decides what becomes of it. */
export class SendRules {
	constructor(private readonly rules: readonly SendRule[]) {}

	/** @throws InvalidInput for settings of the item that contradict each other */
	assertCombines(task: UnkeyedTask): void {
		for (const rule of this.rules) rule.assertCombines?.(task);
	}

	/** The key that a rule gives the item's message. */
	keyFor(task: UnkeyedTask): IdempotencyKey | undefined {
		return this.first((rule) => rule.keyFor?.(task));
	}

	/** Equal for items of which only one sends its message; undefined for an item with a message of its own. */
	messageGroupOf(task: Pick<Task, 'intent'>): string | undefined {
		return this.first((rule) => rule.messageGrouping?.groupOf(task));
	}

	/** What it means that an item shares its message; undefined if it does not. */
	sharedMessageMeaning(task: Pick<Task, 'intent'>): string | undefined {
		return this.first(({ messageGrouping }) =>
			messageGrouping?.groupOf(task) === undefined ? undefined : messageGrouping.meaning,
		);
	}

	/** Why none of the run's messages is sent. @param others how many others the node has in the execution */
	reasonToBlockAll(tasks: readonly Task[], others: number): FieldError | undefined {
		return this.first((rule) => rule.reasonToBlockAll?.(tasks, this.countsOf(tasks, others)));
	}

	/**
	 * What the first rule that stops any of the items that are only checked would do now, a sentence for each reason.
	 * @param others how many others the node has sent, may have sent, or has only checked in the execution
	 * @param now in ms since the epoch
	 * @param itemCount how many items the run has: some may really be sent
	 */
	hintIfSent(
		tasks: readonly Task[],
		{ others, now, itemCount }: { others: number; now: number; itemCount: number },
	): string | undefined {
		return this.first((rule) => {
			const stopped = rule.wouldStop?.(tasks, this.countsOf(tasks, others), now) ?? [];
			if (stopped.length === 0) return undefined;
			return [...groupBy(stopped, ({ error }) => error.message)]
				.map(([reason, same]) => {
					const items = same.map(({ task }) => task.item);
					const which = items.length < itemCount ? ` for ${listOfItems(items)}` : '';
					return `Nothing would be sent now${which}: ${reason}.`;
				})
				.join(' ');
		});
	}

	/** What Check Only does not find out about items, in clauses. */
	unchecked(tasks: readonly Task[]): string[] {
		return this.rules.flatMap((rule) => rule.unchecked?.(tasks) ?? []);
	}

	restore(items: readonly Item[]): void {
		for (const rule of this.rules) rule.restore?.(items);
	}

	/** @throws StoppedByRule before the item asks for anything */
	async beforeItem(task: Task): Promise<void> {
		for (const rule of this.rules) {
			const stop = await rule.beforeItem?.(task);
			if (stop) throw new StoppedByRule(stop);
		}
	}

	/** Whether the key of the item's message is known only in its turn. */
	isKeyGivenBeforeSend(task: Task): boolean {
		return task.key === undefined && this.preSendChecks(task).some((rule) => rule.givesKey?.(task));
	}

	/**
	 * How the client asks the rules right before the message leaves.
	 * @param adoptKey gives the item's message the key that a rule made, and returns its write
	 */
	sendOptionsFor(
		task: Task,
		adoptKey: (key: IdempotencyKey) => Write,
	): Pick<RequestOptions, 'preSendRequests' | 'reasonNotToSend' | 'preSend'> {
		const checks = this.preSendChecks(task);
		return {
			reasonNotToSend: (now) => errorOfStop(this.first((rule) => rule.beforeRequest?.(task, now))),
			...(checks.length > 0 && {
				preSendRequests: this.requestsFor(task),
				preSend: {
					reasonNotToSend: async (ask, now) =>
						errorOfStop(await this.decideBeforeSend(task, ask, now)),
					beforeWrite: async (ask, now) => {
						let write: Write | undefined;
						for (const check of checks) {
							const key = await check.beforeMessage?.(task, ask, now);
							if (key) write = adoptKey(key);
						}
						return write;
					},
				},
			}),
		};
	}

	private async decideBeforeSend(
		task: Task,
		ask: PreSendAsk,
		now: number,
	): Promise<Stop | undefined> {
		for (const check of this.preSendChecks(task)) {
			const stop = await check.decide(task, ask, now);
			if (stop) return stop;
		}
		return undefined;
	}

	/**
	 * Why the item's message would not be sent now, by the rules that ask the service.
	 * @throws RequestFailed if a read fails, or what a rule fails the item with
	 */
	async notSentNow(task: Task, ask: Ask): Promise<NotSent | undefined> {
		const stop = await this.decideBeforeSend(task, ask, systemClock.now());
		if (!stop || 'notSent' in stop) return stop?.notSent;
		throw 'failsWith' in stop ? stop.failsWith : stop.endsRunWith;
	}

	/** How many requests the rules make for the item's message at least. */
	requestsFor(task: Task): number {
		return this.preSendChecks(task).reduce((sum, rule) => sum + rule.requestsFor(task), 0);
	}

	/**
	 * Completes an item whose message is queued.
	 * @param ask also works after the run has ended
	 * @throws StoppedByRule if a rule fails the item or ends the run
	 */
	async afterMessage(task: Task, answer: Answer, ask: Ask): Promise<void> {
		for (const rule of this.rules) {
			const stop = await rule.afterMessage?.(task, answer, ask, systemClock.now());
			if (stop) throw new StoppedByRule(stop);
		}
	}

	/** Undoes what was done for a message that has certainly not left. @returns sentences for the user about what stays */
	async afterNothingSent(task: Task, ask: Ask): Promise<string[]> {
		return await undoAll(this.rules, task, ask);
	}

	/** What becomes of an item that a rule stopped, or that has failed. */
	afterFailure(task: Task, error: unknown): Stop {
		if (error instanceof StoppedByRule) return error.stop;
		const stop = this.first((rule) => rule.afterFailure?.(task, error));
		return stop ?? { failsWith: error };
	}

	tellsSentNow(task: Task): boolean {
		return this.rules.some((rule) => rule.tellsSentNow?.(task));
	}

	urgentHints(items: readonly Item[]): string[] {
		return this.rules.flatMap((rule) => rule.urgentHints?.(items) ?? []);
	}

	/** Counts the items that were not sent, by reason. Urgent hints name those whose reason has no clause. */
	hints(items: readonly Item[]): string[] {
		const counted = countByReason(items.flatMap(({ entry }) => entry.message.notSent ?? []));
		return counted === '' ? [] : [`Nothing was sent for ${counted}.`];
	}

	/** Counts the items that would not be sent, of those that were only checked, and the requests that the rules make. */
	checkHints(checked: readonly Checked[]): string[] {
		const counted = countByReason(checked.flatMap(({ notSent }) => notSent ?? []));
		const requests = new Map<PreSendCheck, number>();
		for (const { task } of checked) {
			for (const rule of this.preSendChecks(task)) {
				requests.set(rule, (requests.get(rule) ?? 0) + rule.requestsFor(task));
			}
		}
		return [
			...(counted === '' ? [] : [`Nothing would be sent now for ${counted}.`]),
			...[...requests].map(
				([{ label, makesMoreIf }, count]) =>
					`${label} takes about ${count} ${count === 1 ? 'request' : 'requests'} besides the messages${makesMoreIf === undefined ? '' : `; more if ${makesMoreIf}`}.`,
			),
		];
	}

	private preSendChecks(task: Task): PreSendCheck[] {
		return this.rules.flatMap(({ preSendCheck: check }) =>
			check && check.requestsFor(task) > 0 ? check : [],
		);
	}

	private countsOf(tasks: readonly Task[], others: number): MessageCounts {
		const own = new Set(tasks.map((task) => this.messageGroupOf(task) ?? task)).size;
		return { own, others };
	}

	private first<Result>(call: (rule: SendRule) => Result | undefined): Result | undefined {
		return firstResult(this.rules, call);
	}
}
