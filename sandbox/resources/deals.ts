import { z } from 'zod';
import {
	clearableId,
	clearableTags,
	customFields,
	givenId,
	pagingQuery,
	queryId,
	tags,
	updatedSince,
} from '../http/fields';
import { spoken } from '../dialects/wording';
import { listPage, ok } from '../http/list';
import { operation, type Answer, type Call } from '../http/operation';
import { NOT_CLOSED, type Deal, type DealProduct, type Stage, type User } from '../model';
import type { Viewer } from '../rules/authentication';
import { requireCustomFields, writeCustomFields } from '../rules/customFields';
import { notFound, refuse } from '../rules/errors';
import { seesDeal } from '../rules/visibility';
import type { Service } from '../service';
import type { Account } from '../store/account';
import { sentFields } from './contacts';
import { birthStage } from './dealStages';
import { activeCompany, activeOwner, requireMayOwn, visibleContact } from './references';

const title = z.string().min(1).max(1000);
const valueCents = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const currency = z.literal('BRL');
const products = z.array(
	z.object({ productId: z.string().min(1).max(64), quantity: z.number().int().min(1).default(1) }),
);
const companyIds = z.array(z.string().min(1).max(64));

const created = z.object({
	title,
	stageId: givenId,
	pipelineId: givenId,
	ownerId: givenId,
	contactId: givenId,
	companyId: givenId,
	participantCompanyIds: companyIds.default([]),
	valueCents: valueCents.default(0),
	currency: currency.default('BRL'),
	products: products.default([]),
	tags: tags.default([]),
	customFields,
});

const CLOSED_TO_PATCH = [
	'stageId',
	'pipelineId',
	...(Object.keys(NOT_CLOSED) as Array<keyof typeof NOT_CLOSED>),
] as const;

const updated = z.object({
	title: title.optional(),
	ownerId: givenId,
	contactId: clearableId,
	companyId: clearableId,
	participantCompanyIds: companyIds.optional(),
	valueCents: valueCents.optional(),
	currency: currency.optional(),
	products: products.optional(),
	tags: clearableTags,
	customFields,
	...(Object.fromEntries(CLOSED_TO_PATCH.map((name) => [name, z.unknown()])) as Record<
		(typeof CLOSED_TO_PATCH)[number],
		z.ZodUnknown
	>),
});

/** Combined with AND. */
const filters = {
	pipelineId: queryId,
	stageId: queryId,
	ownerId: queryId,
	contactId: queryId,
	companyId: queryId,
	status: z.enum(['open', 'won', 'lost']).optional(),
};
const filterNames = Object.keys(filters) as Array<keyof typeof filters>;

export const deals = [
	operation({
		method: 'GET',
		path: '/deals',
		scope: 'crm:read',
		unshown: { answer: 'deal' },
		query: { ...pagingQuery, updatedSince, ...filters },
		run: (call) => {
			const { query } = call;
			const wanted = filterNames.filter((name) => query[name] !== undefined);
			return listPage(
				call,
				call.account.deals,
				(deal) => seesDeal(call, deal) && wanted.every((name) => deal[name] === query[name]),
			);
		},
	}),
	operation({
		method: 'POST',
		path: '/deals',
		scope: 'crm:write',
		unshown: { body: 'deal', answer: 'deal' },
		ignoresEmpty: true,
		body: created,
		run: create,
	}),
	operation({
		method: 'GET',
		path: '/deals/:id',
		scope: 'crm:read',
		unshown: { answer: 'deal' },
		run: (call) => ok(findDeal(call, call.params.id)),
	}),
	operation({
		method: 'PATCH',
		path: '/deals/:id',
		scope: 'crm:write',
		unshown: { body: 'deal', answer: 'deal' },
		body: updated,
		run: update,
	}),
	operation({
		method: 'DELETE',
		path: '/deals/:id',
		scope: 'crm:write',
		unshown: { answer: 'deletedDeal' },
		managerOnly: true,
		run: remove,
	}),
];

/** A deal within the viewer's sight, or 404. */
export function findDeal(viewer: Viewer, id = ''): Deal {
	const deal = viewer.account.deals.get(id);
	return deal && seesDeal(viewer, deal) ? deal : notFound('The deal');
}

