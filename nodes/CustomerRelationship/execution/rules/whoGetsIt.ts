import { DAYS_BETWEEN_LABEL } from '../../fields/parsers/daysBetween';
import { idempotencyKey } from '../../fields/idempotencyKey';
import { oncePerPhone } from '../../fields/oncePerPhone';
import { daysBetween, whoGetsItRules } from '../../fields/whoGetsIt';
import { InvalidInput } from '../../invalidInput';
import { someItems } from '../../errors/report';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import { RequestFailed } from '../../transport/requestFailed';
import type { Entry, NotSent } from '../ledger';
import type { Item, Task } from '../task';
import { DaysBetweenRule } from './daysBetween';
import { readReceivers, type Receiver } from './receiver';
import { settingOf, type RuleInTurn, type SendRule, type Stop } from './rule';
import { decideByTags } from './tagRules';
import { UnknownContacts } from './unknownContacts';

const ALREADY_TRIED: NotSent = {
	reason: 'already_tried',
	reasonText:
		'Another run with the same Remember In field has sent something to this phone, or tried to, since its contact was last remembered. The conversation shows whether it arrived.',
};

/** Items whose message was decided for a phone that no contact had, over all tries of n8n's Retry On Fail. */
const toUnknown = new WeakSet<Entry>();

/** *Who Gets It*: whether a message leaves is decided by its contact, which all rules share one read of. */
export class WhoGetsIt implements SendRule {
	readonly notSentClauses = {
		tagged: 'whose contact has a tag of Not If Tagged',
		not_tagged: 'whose contact lacks a tag of Only If Tagged',
		unknown_contact: 'whose phone no contact has that the access token sees',
		too_soon: 'who got something fewer days ago than Days Between asks for',
	};
	readonly inTurn: RuleInTurn = {
		// One read, and one write of the day.
		requestsFor: (task) => (settingOf(task, daysBetween) ? 2 : this.appliesTo(task) ? 1 : 0),
		decide: async (task, ask, now) => {
			const receivers = await readReceivers(ask, task.intent.message?.phone ?? '');
			this.receiversOf.set(task, receivers);
			if (receivers.length === 0) {
				toUnknown.add(task.item.entry);
				return this.unknown.decide(task);
			}
			toUnknown.delete(task.item.entry);
			return decideByTags(task, receivers) ?? this.days.decide(task, receivers, now);
		},
		prepare: async (task, ask, now) =>
			await this.days.remember(task, this.receiversOf.get(task) ?? [], ask, now),
	};
	private readonly unknown = new UnknownContacts();
	private readonly days = new DaysBetweenRule();
	/** The contacts of an item, as they were read last. */
	private readonly receiversOf = new WeakMap<Task, readonly Receiver[]>();

	/** *Days Between* gives the message a key in its turn, so no other may be given. */
	keyFor(task: Task): undefined {
		if (!this.givesKeyInTurn(task)) return undefined;
		const other = settingOf(task, oncePerPhone) ? oncePerPhone : task.key && idempotencyKey;
		if (!other) return undefined;
		throw new InvalidInput(
			DAYS_BETWEEN_LABEL,
			`and “${other.property.displayName}” are both given`,
			'Each of them says which messages are the same: take one of them out.',
		);
	}

	givesKeyInTurn(task: Task): boolean {
		return settingOf(task, daysBetween) !== undefined;
	}

	restore(items: readonly Item[]): void {
		this.unknown.restore(items);
	}

	async afterMessage(task: Task, answer: Answer, ask: Ask, now: number): Promise<Stop | undefined> {
		const { entry } = task.item;
		if (!this.appliesTo(task) || !toUnknown.has(entry)) return undefined;
		await this.unknown.afterMessage(task, answer, ask);
		const stop = await this.days.afterMessage(task, answer, ask, now);
		if (!stop) toUnknown.delete(entry);
		return stop;
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
		// Whoever took the key may have sent something on that day.
		return task.item.entry.notSent === ALREADY_TRIED ? undefined : await this.days.undo(task, ask);
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
						`Nothing was sent to ${someItems(tried.map(({ index }) => index))} (counted from 0): another run with the same Remember In field has sent something to the phone meanwhile, or tried to. The conversation in the service shows whether it arrived.`,
					]
				: []),
		];
	}

	private appliesTo(task: Task): boolean {
		return whoGetsItRules.some((rule) => settingOf(task, rule) !== undefined);
	}
}
