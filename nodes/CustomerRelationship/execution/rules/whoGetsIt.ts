import { DAYS_BETWEEN_LABEL } from '../../fields/parsers/daysBetween';
import { idempotencyKey } from '../../fields/idempotencyKey';
import { oncePerPhone } from '../../fields/oncePerPhone';
import { daysBetween, whoGetsIt, whoGetsItRules } from '../../fields/whoGetsIt';
import { InvalidInput } from '../../invalidInput';
import { someItems } from '../../errors/report';
import { nameOfItems } from '../itemName';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import { RequestFailed } from '../../transport/requestFailed';
import type { NotSent } from '../ledger';
import type { Item, Task } from '../task';
import { DaysBetweenRule } from './daysBetween';
import { readReceivers, type Receiver } from './receiver';
import type { ReceiverRule } from './receiverRule';
import { settingOf, type Failure, type RuleInTurn, type SendRule, type Stop } from './rule';
import { tagRules } from './tagRules';
import { UnknownContacts } from './unknownContacts';

const ALREADY_TRIED: NotSent = {
	reason: 'already_tried',
	reasonText:
		'Another run with the same Remember In field has sent something to this phone, or tried to, since its contact was last remembered. The conversation shows whether it arrived.',
};

/** *Who Gets It*: whether a message leaves is decided by its contact, which all rules share one read of. */
export class WhoGetsIt implements SendRule {
	readonly inTurn: RuleInTurn = {
		label: whoGetsIt.displayName,
		givesKey: (task) => settingOf(task, daysBetween) !== undefined,
		// One read, and one write of the day.
		requestsFor: (task) => (settingOf(task, daysBetween) ? 2 : this.appliesTo(task) ? 1 : 0),
		decide: async (task, ask, now) => {
			const receivers = await readReceivers(ask, task.intent.message?.phone ?? '');
			this.receiversOf.set(task, receivers);
			task.item.entry.receiver.isUnknown = receivers.length === 0;
			for (const rule of this.rules) {
				const stop = rule.decide(task, receivers, now);
				if (stop) return stop;
			}
			return undefined;
		},
		prepare: async (task, ask, now) =>
			await this.days.remember(task, this.receiversOf.get(task) ?? [], ask, now),
	};
	private readonly unknown = new UnknownContacts((task) =>
		this.rules.some((rule) => rule.needsContact?.(task)),
	);
	private readonly days = new DaysBetweenRule();
	/** In the order in which they decide. */
	private readonly rules: readonly ReceiverRule[] = [this.unknown, tagRules, this.days];
	/** The contacts of an item, as they were read last. */
	private readonly receiversOf = new WeakMap<Task, readonly Receiver[]>();

	/** *Days Between* gives the message a key in its turn, so no other may be given. */
	assertCombines(task: Task): void {
		if (settingOf(task, daysBetween) === undefined) return;
		const other = settingOf(task, oncePerPhone) ? oncePerPhone : task.key && idempotencyKey;
		if (!other) return;
		throw new InvalidInput(
			DAYS_BETWEEN_LABEL,
			`and “${other.property.displayName}” are both given`,
			'Each of them says which messages are the same: take one of them out.',
		);
	}

	restore(items: readonly Item[]): void {
		this.unknown.restore(items);
	}

	async afterMessage(
		task: Task,
		answer: Answer,
		ask: Ask,
		now: number,
	): Promise<Failure | undefined> {
		const { receiver } = task.item.entry;
		if (!this.appliesTo(task) || !receiver.isUnknown) return undefined;
		// The day comes first: it keeps others from a second message.
		const stop = await this.days.afterMessage(task, answer, ask, now);
		if (stop) return stop;
		await this.unknown.afterMessage(task, answer, ask);
		receiver.isUnknown = false;
		return undefined;
	}

	/** A refusal that the service keeps with the key is kept for every run that reads the same day. */
	afterFailure({ item }: Task, error: unknown): Stop | undefined {
		if (item.entry.key?.standsFor !== 'days' || !(error instanceof RequestFailed)) return undefined;
		const key = error.decision?.key;
		if (key === 'taken' && item.entry.outcome === 'notCarriedOut')
			return { notSent: ALREADY_TRIED };
		return key === 'answer may be stored' ? { endsRunWith: error } : undefined;
	}

	async afterNothingSent(task: Task, ask: Ask): Promise<string | undefined> {
		// The run that took the key may have sent a message on that day, so the day must stay.
		return task.item.entry.notSent === ALREADY_TRIED ? undefined : await this.days.undo(task, ask);
	}

	unchecked(tasks: readonly Task[]): string | undefined {
		const unknown = tasks.filter(({ item }) => item.entry.receiver.isUnknown).length;
		const remembers = tasks.some((task) => settingOf(task, daysBetween) !== undefined);
		const parts = [
			unknown > 0 &&
				`whether ${unknown === 1 ? 'a phone' : `${unknown} phones`} without a contact ${unknown === 1 ? 'belongs' : 'belong'} to one that the access token does not see`,
			remembers && 'whether the access token may write the field of Remember In',
		];
		return parts.filter(Boolean).join('; ') || undefined;
	}

	tellsSentNow(task: Task): boolean {
		return this.appliesTo(task);
	}

	/** Names what only the conversations show. */
	warnings(items: readonly Item[]): string[] {
		const tried = items.filter(({ entry }) => entry.notSent === ALREADY_TRIED);
		return [
			...this.unknown.warnings(),
			...(tried.length > 0
				? [
						`Nothing was sent for ${someItems(
							tried.map(({ index }) => index),
							nameOfItems(tried),
						)} (the first item is 0): another run with the same Remember In field has sent something to their phones meanwhile, or tried to. The conversation in the service shows whether it arrived.`,
					]
				: []),
		];
	}

	private appliesTo(task: Task): boolean {
		return whoGetsItRules.some((rule) => settingOf(task, rule) !== undefined);
	}
}
