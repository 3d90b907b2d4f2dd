import { whoGetsIt, whoGetsItRules } from '../../fields/whoGetsIt';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import type { IdempotencyKey } from '../idempotencyKey';
import type { Item, Task, UnkeyedTask } from '../task';
import { DaysBetweenRule } from './daysBetween';
import { MemoryAcrossTries } from './memoryAcrossTries';
import { phoneOf, readReceivers, type Receiver } from './receiver';
import type { ReceiverRule } from './receiverRule';
import {
	firstResult,
	ruleSettingOf,
	undoAll,
	type FailingStop,
	type PreSendCheck,
	type SendRule,
	type Stop,
} from './rule';
import { tagRules } from './tagRules';
import { UnknownContactsRule } from './unknownContacts';

/**
 * The rules of *Who Gets It* for one run, in the order in which they decide: the first that stops an item gives the reason.
 * Rules that read only come before Days Between, which may also fail the item.
 */
function receiverRulesOfRun(): ReceiverRule[] {
	const rules: ReceiverRule[] = [tagRules, new DaysBetweenRule()];
	const needContact = (task: Task) => rules.some((rule) => rule.needsContact?.(task));
	return [new UnknownContactsRule(needContact), ...rules];
}

/** `isUnknown`: no contact had the phone when the receivers were read last, and `afterMessage` has not completed the item. */
const unknownReceiver = new MemoryAcrossTries(() => ({ isUnknown: false }));

/** *Who Gets It*: reads the contacts that have the phone of a message, and asks its rules with them. */
export class WhoGetsItRules implements SendRule {
	readonly preSendCheck: PreSendCheck = {
		label: whoGetsIt.displayName,
		makesMoreIf: 'several contacts have a phone',
		givesKey: (task) => this.rules.some((rule) => rule.givesKey?.(task)),
		requestsFor: (task) => {
			if (!isChosen(task)) return 0;
			const read = 1;
			return this.rules.reduce((sum, rule) => sum + (rule.requestsFor?.(task) ?? 0), read);
		},
		decide: async (task, ask, now) => {
			const receivers = await readReceivers(ask, phoneOf(task));
			this.receiversOf.set(task, receivers);
			unknownReceiver.of(task.item).isUnknown = receivers.length === 0;
			return firstResult(this.rules, (rule) => rule.decide(task, receivers, now));
		},
		beforeMessage: async (task, ask, now) => {
			const receivers = this.receiversOf.get(task) ?? [];
			let key: IdempotencyKey | undefined;
			for (const rule of this.rules) {
				key = (await rule.beforeMessage?.(task, receivers, ask, now)) ?? key;
			}
			return key;
		},
	};
	private readonly rules = receiverRulesOfRun();
	/** The contacts of an item, as they were read last. */
	private readonly receiversOf = new WeakMap<Task, readonly Receiver[]>();

	assertCombines(task: UnkeyedTask): void {
		for (const rule of this.rules) rule.assertCombines?.(task);
	}

	restore(items: readonly Item[]): void {
		for (const rule of this.rules) rule.restore?.(items);
	}

	async afterMessage(
		task: Task,
		answer: Answer,
		ask: Ask,
		now: number,
	): Promise<FailingStop | undefined> {
		const receiver = unknownReceiver.of(task.item);
		if (!receiver.isUnknown) return undefined;
		// The rule that decided last comes first: the day is written before hidden contacts are looked for.
		for (const rule of [...this.rules].reverse()) {
			const failure = await rule.afterMessageToUnknown?.(task, answer, ask, now);
			if (failure) return failure;
		}
		// Another try need not complete the item again.
		receiver.isUnknown = false;
		return undefined;
	}

	afterFailure(task: Task, error: unknown): Stop | undefined {
		return firstResult(this.rules, (rule) => rule.afterFailure?.(task, error));
	}

	async afterNothingSent(task: Task, ask: Ask): Promise<string[]> {
		return await undoAll(this.rules, task, ask);
	}

	tellsSentNow(task: Task): boolean {
		return isChosen(task);
	}

	unchecked(tasks: readonly Task[]): string[] {
		const toUnknown = tasks.filter(({ item }) => unknownReceiver.of(item).isUnknown);
		return this.rules.flatMap((rule) => rule.unchecked?.(tasks, toUnknown) ?? []);
	}

	urgentHints(items: readonly Item[]): string[] {
		return this.rules.flatMap((rule) => rule.urgentHints?.(items) ?? []);
	}
}

const isChosen = (task: Task): boolean =>
	whoGetsItRules.some((rule) => ruleSettingOf(task, rule) !== undefined);
