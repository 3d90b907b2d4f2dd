import { actAsTheApp } from '../http/actAsTheApp';
import { receiveMessage } from '../messaging/receiveMessage';
import { writeAsUser } from '../messaging/sendMessage';
import type { Contact, Deal } from '../model';
import { fakerOf } from '../seed/faker';
import type { Service } from '../service';

export interface Step {
	/** What happened, said when it has. */
	text: string;
	run(): void;
}

/** The short day's steps. @param play each play has other people in it */
export function steps(service: Service, play: number): Step[] {
	const account = service.mainAccount;
	const faker = fakerOf(1000 + play);
	const person = () => ({
		// The full name may begin with a title, which no greeting goes with.
		name: `${faker.person.firstName()} ${faker.person.lastName()}`,
		phone: `(11) 95${faker.string.numeric(3)}-${faker.string.numeric(4)}`,
	});
	const [buyer, visitor, unreachable] = [person(), person(), person()];
	const [pipeline] = [...account.pipelines].filter(({ isDefault }) => isDefault);
	const [, secondStage] = pipeline ? account.stages.where('pipelineId', pipeline.id) : [];
	const [undeliverable] = account.undeliverable;
	// Not the manager, in whose name a workflow sends.
	const seller = [...account.users].find(({ role }) => role === 'seller');
	const act = <T>(call: string, body: object, id?: string) =>
		actAsTheApp(service, call, body, id === undefined ? {} : { id }) as T;
	const template = (name: string, ...params: string[]) => ({ name, language: 'pt_BR', params });
	let contact: Contact;
	let deal: Deal;
	let conversationId = '';
	const reply = (text: string) => {
		const conversation = account.conversations.get(conversationId);
		if (conversation) receiveMessage(service, account, conversation, text);
	};
	return [
		{
			text: `${buyer.name} fills in the form of the website`,
			run: () => void (contact = act<Contact>('POST /contacts', { ...buyer, tags: ['site'] })),
		},
		{
			text: 'A deal is opened for the sofa',
			run: () => {
				const title = `Sofá para ${buyer.name}`;
				const more = { pipelineId: pipeline?.id, contactId: contact.id, valueCents: 389_900 };
				deal = act<Deal>('POST /deals', { title, ...more });
			},
		},
		{
			text: `${buyer.name} gets a template about the quotation`,
			run: () => {
				const body = { phone: buyer.phone, template: template('orcamento_pronto', buyer.name) };
				({ conversationId } = act<{ conversationId: string }>('POST /conversations', body));
			},
		},
		{ text: `${visitor.name} asks at the fair`, run: () => act('POST /contacts', visitor) },
		{ text: `${buyer.name} replies`, run: () => reply('Oi! O sofá de três lugares tem em azul?') },
		{
			text: 'The deal moves to the next stage',
			run: () => act('POST /deals/:id/move', { stageId: secondStage?.id }, deal.id),
		},
		{
			text: 'The seller answers in free text',
			run: () => {
				const conversation = account.conversations.get(conversationId);
				if (!conversation || !seller) return;
				const text = 'Tem, sim! Entregamos em dez dias.';
				writeAsUser(service, account, { conversation, user: seller, text });
			},
		},
		{ text: `${buyer.name} agrees`, run: () => reply('Fechado, pode mandar.') },
		{ text: 'The deal is won', run: () => act('POST /deals/:id/win', {}, deal.id) },
		{
			text: 'A message to a wrong number fails',
			run: () => {
				const { name } = unreachable;
				const body = { phone: undeliverable, name, template: template('sem_variaveis') };
				act('POST /conversations', body);
			},
		},
	];
}
