import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import type { PreSendAsk } from '../../transport/pendingRequest';
import type { IdempotencyKey } from '../idempotencyKey';
import type { Task } from '../task';
import type { Receiver } from './receiver';
import type { FailingStop, SendRule, Stop } from './rule';

/**
 * A rule of *Who Gets It*. All of them decide by one read of the contacts that have the phone, in the turn of the message.
 * `WhoGetsItRules` calls its hooks, the ones that it shares with `SendRule` as `SendRules` would.
 */
export interface ReceiverRule extends Pick<
	SendRule,
	'assertCombines' | 'restore' | 'afterFailure' | 'afterNothingSent' | 'urgentHints'
> {
	/**
	 * Whether the item's setting requires a contact: a phone that belongs to none is then never sent to. The text of `unknownContacts.ts` and the
	 * description of *Unknown Contacts* name the rules that have it.
	 */
	needsContact?(task: Task): boolean;
	/**
	 * Decides as `PreSendCheck.decide` does, without requests.
	 * @param receivers empty if no contact has the phone, as far as the token sees
	 * @param now in ms since the epoch
	 */
	decide(task: Task, receivers: readonly Receiver[], now: number): Stop | undefined;
	/**
	 * Like `PreSendCheck.beforeMessage`, with the contacts by which it decided. A rule that writes the contact here stands in
	 * `writesReceiver` (`fields/whoGetsIt.ts`), so that other executions wait.
	 */
	beforeMessage?(
		task: Task,
		receivers: readonly Receiver[],
		ask: PreSendAsk,
		now: number,
	): Promise<IdempotencyKey | undefined>;
	/**
	 * Like `SendRule.afterMessage`, for a message to a phone that no contact had when it was decided. Called from the last rule
	 * to the first; a failure skips the rest.
	 */
	afterMessageToUnknown?(
		task: Task,
		answer: Answer,
		ask: Ask,
		now: number,
	): Promise<FailingStop | undefined>;
	/**
	 * What Check Only does not find out about these items, in clauses.
	 * @param toUnknown those of them whose phone no contact has
	 */
	unchecked?(tasks: readonly Task[], toUnknown: readonly Task[]): string[];
	/** How many requests `beforeMessage` makes for the item at least. */
	requestsFor?(task: Task): number;
	/** Whether `beforeMessage` gives the item's message its key. */
	givesKey?(task: Task): boolean;
}
