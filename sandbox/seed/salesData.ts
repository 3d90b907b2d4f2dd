import { cnpj as registry } from 'cpf-cnpj-validator';
import { NOT_CLOSED, type Company, type Contact, type Deal } from '../model';
import type { Account } from '../store/account';
import type { Planter } from './planter';

const MOST_COMPANIES = 40;
const MOST_DEALS = 80;
const MOST_CONVERSATIONS = 12;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The seeded contacts came over this many days. */
const DAYS = 270;
/** São Paulo, Rio, Belo Horizonte, Porto Alegre, Curitiba, Salvador, Recife, Brasília, Goiânia, Florianópolis. */
const AREA_CODES = ['11', '21', '31', '51', '41', '71', '81', '61', '62', '48'];
const TAGS = ['cliente', 'indicação', 'site', 'feira', 'vip', 'recompra', 'arquiteto'];

/** Plausible data of a sales team; `--contacts 0` leaves the fixtures alone. */
export function createSalesData(planter: Planter, account: Account, contactCount: number): void {
	const companies = Array.from({ length: Math.min(MOST_COMPANIES, contactCount) }, () =>
		plantCompany(planter, account),
	);
	const contacts = plantContacts(planter, account, companies, contactCount);
	const { faker } = planter;
	const picked = (most: number) =>
		faker.helpers.arrayElements(contacts, Math.min(most, contactCount));
	const deals = picked(MOST_DEALS).map((contact) => plantDeal(planter, account, contact));
	for (const deal of deals.slice(0, MOST_CONVERSATIONS)) plantConversation(planter, account, deal);
}

function activeUserIds(account: Account, role?: string): string[] {
	return [...account.users]
		.filter((user) => user.isActive && (role === undefined || user.role === role))
		.map(({ id }) => id);
}

function plantContacts(
	planter: Planter,
	account: Account,
	companies: Company[],
	count: number,
): Contact[] {
	const { faker } = planter;
	const sellers = activeUserIds(account, 'seller');
	const taken = new Set<string>();
	const contacts: Contact[] = [];
	for (let at = 0; at < count; at++) {
		// Three at a time share their creation date: lists must not mind.
		if (at % 3 === 0) planter.passTime((3 * DAYS * DAY_MS) / Math.max(count, 1));
		const firstName = faker.person.firstName();
		const lastName = faker.person.lastName();
		const email = faker.internet.email({ firstName, lastName, provider: 'cliente.example' });
		contacts.push(
			planter.contact(account, {
				name: `${firstName} ${lastName}`,
				phone: freePhone(planter, taken),
				email: faker.helpers.maybe(() => email.toLowerCase(), { probability: 0.7 }) ?? null,
				tags: faker.helpers.arrayElements(TAGS, { min: 0, max: 2 }),
				customFields: { pontuacao: faker.number.int({ min: 0, max: 100 }) },
				companyId:
					faker.helpers.maybe(() => faker.helpers.arrayElement(companies).id, {
						probability: 0.2,
					}) ?? null,
				ownerId:
					faker.helpers.maybe(() => faker.helpers.arrayElement(sellers), { probability: 0.6 }) ??
					null,
			}),
		);
	}
	return contacts;
}

/** A mobile number that no other contact has; the fixtures' begin with 90000. */
function freePhone({ faker }: Planter, taken: Set<string>): string {
	for (;;) {
		const phone = `+55${faker.helpers.arrayElement(AREA_CODES)}9${faker.number.int({ min: 6, max: 9 })}${faker.string.numeric(7)}`;
		if (taken.has(phone)) continue;
		taken.add(phone);
		return phone;
	}
}

