import { onlyIfTagged, unknownContacts } from '../../fields/whoGetsIt';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import { requestById } from '../../transport/request';
import { RequestFailed } from '../../transport/requestFailed';
import type { NotSent } from '../ledgerEntry';
import type { Item, Task } from '../task';
import { MemoryAcrossTries } from './memoryAcrossTries';
import { hasWhoGetsItRule, isUnknownReceiver } from './receiver';
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

/**
 * *Unknown Contacts*: whether to message a phone that no visible contact has. It decides for each item with a rule of *Who Gets
 * It*, since none of them can be met without a contact that the token sees.
 */
export class UnknownContactsRule implements SendRule {
	/** Whether an item's message went to a contact that the token does not see, once that is known. */
	private static readonly hiddenReceivers = new MemoryAcrossTries(
		(): { isHidden?: boolean } => ({}),
	);
	/** A message went to a contact that the token does not see, so it may not see others either. */
	private tokenMissesContacts = false;

	/** Takes over what earlier tries of the run found out. */
	restore(items: readonly Item[]): void {
		this.tokenMissesContacts ||= items.some(
			(item) => UnknownContactsRule.hiddenReceivers.of(item).isHidden === true,
		);
	}

	inTurn(task: Task): TurnHook | undefined {
		if (!hasWhoGetsItRule(task)) return undefined;
		return {
			decide: (receivers) => (receivers.length > 0 ? undefined : this.decideOnUnknown(task)),
		};
	}

	private decideOnUnknown(task: Task): Stop | undefined {
		const isMeant =
			ruleSettingOf(task, unknownContacts) === 'send' &&
			ruleSettingOf(task, onlyIfTagged) === undefined;
		if (!isMeant) return { notSent: UNKNOWN_CONTACT };
		return this.tokenMissesContacts ? { notSent: HIDDEN_CONTACTS } : undefined;
	}

	/** Looks whether a message that went to an unknown phone found a contact that the token does not see. */
	async afterMessage(task: Task, { body }: Answer, ask: Ask): Promise<undefined> {
		if (!isUnknownReceiver(task) || body.contactCreated !== false) return;
		const receiver = UnknownContactsRule.hiddenReceivers.of(task.item);
		if (this.tokenMissesContacts || receiver.isHidden !== undefined) return;
		try {
			await ask(requestById('/contacts', { id: String(body.contactId) }));
			receiver.isHidden = false;
		} catch (error) {
			// A contact that can't be read for another reason may be hidden as well.
			RequestFailed.orThrow(error);
			this.tokenMissesContacts = true;
			receiver.isHidden = true;
		}
	}

	/** For all rules of *Who Gets It*. */
	tellsSentNow(task: Task): boolean {
		return hasWhoGetsItRule(task);
	}

	unchecked(tasks: readonly Task[]): string[] {
		const { length } = tasks.filter(isUnknownReceiver);
		if (length === 0) return [];
		const phones = length === 1 ? 'a phone is' : `${length} phones are`;
		return [`whether ${phones} really unknown (the access token may not see all contacts)`];
	}

	urgentHints(): string[] {
		return this.tokenMissesContacts
			? [
					'The access token does not see all contacts: a phone that looked unknown belongs to a contact hidden from it, which may have a tag that Who Gets It asks for. So nothing was sent to unknown phones in the rest of this run. Use a manager’s token, or set Unknown Contacts to Skip.',
				]
			: [];
	}
}
