import type { Account } from '../store/account';
import type { Planter } from './planter';

/** So that each workflow of `examples/` can say something else. */
const OCCASIONS = [
	{ name: 'orcamento_pronto', body: 'Olá, {{1}}! Seu orçamento está pronto. Posso enviar?' },
	{ name: 'confirmar_projeto', body: 'Olá, {{1}}! Podemos seguir com o seu projeto?' },
	{ name: 'confirmar_consulta', body: 'Olá, {{1}}! Sua consulta com {{2}} é em {{3}}. Até lá!' },
	{ name: 'confirmar_visita', body: 'Olá! Podemos marcar uma visita? Responda SIM ou NÃO.' },
	{ name: 'pesquisa_satisfacao', body: 'Olá, {{1}}! De 0 a 10, quanto você nos recomendaria?' },
	{
		name: 'convite_loja',
		body: 'Olá, {{1}}! Neste sábado tem café da manhã na loja. Você vem?',
	},
	{ name: 'feliz_aniversario', body: 'Olá, {{1}}! Hoje é o seu dia: feliz aniversário!' },
	{
		name: 'obrigado_pelo_pedido',
		body: 'Olá, {{1}}! Recebemos o pagamento do seu pedido {{2}}. Obrigado!',
	},
	{
		name: 'pedir_avaliacao',
		body: 'Olá, {{1}}! Como foi a sua compra? Conte para a gente em uma frase.',
	},
	{
		name: 'boas_vindas_cliente',
		body: 'Olá, {{1}}! Que bom ter você com a gente. Podemos ajudar em algo?',
	},
	{
		name: 'dica_da_casa',
		body: 'Uma dica da casa: medimos o seu ambiente sem custo. Quer marcar?',
	},
	{
		name: 'ultimo_contato',
		body: 'Esta é a nossa última mensagem por aqui. Se precisar, é só responder.',
	},
];

/** What came later than the rest, whose ids stay: a channel that is listed but disconnected, a group, further templates, a custom field, and two who asked to stop. */
export function plantExceptions(planter: Planter, account: Account) {
	const [official] = account.channels;
	const qr = [...account.channels].find(({ type }) => type === 'qr_messaging');
	if (!official || !qr) throw new Error('The channels come first.');
	const needsReconnecting = account.channels.insert({
		...official,
		id: planter.id('chn'),
		name: 'Loja do centro',
		phoneNumber: '+551130000005',
		needsReconnecting: true,
	});
	const group = account.conversations.insert({
		...planter.stamp('cnv'),
		contactId: null,
		groupName: 'Arquitetos parceiros',
		channelId: qr.id,
		departmentId: qr.defaultDepartmentId,
		ownerId: null,
		dealId: null,
		status: 'open',
		windowExpiresAt: null,
	});
	const [{ messagingAccountId } = { messagingAccountId: '' }] = account.templates;
	for (const template of OCCASIONS) planter.template(account, messagingAccountId, template);
	const regulars = [...account.contacts].filter(({ tags }) => tags.includes('vip'));
	for (const contact of regulars.slice(-2)) contact.tags.push('opted_out');
	planter.customField(account, 'contact', 'ultimo_aviso', { label: 'Último aviso', type: 'date' });
	// Long enough ago for any rule about days.
	for (const contact of regulars.slice(-2)) contact.customFields.ultimo_aviso = '2025-01-15';
	return {
		channels: { needsReconnecting: needsReconnecting.id },
		conversations: { group: group.id },
	};
}
