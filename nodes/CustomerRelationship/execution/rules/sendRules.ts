import type { IExecuteFunctions } from 'n8n-workflow';
import type { FieldError } from '../../fieldError';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import { systemClock } from '../../transport/clock';
import type { RequestOptions, Turn, PreSendSteps } from '../../transport/requestOptions';
import type { EpochMs } from '../../transport/time';
import type { Write } from '../../transport/write';
import { listOfItems } from '../itemName';
import { whoGetsIt } from '../../fields/whoGetsIt';
import { groupBy } from '../../maps';
import type { IdempotencyKey } from '../idempotencyKey';
import type { NotSent } from '../ledger/ledgerEntry';
import type { Checked, Item, Task } from '../task';
import { DaysBetweenRule } from './daysBetween';
import { MaxMessagesRule } from './maxMessages';
import { OncePerPhoneRule } from './oncePerPhone';
import { readReceivers } from './receiver';
import type { ExecutionMessageCounts, Receiver, SendRule, Stop, TurnHook } from './rule';
import { SendHoursRule } from './sendHours';
import { TagRules } from './tagRules';
import { UnknownContactsRule } from './unknownContacts';

/**
 * The rules before sending, in the order in which they are asked. The tag rules come before Days Between,
 * which fails an item whose contact holds another value than the day of a message: an item that a tag keeps
 * back must not fail for that.
 * @param tokenIdOf tells the token of an item
 */
export function createSendRules(
	context: IExecuteFunctions,
	tokenIdOf: (item: Item) => Promise<string>,
): SendRules {
	return new SendRules([
		new MaxMessagesRule(),
		new SendHoursRule(),
		new TagRules(),
		new DaysBetweenRule(),
		new UnknownContactsRule(),
		new OncePerPhoneRule(context, tokenIdOf),
	]);
}

/** Asks all rules of a run. If several stop an item, the first of them decides what becomes of it. */
export class SendRules {
	constructor(private readonly rules: readonly SendRule[]) {}

	/** @throws InvalidInput for settings of the item that contradict each other */
	assertCombines(task: Task): void {
		for (const rule of this.rules) rule.assertCombines?.(task);
	}

	/** The key that a rule gives the item's message. */
	keyFor(task: Task): IdempotencyKey | undefined {
		return this.first((rule) => rule.keyFor?.(task));
	}

	/** Equal for items of which at most one sends its message; undefined if no rule groups it. */
	messageGroupOf(task: Pick<Task, 'intent'>): string | undefined {
		return this.first((rule) => rule.messageGroupOf?.(task));
	}

	/** What it means that several items send to the phone of an item's message, in a clause. */
	sharedPhoneClause(task: Pick<Task, 'intent'>): string {
		return this.first((rule) => rule.sharedPhoneClause?.(task)) ?? 'each sends a message to it';
	}

	/** Why none of the run's messages is sent. @param others how many others the node has in the execution */
	reasonToBlockAll(tasks: readonly Task[], others: number): FieldError | undefined {
		return this.first((rule) => rule.reasonToBlockAll?.(tasks, this.countsOf(tasks, others)));
	}

