import { onlyIfTagged, unknownContacts } from '../../fields/whoGetsIt';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import { getByIdRequest } from '../../transport/request';
import { RequestFailed } from '../../transport/requestFailed';
import type { NotSent } from '../ledger/ledgerEntry';
import type { Item, Task } from '../task';
import { MemoryAcrossTries } from './memoryAcrossTries';
import { hasWhoGetsItRule, foundNoReceiver } from './receiver';
import { ruleSettingOf, type SendRule, type Stop, type TurnHook } from './rule';

const UNKNOWN_CONTACT: NotSent = {
	reason: 'unknown_contact',
	reasonText:
		'No contact that the access token can see has this phone. Such phones get a message only if Unknown Contacts, under Who Gets It, is Send, and Only If Tagged is not there.',
	clause: 'whose phone belongs to no contact that the access token can see',
};

const HIDDEN_CONTACTS: NotSent = {
	reason: 'unknown_contact',
	reasonText:
		'No contact that the access token can see has this phone, and in this run it turned out that the token does not see all contacts. Use a manager’s token.',
	clause: UNKNOWN_CONTACT.clause,
};

const UNREADABLE_CONTACTS: NotSent = {
	reason: 'unknown_contact',
	reasonText:
		'No contact that the access token can see has this phone, and in this run it could not be checked whether the token sees all contacts. Run this item again.',
	clause: UNKNOWN_CONTACT.clause,
};

/**
 * What a message to an unknown phone showed of its contact: the token sees it, it is hidden from the token,
 * or it could not be read for another reason and may be hidden.
 */
type Finding = 'seen' | 'hidden' | 'unreadable';

/** What the rule says once the token may miss contacts, by why. */
const MAY_MISS_CONTACTS = {
	hidden: {
		notSent: HIDDEN_CONTACTS,
		hint: 'The access token does not see all contacts: a phone that looked unknown belongs to a contact hidden from it, which Who Gets It might keep back. So no further message was begun to an unknown phone in this run. Use a manager’s token, or set Unknown Contacts to Skip.',
	},
	unreadable: {
		notSent: UNREADABLE_CONTACTS,
		hint: 'It could not be checked whether the access token sees all contacts: the contact of a phone that looked unknown could not be read. So no further message was begun to an unknown phone in this run: one may belong to a contact hidden from the token, which Who Gets It might keep back. Run the items that were not sent again, or set Unknown Contacts to Skip.',
	},
};

/**
 * *Unknown Contacts*: whether a phone that no visible contact has gets the message. This rule decides on such
 * phones for each item with a rule of *Who Gets It*; the others let them pass. With *Only If Tagged* it keeps
 * the message back: without a contact there are no tags to check.
 */
export class UnknownContactsRule implements SendRule {
	/** What an item's message showed, once that is known. */
	private static readonly findings = new MemoryAcrossTries((): { finding?: Finding } => ({}));
	/**
	 * Why a token may miss contacts; undefined while nothing says so. It holds for all items of the run,
	 * although they may have several tokens: rather than send too much, one token's finding keeps back the
	 * messages of all tokens to unknown phones.
	 */
	private doubt: Exclude<Finding, 'seen'> | undefined;

	/** Takes over what earlier tries found out. */
	restore(items: readonly Item[]): void {
		for (const item of items) this.note(UnknownContactsRule.findings.of(item).finding);
	}

	turnHookFor(task: Task): TurnHook | undefined {
		if (!hasWhoGetsItRule(task)) return undefined;
		return {
			decide: (receivers) => (receivers.length > 0 ? undefined : this.decideOnUnknown(task)),
		};
	}

	private decideOnUnknown(task: Task): Stop | undefined {
		const maySend =
			ruleSettingOf(task, unknownContacts) === 'send' &&
			ruleSettingOf(task, onlyIfTagged) === undefined;
		if (!maySend) return { notSent: UNKNOWN_CONTACT };
		return this.doubt && { notSent: MAY_MISS_CONTACTS[this.doubt].notSent };
	}

	/** Checks whether a message that went to an unknown phone found a contact that the token does not see. */
	async afterMessage(task: Task, { body }: Answer, ask: Ask): Promise<undefined> {
		if (!foundNoReceiver(task) || body.contactCreated !== false) return;
		const known = UnknownContactsRule.findings.of(task.item);
		if (this.doubt || known.finding) return;
		try {
			await ask(getByIdRequest('/contacts', { id: String(body.contactId) }));
			known.finding = 'seen';
		} catch (error) {
			const isHidden =
				error instanceof RequestFailed && error.decision?.unreadable === 'not visible';
			known.finding = isHidden ? 'hidden' : 'unreadable';
			this.note(known.finding);
			// The finding stays whatever the error, since the contact was not read.
			RequestFailed.orThrow(error);
		}
	}

	/** A hidden contact is certain, so it tells more than one that could not be read. */
	private note(finding: Finding | undefined): void {
		if (finding === 'hidden') this.doubt = 'hidden';
		else if (finding === 'unreadable') this.doubt ??= 'unreadable';
	}

	/** For all rules of *Who Gets It*. */
	tellsSentNow(task: Task): boolean {
		return hasWhoGetsItRule(task);
	}

	unchecked(tasks: readonly Task[]): string[] {
		const { length } = tasks.filter(foundNoReceiver);
		if (length === 0) return [];
		const phones = length === 1 ? 'a phone is' : `${length} phones are`;
		return [
			`whether ${phones} really new (no contact that the access token can see has ${length === 1 ? 'it' : 'them'})`,
		];
	}

	urgentHints(): string[] {
		return this.doubt ? [MAY_MISS_CONTACTS[this.doubt].hint] : [];
	}
}
