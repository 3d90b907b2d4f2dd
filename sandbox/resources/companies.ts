import { z } from 'zod';
import {
	clearableId,
	clearableTags,
	clearableText,
	customFields,
	givenId,
	givenText,
	pagingQuery,
	queryBoolean,
	querySearch,
	tags,
	updatedSince,
} from '../http/fields';
import { listPage, ok } from '../http/list';
import { operation, type Answer, type Call } from '../http/operation';
import { ADDRESS_PARTS, type Company } from '../model';
import type { Viewer } from '../rules/authentication';
import { parseCnpj } from '../rules/cnpj';
import { writeCustomFields } from '../rules/customFields';
import { notFound, refuse } from '../rules/errors';
import { searcher } from '../rules/searchText';
import { seesCompany } from '../rules/visibility';
import type { Account } from '../store/account';
import { sentFields } from './contacts';
import { activeOwner, requireMayOwn } from './references';

const matches = searcher<Company>(
	({ legalName, tradeName }) => [legalName, tradeName],
	({ cnpj }) => [cnpj],
);

const address = z
	.object(
		Object.fromEntries(ADDRESS_PARTS.map((part) => [part, clearableText])) as Record<
			(typeof ADDRESS_PARTS)[number],
			typeof clearableText
		>,
	)
	.strict();

const created = z.object({
	legalName: givenText,
	tradeName: givenText,
	cnpj: givenText,
	address: address.optional(),
	emails: tags.optional(),
	phones: tags.optional(),
	customFields,
	ownerId: givenId,
});

const updated = z.object({
	legalName: clearableText,
	tradeName: clearableText,
	cnpj: clearableText,
	address: address.nullable().optional(),
	emails: clearableTags,
	phones: clearableTags,
	customFields,
	ownerId: clearableId,
});

export const companies = [
	operation({
		method: 'GET',
		path: '/companies',
		scope: 'crm:read',
		unshown: { answer: 'company' },
		query: { ...pagingQuery, updatedSince, search: querySearch, includeInactive: queryBoolean },
		run: (call) =>
			listPage(
				call,
				call.account.companies,
				(company) =>
					(company.isActive || call.query.includeInactive === true) &&
					(call.query.search === undefined || matches(company, call.query.search)) &&
					seesCompany(call, company),
			),
	}),
	operation({
		method: 'POST',
		path: '/companies',
		scope: 'crm:write',
		unshown: { body: 'company', answer: 'company' },
		ignoresEmpty: true,
		body: created,
		run: create,
	}),
	operation({
		method: 'GET',
		path: '/companies/:id',
		scope: 'crm:read',
		unshown: { answer: 'company' },
		run: (call) => ok(findCompany(call, call.params.id)),
	}),
	operation({
		method: 'PATCH',
		path: '/companies/:id',
		scope: 'crm:write',
		unshown: { body: 'company', answer: 'company' },
		body: updated,
		run: update,
	}),
	operation({
		method: 'DELETE',
		path: '/companies/:id',
		scope: 'crm:write',
		unshown: { answer: 'company' },
		managerOnly: true,
		run: deactivate,
	}),
];

/** Rule 4: of another account or outside a seller's role: 404. */
function findCompany(viewer: Viewer, id = ''): Company {
	const company = viewer.account.companies.get(id);
	return company && seesCompany(viewer, company) ? company : notFound('The company');
}

/** Rules 1 and 2. */
function create(call: Call<unknown, z.infer<typeof created>>): Answer {
	const { service, account, user, body } = call;
	const owner = user.role === 'seller' ? user.id : null;
	requireMayOwn(call, body.ownerId, owner);
	if (body.ownerId !== undefined) activeOwner(account, body.ownerId);
	const cnpj = body.cnpj === undefined ? null : freeCnpj(account, body.cnpj);
	const company = account.companies.insert({
		...service.stamp('cmp'),
		legalName: body.legalName ?? null,
		tradeName: body.tradeName ?? null,
		isActive: true,
		cnpj,
		address: sentFields(body.address ?? {}),
		emails: body.emails ?? [],
		phones: body.phones ?? [],
		customFields: writeCustomFields(account, 'company', {}, body.customFields),
		ownerId: body.ownerId ?? owner,
	});
	return { status: 201, body: company };
}

/** Rules 2 and 3. */
function update(call: Call<unknown, z.infer<typeof updated>>): Answer {
	const { service, account, body } = call;
	const company = findCompany(call, call.params.id);
	requireMayOwn(call, body.ownerId, company.ownerId);
	if (body.ownerId) activeOwner(account, body.ownerId);
	const cnpj = body.cnpj ? freeCnpj(account, body.cnpj, company.id) : body.cnpj;
	const address =
		body.address === null ? {} : { ...company.address, ...sentFields(body.address ?? {}) };
	return ok(
		account.companies.update(company.id, {
			...sentFields({ ...body, cnpj }),
			address,
			customFields: writeCustomFields(account, 'company', company.customFields, body.customFields),
			updatedAt: service.clock.timestamp(),
		}),
	);
}

/** Repeating the call returns the same company without error ("States, Company"). */
function deactivate(call: Call): Answer {
	const { service, account } = call;
	const company = findCompany(call, call.params.id);
	if (!company.isActive) return ok(company);
	const updatedAt = service.clock.timestamp();
	return ok(account.companies.update(company.id, { isActive: false, updatedAt }));
}

/** Rule 2: unique within the account, counting active and deactivated companies. */
function freeCnpj(account: Account, text: string, ownId?: string): string {
	const cnpj = parseCnpj(text);
	if (account.companies.where('cnpj', cnpj).some(({ id }) => id !== ownId)) {
		refuse('cnpj_already_in_use', 'Another company of the account has this CNPJ.', 'cnpj');
	}
	return cnpj;
}
