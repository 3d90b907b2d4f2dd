import type { IExecuteFunctions } from 'n8n-workflow';
import { listOfItemsWithNumberingNote } from '../itemName';
import { countsAs } from '../../fields/countsAs';
import { idempotencyKey } from '../../fields/idempotencyKey';
import { oncePerPhone } from '../../fields/oncePerPhone';
import { InvalidInput } from '../../invalidInput';
import { RequestFailed } from '../../transport/requestFailed';
import type { KeyFinding } from '../../transport/write';
import { countsAsMessageKey, oncePerPhoneMessageKey, type IdempotencyKey } from '../idempotencyKey';
import type { NotSent } from '../ledger/ledgerEntry';
import { errorOf, type Item, type Task } from '../task';
import { ruleSettingOf, type SendRule, type Stop } from './rule';

const ALREADY_TRIED: NotSent = {
	reason: 'already_tried',
	mayHaveArrived: true,
	reasonText:
		'This node has sent this template to this phone in the last 24 hours, or tried to and was refused. The conversation shows whether it arrived.',
};

const ALREADY_TRIED_UNDER_WORD: NotSent = {
	reason: 'already_tried',
	mayHaveArrived: true,
	reasonText:
		'Something was sent to this phone under this word of Counts As in the last 24 hours, by this node or another, or was refused in a way that the service keeps. The conversation shows whether it arrived.',
};

/** @param other the item that has the phone as well */
const samePhoneAs = (other: Item): NotSent => ({
	reason: 'same_phone',
	reasonText: `This phone is also that of ${listOfItemsWithNumberingNote([other])}. Once per Phone sends one message to it.`,
	clause: 'whose phone another item has: Once per Phone sends one message to it',
});

/**
 * *Once per Phone*: a node sends a template to a phone at most once in 24 hours; with *Counts As*, all nodes
 * with the same word together do. The service ensures this by the key, for each token. Within a run the rule
 * compares the items of all tokens: it outputs an item as not sent if its phone may have the message.
 */
export class OncePerPhoneRule implements SendRule {
	/** The last recorded item of each key, whatever its token. */
	private readonly lastItemByKey = new Map<string, Item>();
	/** The last recorded item of each token and key. */
	private readonly lastItemByToken = new Map<string, Item>();
	/** The items that were only checked and would be sent, by their message group. */
	private readonly checkedItems = new Map<string, Item>();

	/** @param tokenIdOf tells the token of an item */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly tokenIdOf: (item: Item) => Promise<string>,
	) {}

	assertCombines(task: Task): void {
		const isOn = this.messageGroupOf(task) !== undefined;
		if (!isOn && ruleSettingOf(task, countsAs) !== undefined) throw switchIsOff();
		if (!isOn || task.options.ownKey === undefined) return;
		throw new InvalidInput(
			idempotencyKey.property.displayName,
			'is given while Once per Phone is on',
			'Take the key out, or turn Once per Phone off: each of them says which messages are the same.',
		);
	}

	messageGroupOf(task: Pick<Task, 'intent'>): string | undefined {
		return ruleSettingOf(task, oncePerPhone) ? task.intent.message?.oncePerPhoneId : undefined;
	}

	sharedPhoneClause(task: Pick<Task, 'intent'>): string | undefined {
		if (this.messageGroupOf(task) === undefined) return undefined;
		return ruleSettingOf(task, countsAs) === undefined
			? 'Once per Phone sends each template to it at most once'
			: 'Counts As sends it one message for each word';
	}

	keyFor(task: Task): IdempotencyKey | undefined {
		const group = this.messageGroupOf(task);
		if (group === undefined) return undefined;
		return ruleSettingOf(task, countsAs) === undefined
			? { key: oncePerPhoneMessageKey(this.context, group), standsFor: 'phone' }
			: { key: countsAsMessageKey(group), standsFor: 'word' };
	}

	unchecked(tasks: readonly Task[]): string[] {
		return tasks.some((task) => this.tellsSentNow(task))
			? ['who got it in the last 24 hours (Once per Phone sends them nothing)']
			: [];
	}

	/** Records the items of earlier tries whose phone may have the message. */
	restore(items: readonly Item[]): void {
		for (const item of items) {
			const { key, tokenId } = item.entry;
			if (key && tokenId && phoneMayHaveMessage(item)) this.record(item, tokenId, key);
		}
	}

	/**
	 * Outputs the item as not sent if its phone may have the message of another item. Fails it with an earlier
	 * item's failure that it would meet as well.
	 */
	async decideForItem({ item }: Task): Promise<Stop | undefined> {
		const { key } = item.entry;
		if (!isOncePerPhoneKey(key)) return undefined;
		const tokenId = await this.tokenIdOf(item);
		// This item holds the lock of the key, so the writes of earlier items have ended. Their reads may go on.
		const recorded: RecordedItems = {
			last: this.lastItemByKey.get(key.key),
			lastWithToken: this.lastItemByToken.get(withToken(tokenId, key)),
		};
		const { last, lastWithToken } = recorded;
		// `last` may be this very item, which an earlier try may have sent. Then it is sent again with its
		// key, and the answer tells what became of its message.
		if (last && last !== item && phoneMayHaveMessage(last)) {
			// With the same token and key, the service would answer this item as it answered that one.
			const foundTaken = last === lastWithToken && isKeptBackByTakenKey(last);
			return { notSent: (foundTaken && last.entry.keptBack) || samePhoneAs(last) };
		}
		this.record(item, tokenId, key);
		const failure = failureToRepeat(recorded);
		return failure && { failsWith: failure };
	}

	notSentAfterOthers(task: Task): NotSent | undefined {
		const group = this.messageGroupOf(task);
		if (group === undefined) return undefined;
		const earlier = this.checkedItems.get(group);
		if (earlier) return samePhoneAs(earlier);
		this.checkedItems.set(group, task.item);
		return undefined;
	}

	/**
	 * Outputs the item as already tried if its key is taken and none of its own attempts may have been
	 * carried out. With *Counts As*, ends the run after a refusal that the service may store: each further
	 * refusal could block one more phone for all nodes with the word.
	 */
	afterFailure({ item }: Task, error: unknown): Stop | undefined {
		const { key } = item.entry;
		if (!isOncePerPhoneKey(key) || !(error instanceof RequestFailed)) return undefined;
		const hasWord = key.standsFor === 'word';
		const keyFinding = error.decision?.key;
		if (keyFinding === 'taken' && item.entry.outcome === 'notCarriedOut') {
			return { notSent: hasWord ? ALREADY_TRIED_UNDER_WORD : ALREADY_TRIED };
		}
		return hasWord && keyFinding === 'answer may be stored' ? { endsRunWith: error } : undefined;
	}

	tellsSentNow(task: Task): boolean {
		return this.messageGroupOf(task) !== undefined;
	}

	private record(item: Item, tokenId: string, key: IdempotencyKey): void {
		this.lastItemByKey.set(key.key, item);
		this.lastItemByToken.set(withToken(tokenId, key), item);
	}

	/** Names the items whose key is taken. They may have got nothing: the service may have stored a 402 or 403. */
	urgentHints(items: readonly Item[]): string[] {
		const tried = [
			{ notSent: ALREADY_TRIED, ...TOLD_OF_NODE },
			{ notSent: ALREADY_TRIED_UNDER_WORD, ...TOLD_OF_WORD },
		]
			.map((text) => ({
				...text,
				itemsTried: items.filter(({ entry }) => entry.keptBack === text.notSent),
			}))
			.filter(({ itemsTried }) => itemsTried.length > 0);
		return tried.map(({ itemsTried, what, remedy }) => {
			return [
				`Nothing was sent for ${listOfItemsWithNumberingNote(itemsTried)}: ${what} The service may have refused it then, as without a subscription or a permission, and keeps that.`,
				`The conversation in the service shows whether it arrived. If not, run these items and nobody else, one for each phone, ${remedy}.`,
			].join(' ');
		});
	}
}