function plantCompany(planter: Planter, account: Account): Company {
	const { faker } = planter;
	planter.passTime(60_000);
	const tradeName = `${faker.person.lastName()} ${faker.helpers.arrayElement(['Móveis', 'Arquitetura', 'Interiores', 'Construções', 'Comércio'])}`;
	return account.companies.insert({
		...planter.stamp('cmp'),
		legalName: `${tradeName} Ltda.`,
		tradeName,
		isActive: true,
		cnpj: validCnpj(planter),
		address: {
			street: faker.location.street(),
			number: faker.string.numeric({ length: 3, allowLeadingZeros: false }),
			city: faker.location.city(),
			state: faker.location.state({ abbreviated: true }),
			zipCode: faker.string.numeric(8),
			country: 'BR',
		},
		emails: [`contato@${faker.string.alpha({ length: 8, casing: 'lower' })}.example`],
		phones: [`+55113${faker.string.numeric(7)}`],
		customFields: { porte: faker.helpers.arrayElement(['pequeno', 'médio', 'grande']) },
		ownerId:
			faker.helpers.maybe(() => faker.helpers.arrayElement(activeUserIds(account, 'seller'))) ??
			null,
	});
}

function validCnpj({ faker }: Planter): string {
	const root = `${faker.string.numeric({ length: 8, allowLeadingZeros: false })}0001`;
	const first = registry.verifierDigit(root);
	return `${root}${first}${registry.verifierDigit(`${root}${first}`)}`;
}

function plantDeal(planter: Planter, account: Account, contact: Contact): Deal {
	const { faker } = planter;
	planter.passTime(60_000);
	const pipelines = [...account.pipelines].filter(({ isActive }) => isActive).slice(0, 2);
	const pipeline = faker.helpers.arrayElement(pipelines);
	const stage = faker.helpers.arrayElement(account.stages.where('pipelineId', pipeline.id));
	const stamp = planter.stamp('deal');
	const reasons = [...account.lostReasons].filter(
		({ pipelineIds }) => pipelineIds === null || pipelineIds.includes(pipeline.id),
	);
	const title = `${faker.helpers.arrayElement(['Projeto', 'Orçamento', 'Reforma', 'Mobília'])} ${contact.name}`;
	const ownerId = contact.ownerId ?? faker.helpers.arrayElement(activeUserIds(account));
	return account.deals.insert({
		...stamp,
		...NOT_CLOSED,
		title,
		pipelineId: pipeline.id,
		stageId: stage.id,
		ownerId,
		contactId: contact.id,
		companyId: contact.companyId,
		participantCompanyIds: [],
		status: stage.kind,
		valueCents: faker.number.int({ min: 50_000, max: 5_000_000 }),
		currency: 'BRL',
		products: [],
		tags: faker.helpers.arrayElements(TAGS, { min: 0, max: 1 }),
		customFields: {},
		lostReasonId: stage.kind === 'lost' ? faker.helpers.arrayElement(reasons).id : null,
		...(stage.kind !== 'open' && { closedAt: stamp.createdAt, closedById: ownerId }),
	});
}

/** A conversation about a deal, its 24-hour window long over. */
function plantConversation(planter: Planter, account: Account, deal: Deal): void {
	const [channel] = account.channels;
	if (!channel || !deal.contactId) return;
	planter.passTime(60_000);
	const conversation = account.conversations.insert({
		...planter.stamp('cnv'),
		contactId: deal.contactId,
		groupName: null,
		channelId: channel.id,
		departmentId: channel.defaultDepartmentId,
		ownerId: deal.ownerId,
		dealId: deal.id,
		status: 'open',
		windowExpiresAt: null,
	});
	const { createdAt: sentAt, ...stamp } = planter.stamp('msg');
	account.messages.insert({
		...stamp,
		createdAt: sentAt,
		conversationId: conversation.id,
		direction: 'outbound',
		type: 'template',
		text: `Olá! Sobre "${deal.title}": como podemos ajudar?`,
		media: null,
		status: 'read',
		error: null,
		internal: false,
		authorId: deal.ownerId,
		scheduledFor: null,
		sentAt,
	});
}
