import type { Department, User } from '../model';
import type { Account } from '../store/account';
import type { Planter } from './planter';

/** Channels and templates of the main account. */
export function plantMessaging(
	planter: Planter,
	account: Account,
	{ sales, support, manager }: { sales: Department; support: Department; manager: User },
) {
	const messagingAccountId = planter.id('mac');
	const official = (
		name: string,
		phoneNumber: string,
		department: Department,
		isConnected = true,
	) =>
		planter.channel(account, {
			name,
			type: 'official_messaging',
			phoneNumber,
			messagingAccountId,
			isConnected,
			defaultDepartmentId: department.id,
		}).id;
	const qr = { type: 'qr_messaging', defaultDepartmentId: sales.id } as const;
	const channels = {
		official: official('Comercial', '+551130000001', sales),
		secondOfficial: official('Pós-venda', '+551130000002', support),
		disconnected: official('Loja antiga', '+551130000003', sales, false),
		qrCode: planter.channel(account, {
			...qr,
			name: 'Celular da loja',
			phoneNumber: '+5511990000000',
		}).id,
		managersOnly: planter.channel(account, {
			...qr,
			name: 'Celular da diretoria',
			type: 'official_messaging',
			phoneNumber: '+551130000004',
			messagingAccountId,
			availableTo: [manager.id],
		}).id,
	};
	planter.channel(account, { ...qr, name: 'Instagram da loja', type: 'photo_social' });
	planter.channel(account, { ...qr, name: 'Página profissional', type: 'professional_social' });
	planter.channel(account, { ...qr, name: 'E-mail de vendas', type: 'email' });
	return { channels, templates: plantTemplates(planter, account, messagingAccountId) };
}

/** Names are the API's; the fixtures repeat them as they are. */
function plantTemplates(planter: Planter, account: Account, messagingAccountId: string) {
	const templates = [
		{ name: 'boas_vindas', body: 'Olá, {{1}}! Que bom ter você com a gente. Como podemos ajudar?' },
		{
			name: 'lembrete_pagamento',
			body: 'Olá, {{1}}! Seu boleto vence em {{2}}. Precisa de uma segunda via?',
		},
		{ name: 'sem_variaveis', body: 'Olá! Nossa loja abre hoje até as 20h.' },
		{
			name: 'oferta_com_imagem',
			body: 'Olá, {{1}}! Veja a oferta da semana.',
			header: { format: 'image' as const },
		},
		{
			name: 'link_rastreio',
			body: 'Olá, {{1}}! Seu pedido saiu para entrega.',
			buttons: [{ type: 'link' as const, text: 'Rastrear', url: 'https://rastreio.example/{{1}}' }],
		},
		{ name: 'em_analise', body: 'Olá, {{1}}! Conheça a nova coleção.', isApproved: false },
	];
	for (const template of templates) planter.template(account, messagingAccountId, template);
	return Object.fromEntries(templates.map(({ name }) => [name, name]));
}
