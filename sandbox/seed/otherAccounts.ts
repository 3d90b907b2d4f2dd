import { NOT_CLOSED } from '../model';
import type { Planter } from './planter';

/** Another company: nothing of it is visible to the main account, and the reverse. */
export function createOtherAccount(planter: Planter) {
	const account = planter.account('Outra Empresa');
	const department = account.departments.insert({ id: planter.id('dep'), name: 'Atendimento' });
	const manager = planter.user(account, 'manager');
	const { pipeline, stages } = planter.pipeline(
		account,
		{ name: 'Contratos', order: 1, isDefault: true },
		['Aberto'],
		{ won: 'Assinado', lost: 'Desistiu' },
	);
	planter.customField(account, 'deal', 'numero_contrato', {
		label: 'Número do contrato',
		required: true,
	});
	planter.channel(account, {
		name: 'Celular',
		type: 'qr_messaging',
		defaultDepartmentId: department.id,
	});
	const company = account.companies.insert({
		...planter.stamp('cmp'),
		legalName: 'Fornecedora Exemplo Ltda.',
		tradeName: 'Fornecedora Exemplo',
		isActive: true,
		cnpj: null,
		address: {},
		emails: [],
		phones: [],
		customFields: {},
		ownerId: null,
	});
	const contact = planter.contact(account, { phone: '+5521900000001', companyId: company.id });
	// Older than its account's required custom field.
	account.deals.insert({
		...planter.stamp('deal'),
		title: 'Contrato anual',
		pipelineId: pipeline.id,
		stageId: stages[0]?.id ?? '',
		ownerId: manager.id,
		contactId: contact.id,
		companyId: company.id,
		participantCompanyIds: [],
		...NOT_CLOSED,
		valueCents: 1_200_000,
		currency: 'BRL',
		products: [],
		tags: [],
		customFields: {},
	});
	const token = planter.token(account, manager, 'otherAccountManager');
	return { account, managerId: manager.id, tokens: { otherAccountManager: token } };
}

/** A company whose subscription is not active: 402 `subscription_inactive`. */
export function createSuspendedAccount(planter: Planter) {
	const account = planter.account('Empresa Suspensa', false);
	const manager = planter.user(account, 'manager');
	return {
		account,
		tokens: { suspendedAccount: planter.token(account, manager, 'suspendedAccount') },
	};
}
