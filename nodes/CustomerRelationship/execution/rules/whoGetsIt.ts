import { whoGetsIt, whoGetsItRules } from '../../fields/whoGetsIt';
import type { IdempotencyKey } from '../idempotencyKey';
import type { Task } from '../task';
import { DaysBetween } from './daysBetween';
import { readReceivers, receiverNotes, type Receiver } from './receiver';
import type { ReceiverRule } from './receiverRule';
import { settingOf, type RuleInTurn, type SendRule } from './rule';
import { tagRules } from './tagRules';
import { UnknownContacts } from './unknownContacts';

/** The rules of *Who Gets It* for one run, in the order in which they decide. */
export function receiverRulesOfRun(): ReceiverRule[] {
	const rules: ReceiverRule[] = [tagRules, new DaysBetween()];
	const needContact = (task: Task) => rules.some((rule) => rule.needsContact?.(task));
	return [new UnknownContacts(needContact), ...rules];
}

/** *Who Gets It*: reads the contacts that have the phone of a message, and has its rules decide by them. */
export class WhoGetsIt implements SendRule {
	readonly inTurn: RuleInTurn = {
		label: whoGetsIt.displayName,
		givesKey: (task) => this.rules.some((rule) => rule.givesKey?.(task)),
		requestsFor: (task) => {
			if (!isChosen(task)) return 0;
			const read = 1;
			return this.rules.reduce((sum, rule) => sum + (rule.requestsFor?.(task) ?? 0), read);
		},
		decide: async (task, ask, now) => {
			const receivers = await readReceivers(ask, task.intent.message?.phone ?? '');
			this.receiversOf.set(task, receivers);
			receiverNotes.of(task.item).isUnknown = receivers.length === 0;
			for (const rule of this.rules) {
				const stop = rule.decide(task, receivers, now);
				if (stop) return stop;
			}
			return undefined;
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
	/** The contacts of an item, as they were read last. */
	private readonly receiversOf = new WeakMap<Task, readonly Receiver[]>();

	constructor(private readonly rules: readonly ReceiverRule[]) {}

	tellsSentNow(task: Task): boolean {
		return isChosen(task);
	}
}

const isChosen = (task: Task): boolean =>
	whoGetsItRules.some((rule) => settingOf(task, rule) !== undefined);