	/**
	 * Why items that are only checked would not be sent now, by the first rule that would stop any: one
	 * sentence for each reason.
	 * @param others how many others the node has sent, may have sent, or has only checked in the execution
	 * @param itemCount how many items the run has: some may really be sent
	 */
	hintIfStoppedNow(
		tasks: readonly Task[],
		{ others, now, itemCount }: { others: number; now: EpochMs; itemCount: number },
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

	/** Has the rules take over what earlier tries have found out or sent, before the first item. */
	restore(items: readonly Item[]): void {
		for (const rule of this.rules) rule.restore?.(items);
	}

	/** Asks the rules before the item's first request. @throws StoppedByRule if one stops it */
	async assertMayRun(task: Task): Promise<void> {
		for (const rule of this.rules) {
			const stop = await rule.decideForItem?.(task);
			if (stop) throw new StoppedByRule(stop);
		}
	}

	/** Whether the key of the item's message is known only in its turn. */
	isKeyGivenInTurn(task: Task): boolean {
		return task.item.entry.key === undefined && this.turnHooksOf(task).some(preparesMessage);
	}

	/**
	 * How the client asks the rules right before the message leaves.
	 * @param adoptKey gives the item's message the key that a rule made, and returns its write
	 */
	sendOptionsFor(
		task: Task,
		adoptKey: (key: IdempotencyKey) => Write,
	): Pick<RequestOptions, 'reasonNotToSend' | 'preSend'> {
		const hooks = this.turnHooksOf(task);
		return {
			reasonNotToSend: (now) =>
				errorOfStop(this.first((rule) => rule.decideForFirstAttempt?.(task, now))),
			...(hooks.length > 0 && {
				preSend: {
					requests: requestCountOf(hooks),
					inTurn: (turn) => this.stepsInTurn(turn, task, hooks, adoptKey),
				},
			}),
		};
	}

	/** What the rules decide and do in one turn of the item's message. */
	private stepsInTurn(
		turn: Turn,
		task: Task,
		hooks: readonly TurnHook[],
		adoptKey: (key: IdempotencyKey) => Write,
	): PreSendSteps {
		let receivers: readonly Receiver[] = [];
		return {
			check: async () => {
				const now = turn.now();
				receivers = await readReceivers(task, turn.ask);
				return errorOfStop(stopOf(hooks, receivers, now));
			},
			beforeWrite: async () => {
				for (const hook of hooks) {
					const key = await hook.beforeMessage?.(receivers, turn);
					if (key) return adoptKey(key);
				}
				return undefined;
			},
		};
	}

	/**
	 * Why a rule that decides in the message's turn would keep it back, for an item that is only checked.
	 * @throws RequestFailed if a read fails, or what a rule fails the item with
	 */
	async notSentNow(task: Task, ask: Ask): Promise<NotSent | undefined> {
		const stop = await this.stopInTurn(task, ask);
		if (!stop || 'notSent' in stop) return stop?.notSent;
		throw 'failsWith' in stop ? stop.failsWith : stop.endsRunWith;
	}

	/** Why the message of a checked item would not be sent after those of the items before it. */
	notSentAfterOthers(task: Task): NotSent | undefined {
		return this.first((rule) => rule.notSentAfterOthers?.(task));
	}

	/** What the rules would decide in the item's turn. */
	private async stopInTurn(task: Task, ask: Ask): Promise<Stop | undefined> {
		const hooks = this.turnHooksOf(task);
		if (hooks.length === 0) return undefined;
		const now = systemClock.now();
		return stopOf(hooks, await readReceivers(task, ask), now);
	}

	private turnHooksOf(task: Task): TurnHook[] {
		return this.rules.flatMap((rule) => rule.turnHookFor?.(task) ?? []);
	}

	/**
	 * Completes an item whose message is queued.
	 * @param ask also works after the run has ended
	 * @throws StoppedByRule if a rule fails the item or ends the run; Cancelled, or FieldError for the credential
	 */
	async afterMessage(task: Task, answer: Answer, ask: Ask): Promise<void> {
		for (const rule of this.rules) {
			const stop = await rule.afterMessage?.(task, answer, ask, systemClock.now());
			if (stop) throw new StoppedByRule(stop);
		}
	}

	/**
	 * Undoes what was done for a message that has certainly not left.
	 * @returns sentences for the user about what stays
	 */
	async afterNothingSent(task: Task, ask: Ask): Promise<string[]> {
		const failures: string[] = [];
		for (const rule of this.rules)
			failures.push(...((await rule.afterNothingSent?.(task, ask)) ?? []));
		return failures;
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
		const counted = countByReason(items.flatMap(({ entry }) => entry.keptBack ?? []));
		return counted === '' ? [] : [`Nothing was sent for ${counted}.`];
	}

	/**
	 * Counts the items that would not be sent, of those that were only checked, and the requests that the
	 * rules make.
	 */
	checkHints(checked: readonly Checked[]): string[] {
		const counted = countByReason(checked.flatMap(({ notSent }) => notSent ?? []));
		const requests = checked.reduce(
			(sum, { task }) => sum + requestCountOf(this.turnHooksOf(task)),
			0,
		);
		return [
			...(counted === '' ? [] : [`Nothing would be sent now for ${counted}.`]),
			...(requests === 0
				? []
				: [
						`${whoGetsIt.displayName} takes about ${requests} ${requests === 1 ? 'request' : 'requests'} besides the messages; more if several contacts have a phone.`,
					]),
		];
	}

	private countsOf(tasks: readonly Task[], others: number): ExecutionMessageCounts {
		const own = new Set(tasks.map((task) => this.messageGroupOf(task) ?? task)).size;
		return { own, others };
	}

	/** The first result of a hook that is called on the rules in their order. */
	private first<Result>(call: (rule: SendRule) => Result | undefined): Result | undefined {
		for (const rule of this.rules) {
			const result = call(rule);
			if (result !== undefined) return result;
		}
		return undefined;
	}
}

/** Ends an item that a rule stops. */
class StoppedByRule extends Error {
	constructor(readonly stop: Stop) {
		super('A rule before sending stopped the item');
	}
}

const preparesMessage = (hook: TurnHook): boolean => hook.beforeMessage !== undefined;

/** How many requests the rules usually make in a turn: they share the read of the receivers. */
const requestCountOf = (hooks: readonly TurnHook[]): number =>
	hooks.length === 0 ? 0 : 1 + hooks.filter(preparesMessage).length;

/** What the first rule decides that stops the item. */
function stopOf(
	hooks: readonly TurnHook[],
	receivers: readonly Receiver[],
	now: EpochMs,
): Stop | undefined {
	for (const hook of hooks) {
		const stop = hook.decide(receivers, now);
		if (stop) return stop;
	}
	return undefined;
}

const errorOfStop = (stop: Stop | undefined): Error | undefined => stop && new StoppedByRule(stop);

/** As in “2 items whose contact has a tag; 1 item whose phone another item has”. */
function countByReason(all: readonly NotSent[]): string {
	const clauses = groupBy(
		all.flatMap(({ clause }) => clause ?? []),
		(clause) => clause,
	);
	return [...clauses]
		.map(([clause, { length }]) => `${length} ${length === 1 ? 'item' : 'items'} ${clause}`)
		.join('; ');
}
