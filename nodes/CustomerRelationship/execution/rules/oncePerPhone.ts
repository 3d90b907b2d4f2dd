import type { IExecuteFunctions } from 'n8n-workflow';
import { itemRanges } from '../../errors/report';
import { oncePerPhone } from '../../fields/oncePerPhone';
import { InvalidInput } from '../../invalidInput';
import { RequestFailed } from '../../transport/requestFailed';
import type { KeyState } from '../../transport/write';
import { onceKey, type IdempotencyKey } from '../idempotencyKey';
import type { NotSent } from '../ledger';
import type { Item, Task } from '../task';
import { settingOf, type SendRule, type SharedMessages, type Stop } from './rule';

const ALREADY_TRIED: NotSent = {
	reason: 'already_tried',
	reasonText:
		'This node has sent this template to this phone in the last 24 hours, or tried to and was refused. The conversation shows whether it arrived.',
};

const SAME_PHONE: NotSent = {
	reason: 'same_phone',
	reasonText: 'Another item of this run has this phone. Once per Phone sends one message to it.',
};

/**
 * *Once per Phone*: a node sends a template to a phone at most once in 24 hours. The service keeps that promise by the
 * key; within a run an item whose phone has the message is given out as not sent, whatever its token.
 */
export class OncePerPhone implements SendRule {
	readonly sharedMessages: SharedMessages = {
		keyOf: (task) => (settingOf(task, oncePerPhone) ? task.intent.message?.once : undefined),
		meaning: 'Once per Phone sends a template to it at most once',
	};
	/** The last item that ran with each key: by the key, and by token and key. */
	private readonly last = new Map<string, Item>();

	/** @param tokenIdOf tells the token of an item */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly tokenIdOf: (task: Task) => Promise<string>,
	) {}

	keyFor(task: Task): IdempotencyKey | undefined {
		const message = this.sharedMessages.keyOf(task);
		if (message === undefined) return undefined;
		if (task.key === undefined) {
			return { key: onceKey(this.context, message), standsFor: 'phone' };
		}
		throw new InvalidInput(
			'Idempotency Key',
			'is given while Once per Phone is on',
			'Take the key out, or turn Once per Phone off: each of them says which messages are the same.',
		);
	}

	unchecked(tasks: readonly Task[]): string | undefined {
		return tasks.some((task) => this.tellsSentNow(task))
			? 'who got it in the last 24 hours (Once per Phone sends them nothing)'
			: undefined;
	}

	/** Claims the phones of items that an earlier try has settled. One that another item's message stood for had no claim. */
	restore(items: readonly Item[]): void {
		for (const item of items) {
			const { key, notSent } = item.entry;
			if (!item.output || key === undefined || notSent === SAME_PHONE) continue;
			this.last.set(key.key, item);
		}
	}

	/** An item fails as an earlier one for the phone did, where the service would give it the same answer. */
	async beforeItem(task: Task): Promise<Stop | undefined> {
		const { item, key } = task;
		if (key?.standsFor !== 'phone') return undefined;
		const withToken = `${await this.tokenIdOf(task)} ${key.key}`;
		// The lock of the key is held, so the earlier item has ended.
		const earlier = this.last.get(key.key);
		const earlierWithToken = this.last.get(withToken);
		// The service knows of a key that is taken, but only with the token that took it.
		const knowsKey = earlier?.entry.notSent === ALREADY_TRIED && earlier === earlierWithToken;
		if (earlier && !knowsKey && earlier.entry.outcome !== 'notCarriedOut') {
			return { notSent: SAME_PHONE };
		}
		// With a closed key each attempt may leave a failed message, whatever the token. A stored answer is the token's.
		const refused =
			failureOf(earlier, 'closed') ?? failureOf(earlierWithToken, 'answer may be stored');
		this.last.set(key.key, item).set(withToken, item);
		return refused && { failsWith: refused };
	}

	/** The service refuses a key that belongs to an earlier message of the phone. */
	afterFailure({ item, key }: Task, error: unknown): Stop | undefined {
		const isTaken =
			key?.standsFor === 'phone' &&
			error instanceof RequestFailed &&
			error.decision?.key === 'taken' &&
			item.entry.outcome === 'notCarriedOut';
		return isTaken ? { notSent: ALREADY_TRIED } : undefined;
	}

	tellsSentNow(task: Task): boolean {
		return this.sharedMessages.keyOf(task) !== undefined;
	}

	/** Of items whose key is taken: they may have got nothing, for the service keeps a 402 or 403, too. */
	warnings(items: readonly Item[]): string[] {
		const named = items.filter(({ entry }) => entry.notSent === ALREADY_TRIED);
		if (named.length === 0) return [];
		const numbers = itemRanges(named.map(({ index }) => index)).replace(/^items? /, '');
		const others = items.filter(({ entry }) => entry.notSent === SAME_PHONE).length;
		return [
			[
				`Nothing was sent to ${itemCount(named.length)} (${numbers}): this node has sent this template to them in the last 24 hours, or tried to. The service may have refused it then, as without a subscription or a permission, and keeps that.`,
				'The conversation in the service shows whether it arrived. If not, run these items and nobody else, one for each phone, with Once per Phone off.',
				...(others > 0
					? [`Nor was it sent to ${itemCount(others)} whose phone an earlier item has.`]
					: []),
			].join(' '),
		];
	}

	/** Of items that share their phone with an earlier one, where `warnings` does not count them. */
	hints(items: readonly Item[]): string[] {
		const notSent = items.flatMap(({ entry }) => entry.notSent ?? []);
		const isWarned = notSent.includes(ALREADY_TRIED);
		const count = notSent.filter((one) => one === SAME_PHONE).length;
		if (count === 0 || isWarned) return [];
		return [
			`Nothing was sent to ${itemCount(count)} whose phone an earlier item has: Once per Phone sends one message to it.`,
		];
	}
}

const itemCount = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`;

/** The failure that left the item's key so. */
function failureOf(item: Item | undefined, key: KeyState): RequestFailed | undefined {
	const error = item?.failure?.error;
	return error instanceof RequestFailed && error.decision?.key === key ? error : undefined;
}
