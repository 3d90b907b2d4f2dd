import type { Account } from '../store/account';
import { plantMessaging } from './messaging';
import type { Planter } from './planter';

/** The account that is tried and tested: its people, settings and fixtures. */
export function createMainAccount(planter: Planter) {
	const account = planter.account('Casa Clara Móveis');
	const sales = account.departments.insert({ id: planter.id('dep'), name: 'Comercial' });
	const support = account.departments.insert({ id: planter.id('dep'), name: 'Pós-venda' });
	const manager = planter.user(account, 'manager');
	const seller = planter.user(account, 'seller', [sales.id]);
	const otherSeller = planter.user(account, 'seller', [support.id]);
	const inactive = planter.user(account, 'seller', [], false);
	const tokens = {
		manager: planter.token(account, manager, 'manager'),
		seller: planter.token(account, seller, 'seller'),
		otherSeller: planter.token(account, otherSeller, 'otherSeller'),
		readOnly: planter.token(account, manager, 'readOnly', ['crm:read', 'inbox:read']),
		crmOnly: planter.token(account, manager, 'crmOnly', ['crm:read', 'crm:write']),
		inboxOnly: planter.token(account, manager, 'inboxOnly', ['inbox:read', 'inbox:send']),
		expired: planter.token(account, manager, 'expired', undefined, {
			expiresAt: '2025-02-01T00:00:00.000Z',
		}),
		revoked: planter.token(account, manager, 'revoked', undefined, {
			revokedAt: '2025-02-01T00:00:00.000Z',
		}),
		formerUser: planter.token(account, inactive, 'formerUser'),
	};
	const fixtures = {
		...plantMessaging(planter, account, { sales, support, manager }),
		...plantPipelines(planter, account),
		users: {
			manager: manager.id,
			seller: seller.id,
			otherSeller: otherSeller.id,
			inactive: inactive.id,
		},
		phones: plantPhones(planter, account, seller.id, otherSeller.id),
		customFields: plantCustomFields(planter, account),
		products: plantProducts(planter, account),
	};
	return { account, tokens, fixtures };
}

function plantPipelines(planter: Planter, account: Account) {
	const main = planter.pipeline(
		account,
		{ name: 'Vendas', order: 2, isDefault: true },
		['Novo lead', 'Qualificação', 'Proposta enviada', 'Negociação'],
		{ won: 'Ganho', lost: 'Perdido' },
	);
	const renewals = planter.pipeline(
		account,
		{ name: 'Renovações', order: 1 },
		['A vencer', 'Em conversa'],
		{ won: 'Renovado', lost: 'Cancelado' },
	);
	const partners = planter.pipeline(
		account,
		{ name: 'Parcerias', order: 3 },
		['Primeiro contato', 'Em andamento'],
		{},
	);
	const old = planter.pipeline(
		account,
		{ name: 'Feiras 2023', order: 4, isActive: false },
		['Visitou o estande'],
		{ won: 'Comprou', lost: 'Não comprou' },
	);
	const reason = (name: string, pipelineIds: string[] | null) =>
		account.lostReasons.insert({ id: planter.id('lst'), name, pipelineIds }).id;
	const valid = reason('Preço acima do orçamento', null);
	const ofAnotherPipeline = reason('Não renovou o contrato', [renewals.pipeline.id]);
	reason('Comprou do concorrente', [main.pipeline.id]);
	const stageId = (at: number) => main.stages.at(at)?.id ?? '';
	return {
		pipelines: {
			default: main.pipeline.id,
			second: renewals.pipeline.id,
			withoutFinalStages: partners.pipeline.id,
			inactive: old.pipeline.id,
		},
		stages: { firstOpen: stageId(0), secondOpen: stageId(1), won: stageId(-2), lost: stageId(-1) },
		lostReasons: { valid, ofAnotherPipeline },
	};
}

function plantPhones(planter: Planter, account: Account, sellerId: string, otherSellerId: string) {
	const phones = {
		optedOut: '+5511900000001',
		inSellersWallet: '+5511900000002',
		inOtherSellersWallet: '+5511900000003',
		undeliverable: '+5511900000004',
	};
	planter.contact(account, { phone: phones.optedOut });
	planter.contact(account, { phone: phones.inSellersWallet, ownerId: sellerId });
	planter.contact(account, { phone: phones.inOtherSellersWallet, ownerId: otherSellerId });
	account.optedOut.add(phones.optedOut);
	account.undeliverable.add(phones.undeliverable);
	return phones;
}

function plantCustomFields(planter: Planter, account: Account) {
	const fixtures = {
		contactText: planter.customField(account, 'contact', 'origem', { label: 'Origem' }),
		contactNumber: planter.customField(account, 'contact', 'pontuacao', {
			label: 'Pontuação',
			type: 'number',
		}),
		companyText: planter.customField(account, 'company', 'porte', { label: 'Porte' }),
		dealText: planter.customField(account, 'deal', 'concorrente', { label: 'Concorrente' }),
	};
	planter.customField(account, 'contact', 'aceita_novidades', {
		label: 'Aceita novidades',
		type: 'boolean',
	});
	planter.customField(account, 'contact', 'aniversario', { label: 'Aniversário', type: 'date' });
	planter.customField(account, 'contact', 'interesses', {
		label: 'Interesses',
		type: 'choices',
		options: ['sala', 'quarto', 'cozinha', 'escritório'],
	});
	planter.customField(account, 'deal', 'prioridade', {
		label: 'Prioridade',
		type: 'choice',
		options: ['baixa', 'média', 'alta'],
	});
	planter.customField(account, 'contact', 'data_de_nascimento', {
		label: 'Data de Nascimento',
		type: 'date',
	});
	planter.customField(account, 'contact', 'ultima_felicitacao', {
		label: 'Última felicitação',
		type: 'date',
	});
	return fixtures;
}

function plantProducts(planter: Planter, account: Account) {
	const product = (name: string, priceCents: number) =>
		account.products.insert({ id: planter.id('prd'), name, priceCents }).id;
	return {
		sofa: product('Sofá três lugares', 389_900),
		table: product('Mesa de jantar', 249_900),
		desk: product('Escrivaninha', 119_900),
	};
}