/** "Rules for POST /deals". */
function create(call: Call<unknown, z.infer<typeof created>>): Answer {
	const { service, account, user, body } = call;
	const stage = birthStage(account, body);
	if (user.role === 'seller') requireMayOwn(call, body.ownerId, user.id);
	if (body.ownerId !== undefined) activeOwner(account, body.ownerId);
	requireReferences(call, body);
	const values = writeCustomFields(account, 'deal', {}, body.customFields);
	requireCustomFields(account, 'deal', values);
	const deal = account.deals.insert({
		...service.stamp('deal'),
		title: body.title,
		pipelineId: stage.pipelineId,
		stageId: stage.id,
		ownerId: body.ownerId ?? ownerOfNewDeal(account, user),
		contactId: body.contactId ?? null,
		companyId: body.companyId ?? null,
		participantCompanyIds: body.participantCompanyIds,
		...NOT_CLOSED,
		valueCents: body.valueCents,
		currency: body.currency,
		products: body.products,
		tags: body.tags,
		customFields: values,
	});
	tellCreated(service, account, deal, stage);
	return { status: 201, body: deal };
}

/** Rule 3: the round-robin when it is on takes the seller who has waited longest for a deal. */
function ownerOfNewDeal(account: Account, user: User): string {
	if (user.role === 'seller' || !account.settings.leadRoundRobin) return user.id;
	const sellers = [...account.users].filter((one) => one.isActive && one.role === 'seller');
	const lastDeal = (seller: User) =>
		[...account.deals].findLastIndex((deal) => deal.ownerId === seller.id);
	const [next] = sellers
		.map((seller) => ({ seller, last: lastDeal(seller) }))
		.sort((a, b) => a.last - b.last);
	return next?.seller.id ?? user.id;
}

/** Rule 5. */
function tellCreated(service: Service, account: Account, deal: Deal, stage: Stage): void {
	const told = spoken(service.behaviour.dialect.createdDeal, { dealId: deal.id, ...deal });
	service.deliveries.emit(account, 'deal.created', told);
	service.recordSideEffect(account, {
		kind: 'automation',
		detail: `Deal created in "${stage.name}"`,
		userId: deal.ownerId,
		dealId: deal.id,
	});
}

/** "Rules for PATCH /deals/{id}". */
function update(call: Call<unknown, z.infer<typeof updated>>): Answer {
	const { service, account, body } = call;
	const deal = findDeal(call, call.params.id);
	const closed = CLOSED_TO_PATCH.find((name) => body[name] !== undefined);
	if (closed) {
		refuse(
			'stage_change_not_allowed',
			`${closed} cannot be changed here: use move, win or lose.`,
			closed,
		);
	}
	requireMayOwn(call, body.ownerId, deal.ownerId);
	if (body.ownerId !== undefined) activeOwner(account, body.ownerId);
	requireReferences(call, body);
	const kept = (['contactId', 'companyId'] as const).find((name) => body[name] === null);
	if (kept && service.behaviour.isTurned('dealsKeepTheirContact')) {
		refuse('invalid_parameter', `${kept} cannot be cleared.`, kept);
	}
	const values = writeCustomFields(account, 'deal', deal.customFields, body.customFields);
	if (service.behaviour.isTurned('requiredFieldsStay')) {
		requireCustomFields(account, 'deal', values, Object.keys(body.customFields ?? {}));
	}
	const changed = account.deals.update(deal.id, {
		...(sentFields(body) as Partial<Deal>),
		customFields: values,
		updatedAt: service.clock.timestamp(),
	});
	if (changed.ownerId !== deal.ownerId) {
		service.recordSideEffect(account, {
			kind: 'notification',
			detail: `You are now responsible for "${changed.title}"`,
			userId: changed.ownerId,
			dealId: deal.id,
		});
	}
	return ok(changed);
}

/** "States, Deal": contact and company remain; linked conversations are left without a deal. */
function remove(call: Call): Answer {
	const { account } = call;
	const deal = findDeal(call, call.params.id);
	for (const { id } of account.conversations.where('dealId', deal.id)) {
		account.conversations.update(id, { dealId: null });
	}
	account.deals.remove(deal.id);
	return ok({ id: deal.id, deleted: true });
}

interface References {
	contactId?: string | null;
	companyId?: string | null;
	participantCompanyIds?: string[];
	products?: DealProduct[];
}

function requireReferences(call: Viewer, body: References): void {
	const { account } = call;
	if (body.contactId) visibleContact(call, body.contactId);
	if (body.companyId) activeCompany(account, body.companyId);
	body.participantCompanyIds?.forEach((id, at) =>
		activeCompany(account, id, `participantCompanyIds.${at}`),
	);
	body.products?.forEach(({ productId }, at) => {
		if (!account.products.get(productId)) {
			refuse('product_not_found', 'The catalogue has no such product.', `products.${at}.productId`);
		}
	});
}
