import type { IExecuteFunctions } from 'n8n-workflow';
import { itemRanges } from '../../errors/report';
import type { FieldError } from '../../fieldError';
import type { SendOptions } from '../../transport/pendingRequest';
import type { IdempotencyKey } from '../idempotencyKey';
import type { NotSent } from '../ledger';
import type { Item, Task } from '../task';
import { MaxMessages } from './maxMessages';
import { OncePerPhone } from './oncePerPhone';
import type { MessageCounts, SendRule, Stop } from './rule';
import { SendHours } from './sendHours';

/** The service gave the stored answer of a message. */
export const ALREADY_SENT: NotSent = {
	reason: 'already_sent',
	reasonText:
		'The service has taken this very message before, and gives that answer again. The conversation shows whether it arrived.',
};

/** Ends an item that a rule stops. */
class StoppedByRule extends Error {
	constructor(readonly stop: Stop) {
		super('A rule before sending stopped the item');
	}
}

/**
 * The rules before sending of a run, in the order in which they decide.
 * @param tokenIdOf tells the token of an item
 */
export function sendRulesOf(
	context: IExecuteFunctions,
	tokenIdOf: (task: Task) => Promise<string>,
): SendRules {
	return new SendRules([new MaxMessages(), new SendHours(), new OncePerPhone(context, tokenIdOf)]);
}

/** Asks all rules of a run. Of several that object to an item, the first one decides. */
export class SendRules {
	constructor(private readonly rules: readonly SendRule[]) {}

	/** @throws InvalidInput where the user gave a key and a rule another one */
	keyFor(task: Task): IdempotencyKey | undefined {
		return this.first((rule) => rule.keyFor?.(task));
	}

	/** Equal for items of which only one sends its message; undefined for an item with a message of its own. */
	sharedMessageKey(task: Pick<Task, 'intent'>): string | undefined {
		return this.first((rule) => rule.sharedMessages?.keyOf(task));
	}

	/** What it means that an item shares its message; undefined if it does not. */
	sharedMessageMeaning(task: Pick<Task, 'intent'>): string | undefined {
		return this.first(({ sharedMessages }) =>
			sharedMessages?.keyOf(task) === undefined ? undefined : sharedMessages.meaning,
		);
	}

	/** Why none of the run's messages is sent. @param others how many others the node has in the execution */
	refuseAll(tasks: readonly Task[], others: number): FieldError | undefined {
		return this.first((rule) => rule.refuseAll?.(tasks, this.countsOf(tasks, others)));
	}

	/**
	 * What the rules would do now to items that are only checked, in a sentence.
	 * @param others as in `refuseAll`
	 * @param now in ms since the epoch
	 * @param itemCount how many items the run has: some may really be sent
	 */
	hintIfSent(
		tasks: readonly Task[],
		{ others, now, itemCount }: { others: number; now: number; itemCount: number },
	): string | undefined {
		return this.first((rule) => {
			const stopped = rule.wouldStop?.(tasks, this.countsOf(tasks, others), now) ?? [];
			const [first] = stopped;
			if (!first) return undefined;
			const items = itemRanges(stopped.map(({ task }) => task.item.index));
			const which = stopped.length < itemCount ? ` of ${items}` : '';
			return `Nothing${which} would be sent now: ${first.refusal.message}.`;
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

	/** How the client asks the rules right before the message leaves. */
	sendOptionsFor(
		task: Task,
	): Pick<SendOptions, 'readsInTurn' | 'reasonNotToSend' | 'reasonAfterReading'> {
		const readings = this.rules.flatMap(({ readBeforeRequest: reading }) =>
			reading && reading.readsFor(task) > 0 ? reading : [],
		);
		const stopped = (stop: Stop | undefined) => stop && new StoppedByRule(stop);
		return {
			reasonNotToSend: (now) => stopped(this.first((rule) => rule.beforeRequest?.(task, now))),
			...(readings.length > 0 && {
				readsInTurn: readings.reduce((sum, reading) => sum + reading.readsFor(task), 0),
				reasonAfterReading: async (read) => {
					for (const reading of readings) {
						const stop = await reading.decide(task, read);
						if (stop) return stopped(stop);
					}
					return undefined;
				},
			}),
		};
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

	warnings(items: readonly Item[]): string[] {
		return this.rules.flatMap((rule) => rule.warnings?.(items) ?? []);
	}

	hints(items: readonly Item[]): string[] {
		return this.rules.flatMap((rule) => rule.hints?.(items) ?? []);
	}

	private countsOf(tasks: readonly Task[], others: number): MessageCounts {
		const own = new Set(tasks.map((task) => this.sharedMessageKey(task) ?? task)).size;
		return { own, others };
	}

	private first<Value>(ask: (rule: SendRule) => Value | undefined): Value | undefined {
		for (const rule of this.rules) {
			const answer = ask(rule);
			if (answer !== undefined) return answer;
		}
		return undefined;
	}
}
