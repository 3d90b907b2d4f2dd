import type { Channel, Company, Contact, Conversation, Deal } from '../model';
import type { Viewer } from './authentication';

/** "Visibility" 1 and 2, and the "Who" columns of Endpoints: a manager sees all, a seller their own. */

export function seesDeal({ user }: Viewer, deal: Deal): boolean {
	return user.role === 'manager' || deal.ownerId === user.id;
}

/** Sellers: contacts they own plus primary contacts of their deals. */
export function seesContact({ account, user }: Viewer, contact: Contact): boolean {
	return (
		user.role === 'manager' ||
		contact.ownerId === user.id ||
		account.deals.where('contactId', contact.id).some((deal) => deal.ownerId === user.id)
	);
}

/** Sellers: companies they own, of their deals (main or participant), of contacts they see. */
export function seesCompany(viewer: Viewer, company: Company): boolean {
	const { account, user } = viewer;
	return (
		user.role === 'manager' ||
		company.ownerId === user.id ||
		account.deals.where('anyCompanyId', company.id).some((deal) => deal.ownerId === user.id) ||
		account.contacts.where('companyId', company.id).some((contact) => seesContact(viewer, contact))
	);
}

export function seesAllConversations({ user }: Viewer): boolean {
	return user.role === 'manager' || user.seesAllConversations;
}

/** Sellers: their own conversations, and those without an owner in a department that they serve. */
export function seesConversation(viewer: Viewer, conversation: Conversation): boolean {
	const { user } = viewer;
	return (
		seesAllConversations(viewer) ||
		conversation.ownerId === user.id ||
		(conversation.ownerId === null && user.departmentIds.includes(conversation.departmentId))
	);
}

export function mayUseChannel({ user }: Viewer, channel: Channel): boolean {
	return user.role === 'manager' || (channel.availableTo?.includes(user.id) ?? true);
}
