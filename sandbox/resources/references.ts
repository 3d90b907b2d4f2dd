import type { Company, Contact, User } from '../model';
import type { Viewer } from '../rules/authentication';
import { refuse } from '../rules/errors';
import { seesContact } from '../rules/visibility';
import type { Account } from '../store/account';

/** Ids in a body that point at other records. */

export function activeCompany(account: Account, id: string, param = 'companyId'): Company {
	const company = account.companies.get(id);
	if (!company?.isActive) {
		refuse('company_not_found', `${param} is not an active company of the account.`, param);
	}
	return company;
}

export function activeOwner(account: Account, id: string): User {
	const user = account.users.get(id);
	if (!user?.isActive) {
		refuse('owner_not_found', 'ownerId is not an active user of the company.', 'ownerId');
	}
	return user;
}

export function visibleContact(viewer: Viewer, id: string): Contact {
	const contact = viewer.account.contacts.get(id);
	if (!contact || !seesContact(viewer, contact)) {
		refuse('contact_not_found', 'contactId is not a contact that you see.', 'contactId');
	}
	return contact;
}

/** "Who": only a manager changes an owner; naming the present one again is no change. */
export function requireMayOwn(
	viewer: Viewer,
	sent: string | null | undefined,
	present: string | null,
): void {
	if (viewer.user.role === 'manager' || sent === undefined || sent === present) return;
	refuse('permission_denied', 'Only a manager may choose another owner.', 'ownerId');
}
