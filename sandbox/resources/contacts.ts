import { z } from 'zod';
import {
	clearableEmail,
	clearableId,
	clearableTags,
	clearableText,
	customFields,
	givenEmail,
	givenId,
	givenText,
	pagingQuery,
	querySearch,
	tags,
	updatedSince,
} from '../http/fields';
import { listPage, ok } from '../http/list';
import { operation, type Call } from '../http/operation';
import { BLANK_CONTACT, type Contact } from '../model';
import type { Viewer } from '../rules/authentication';
import { writeCustomFields } from '../rules/customFields';
import { notFound, refuse } from '../rules/errors';
import { parsePhone } from '../rules/phones';
import { searcher } from '../rules/searchText';
import { seesContact } from '../rules/visibility';
import type { Service } from '../service';
import type { Account } from '../store/account';
import { activeCompany, activeOwner } from './references';

const matches = searcher<Contact>(
	({ name, email }) => [name, email],
	({ phone }) => [phone],
);

const created = z
	.object({
		name: givenText,
		phone: givenText,
		email: givenEmail,
		tags: tags.optional(),
		customFields,
		companyId: givenId,
		ownerId: givenId,
	})
	.refine(({ name, phone, email }) => name ?? phone ?? email, {
		message: 'send at least one of name, phone, email',
	});

const updated = z.object({
	name: clearableText,
	phone: clearableText,
	email: clearableEmail,
	tags: clearableTags,
	customFields,
	companyId: clearableId,
	ownerId: clearableId,
});

export const contacts = [
	operation({
		method: 'GET',
		path: '/contacts',
		scope: 'crm:read',
		unshown: { answer: 'contact' },
		query: { ...pagingQuery, updatedSince, search: querySearch },
		run: (call) =>
			listPage(
				call,
				call.account.contacts,
				(contact) =>
					(call.query.search === undefined || matches(contact, call.query.search)) &&
					seesContact(call, contact),
			),
	}),
	operation({
		method: 'POST',
		path: '/contacts',
		scope: 'crm:write',
		unshown: { body: 'contact', answer: 'contact' },
		managerOnly: true,
		ignoresEmpty: true,
		body: created,
		run: createOrUpdate,
	}),
	operation({
		method: 'GET',
		path: '/contacts/:id',
		scope: 'crm:read',
		unshown: { answer: 'contact' },
		run: (call) => ok(findContact(call, call.params.id)),
	}),
	operation({
		method: 'PATCH',
		path: '/contacts/:id',
		scope: 'crm:write',
		unshown: { body: 'contact', answer: 'contact' },
		managerOnly: true,
		body: updated,
		run: update,
	}),
];

/** A contact within the viewer's sight, or 404. */
function findContact(viewer: Viewer, id = ''): Contact {
	const contact = viewer.account.contacts.get(id);
	return contact && seesContact(viewer, contact) ? contact : notFound('The contact');
}

/** A new contact, however it came about; `contact.created` tells of it (Events). */
export function createContact(
	service: Service,
	account: Account,
	fields: Partial<Contact>,
): Contact {
	const contact = account.contacts.insert({
		...service.stamp('ctc'),
		...structuredClone(BLANK_CONTACT),
		...fields,
	});
	service.deliveries.emit(account, 'contact.created', {
		contactId: contact.id,
		name: contact.name,
		phoneNumber: contact.phone ?? '',
		email: contact.email ?? '',
	});
	return contact;
}

/** "Rules for POST /contacts". */
function createOrUpdate({ service, account, body }: Call<unknown, z.infer<typeof created>>) {
	const phone =
		body.phone === undefined ? undefined : parsePhone(body.phone, 'phone', service.behaviour);
	requireEmail(service, body.email);
	if (body.companyId !== undefined) activeCompany(account, body.companyId);
	if (body.ownerId !== undefined) activeOwner(account, body.ownerId);
	const existing = lookUp(account, phone, body.email);
	const fields = {
		...sentFields({ ...body, phone }),
		tags: withAdded(existing?.tags ?? [], body.tags ?? []),
		customFields: writeCustomFields(
			account,
			'contact',
			existing?.customFields ?? {},
			body.customFields,
		),
	};
	if (!existing) return { status: 201, body: createContact(service, account, fields) };
	const updatedAt = service.clock.timestamp();
	return ok(account.contacts.update(existing.id, { ...fields, updatedAt }));
}

/** Rules 1 and 2: by phone, then by e-mail; never a contact with a different phone. */
function lookUp(account: Account, phone?: string, email?: string): Contact | undefined {
	const byPhone = phone && account.contacts.where('phone', phone)[0];
	if (byPhone) return byPhone;
	const byEmail = email ? account.contacts.where('email', email.toLowerCase()) : [];
	return phone ? byEmail.find((contact) => contact.phone === null) : byEmail[0];
}

/** "Rules for PATCH /contacts/{id}". */
function update(call: Call<unknown, z.infer<typeof updated>>) {
	const { service, account, body } = call;
	const contact = findContact(call, call.params.id);
	const phone = body.phone ? parsePhone(body.phone, 'phone', service.behaviour) : body.phone;
	requireEmail(service, body.email);
	if (phone && account.contacts.where('phone', phone).some(({ id }) => id !== contact.id)) {
		refuse('phone_already_in_use', 'The phone belongs to another contact.', 'phone');
	}
	if (body.companyId) activeCompany(account, body.companyId);
	if (body.ownerId) activeOwner(account, body.ownerId);
	const name = body.name === null ? '' : body.name;
	return ok(
		account.contacts.update(contact.id, {
			...sentFields({ ...body, name, phone }),
			customFields: writeCustomFields(account, 'contact', contact.customFields, body.customFields),
			updatedAt: service.clock.timestamp(),
		}),
	);
}

/** Rule 4: a tag that the contact has is not added again. */
function withAdded(present: string[], sent: string[]): string[] {
	return [...present, ...sent.filter((tag) => !present.includes(tag))];
}

function requireEmail({ behaviour }: Service, email: string | null | undefined): void {
	const isPlain = !email || z.string().email().safeParse(email).success;
	if (!isPlain && behaviour.isTurned('asciiEmails')) {
		refuse('invalid_parameter', 'email must be an ASCII address.', 'email');
	}
}

/** Only sent fields change. */
export function sentFields<T extends object>(
	fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
		[K in keyof T]?: Exclude<T[K], undefined>;
	};
}