/** What `urgentHints` says of items with a taken key, by what the key stands for. */
const TOLD_OF_NODE = {
	what: 'this node has sent this template to them in the last 24 hours, or tried to.',
	remedy: 'with Once per Phone off',
};
const TOLD_OF_WORD = {
	what: 'something was sent to them under the same word of Counts As in the last 24 hours, by this node or another, or was tried.',
	remedy: 'with another word',
};

const switchIsOff = () =>
	new InvalidInput(
		countsAs.property.displayName,
		'is given while Once per Phone is off',
		'Turn Once per Phone on: without it Counts As does nothing. With Days Between, take Counts As out instead.',
	);

const withToken = (tokenId: string, { key }: IdempotencyKey): string => `${tokenId} ${key}`;

const isOncePerPhoneKey = (key: IdempotencyKey | undefined): key is IdempotencyKey =>
	key?.standsFor === 'phone' || key?.standsFor === 'word';

/** The items recorded for the key of an item. */
interface RecordedItems {
	/** The last one, whatever its token. */
	last: Item | undefined;
	/** The last one with the same token. */
	lastWithToken: Item | undefined;
}

/**
 * The failure of an earlier item that this item would meet as well. `closed` is about every token, since each
 * attempt may leave a failed message. `answer may be stored` is about the same token alone.
 */
const failureToRepeat = ({ last, lastWithToken }: RecordedItems): RequestFailed | undefined =>
	failureOf(last, 'closed') ?? failureOf(lastWithToken, 'answer may be stored');

/** Whether the item was not sent because its key is taken. */
const isKeptBackByTakenKey = ({ entry }: Item): boolean =>
	[ALREADY_TRIED, ALREADY_TRIED_UNDER_WORD].some((taken) => taken === entry.keptBack);

/** Whether the item's own message was sent, or may have been, in this try or an earlier one. */
const mayHaveBeenSent = ({ entry }: Item): boolean =>
	entry.outcome === 'carriedOut' || entry.outcome === 'unknown';

/** Whether the phone may have the item's message, or that of an earlier request with its key. */
const phoneMayHaveMessage = (item: Item): boolean =>
	mayHaveBeenSent(item) || isKeptBackByTakenKey(item);

/** The item's failure, if it left the key in this state. */
function failureOf(item: Item | undefined, key: KeyFinding): RequestFailed | undefined {
	const error = item && errorOf(item);
	return error instanceof RequestFailed && error.decision?.key === key ? error : undefined;
}
