import { setTimeout as pause } from 'node:timers/promises';

import { faker } from '@faker-js/faker/locale/pt_BR';

import {
	exampleWorkflows,
	startedByHand,
	triggerWebhooks,
	type ExampleWorkflow,
} from './exampleWorkflows';
import type { N8nRest } from './n8nRest';
import type { SandboxControl, Message } from './sandboxControl';
import { waitUntil } from './waitUntil';

const ARRIVAL_MS = 30_000;
/** A poll a minute, and the run. */
const POLL_MS = 90_000;
/** A channel sends 30 messages a minute, and may have sent some of them already. */
const CAMPAIGN_MS = 150_000;
const AGENT = 'answerWithAiAgent';
/** Between two messages of a customer: less than the agent's trigger waits for more. */
const PIECES_MS = 1_500;

export interface AttemptOptions {
	n8nUrl: string;
	sandbox: SandboxControl;
	/** A session in n8n, for what needs one: n8n lets nobody sign in often. */
	n8n: () => Promise<N8nRest>;
	/** Whether the welcome message is to fail on its way. */
	fails?: boolean;
	/** The id of the workflow that stands for an example: a copy, perhaps. */
	inPlaceOf?: (example: string) => string;
}

/** What there is to see, and the running playground to see it in. */
export class Attempt {
	private readonly n8nUrl: string;
	private readonly sandbox: SandboxControl;
	private readonly n8n: () => Promise<N8nRest>;
	private readonly fails: boolean;
	private readonly inPlaceOf: (example: string) => string;

	constructor(options: AttemptOptions) {
		const { n8nUrl, sandbox, n8n, fails = false, inPlaceOf = (example) => example } = options;
		this.n8nUrl = n8nUrl;
		this.sandbox = sandbox;
		this.n8n = n8n;
		this.fails = fails;
		this.inPlaceOf = inPlaceOf;
	}

	/** A contact is created, and welcomed. */
	async welcome(): Promise<void> {
		if (this.fails)
			await this.sandbox.addFault({ kind: 'messageFails', code: 'recipient_invalid' });
		const contact = await this.newContact();
		await this.showMessageTo(contact.id);
		if (this.fails)
			console.log(
				'Every published workflow with the event Message Failed runs, not only the watched one. The watched one stays published until you unpublish it in n8n.',
			);
		this.showRuns(this.fails ? 'messageFailed' : 'welcomeNewContact');
	}

	/** The first run of all: the welcome, with the link to its run. */
	async firstWelcome(): Promise<void> {
		const contact = await this.newContact();
		await this.showMessageTo(contact.id);
		await this.finished('welcomeNewContact', 'the run of the welcome to end');
	}

	/** A customer writes in pieces, and an AI agent answers them at once. */
	async agent(): Promise<void> {
		const conversationId = await this.newConversation();
		for (const text of ['Oi', 'Tudo bem?', 'Quanto custa uma cozinha planejada?']) {
			await this.customerWrites(conversationId, text);
			await pause(PIECES_MS);
		}
		console.log('The trigger waits until the customer has written nothing for 8 seconds …');
		const answers = await waitUntil('the answer of the agent', ARRIVAL_MS, async () => {
			const found = await this.answersIn(conversationId);
			return found.length > 0 ? found : undefined;
		});
		const count = answers.length === 1 ? 'one answer' : `${answers.length} answers`;
		console.log(`Three messages, ${count}:`);
		for (const { text } of answers) console.log(`  “${text}”`);
		this.showRuns(AGENT);
	}

	/** A customer asks for a person, a colleague answers, and the agent stays silent. */
	async handover(): Promise<void> {
		await this.colleagueAnswers(AGENT, 'Quero falar com uma pessoa, por favor.');
	}

	/** A customer gets the fixed text, a colleague answers, and the workflow stays silent. */
	async fixedText(): Promise<void> {
		await this.colleagueAnswers('answerWithAFixedText', 'Oi! Vocês abrem no sábado?');
	}

	/** A workflow answers a customer, a colleague does, and the workflow stays silent. */
	private async colleagueAnswers(example: string, question: string): Promise<void> {
		const conversationId = await this.newConversation();
		await this.hears(example, conversationId, question);
		for (const { text } of await this.answersIn(conversationId))
			console.log(`n8n answered:\n  “${text}”`);
		const { users } = await this.sandbox.fixtures();
		const text = 'Oi! Aqui é da loja, sou eu que sigo com você.';
		const written = await this.sandbox.userWrites(conversationId, text, users.seller);
		console.log(`A colleague answered in the service’s app:\n  “${text}”`);
		await this.answered(written.id, example);
		const before = (await this.answersIn(conversationId)).length;
		await this.hears(example, conversationId, 'Que bom! Qual o horário da loja?');
		const since = (await this.answersIn(conversationId)).slice(before);
		if (since.length > 0) throw new Error(`n8n answered all the same: “${since[0]?.text}”`);
		console.log('n8n stayed silent: the contact has a tag that says so.');
		this.showRuns(example);
	}

	/** A VIP's deal is moved on. */
	async board(): Promise<void> {
		const contact = await this.newContact({ phone: undefined, tags: ['vip'] });
		const deal = await this.newDeal(contact.id);
		await waitUntil('the deal to be moved', ARRIVAL_MS, async () => {
			const { stageId } = await this.sandbox.asTheApp<Deal>('GET', `/deals/${deal.id}`);
			return stageId === deal.stageId ? undefined : true;
		});
		console.log('n8n moved the deal to the next stage.');
		this.showRuns('dealBoardMove');
	}

	/** A question is sent, the customer answers, and the execution that waits goes on. */
	async answer(): Promise<void> {
		const contact = await this.newContact();
		// The welcome comes first: only who has written nothing yet gets it.
		await this.showMessageTo(contact.id);
		await this.newDeal(contact.id);
		const [question] = await waitUntil('the question', ARRIVAL_MS, async () => {
			const messages = await this.sandbox.messagesTo(contact.id);
			return messages.length > 1 ? messages.slice(-1) : undefined;
		});
		await this.sandbox.customerWrites(String(question?.conversationId), 'Sim, pode ser');
		console.log('The customer answered: “Sim, pode ser”.');
		await this.finished('askAboutADeal', 'the execution to go on');
	}

	/** Tagged contacts get a reminder. */
	async reminder(): Promise<void> {
		const contact = await this.newContact({ tags: ['payment-reminder'] });
		await this.showMessageTo(contact.id);
		await this.byHand('scheduledReminder');
		console.log('The inbox holds the reminder, too.');
	}

	/** Who opted out is tagged. */
	async optedOut(): Promise<void> {
		const { phones } = await this.sandbox.fixtures();
		const body = { name: 'Cliente que saiu', phone: phones.optedOut, tags: ['campaign'] };
		const { id } = await this.sandbox.asTheApp<Contact>('POST', '/contacts', body);
		await this.byHand('optedOut');
		const { tags } = await this.sandbox.asTheApp<Contact>('GET', `/contacts/${id}`);
		console.log(`The contact’s tags are now: ${tags.join(', ')}`);
	}

	/** A deal is won, which n8n asks for every minute. */
	async survey(): Promise<void> {
		// A deal that was won before the trigger's first look is no news to it.
		await waitUntil('the first look at the deals', ARRIVAL_MS, async () =>
			(await this.sandbox.requests()).some(({ path }) => path.startsWith('/api/v1/deals'))
				? true
				: undefined,
		);
		const contact = await this.newContact();
		await this.showMessageTo(contact.id);
		const deal = await this.newDeal(contact.id);
		const before = (await (await this.n8n()).executionsOf('surveyAfterDealWon')).length;
		await this.sandbox.asTheApp('POST', `/deals/${deal.id}/win`, {});
		console.log('The deal is won. n8n asks for such deals every minute …');
		await this.finished('surveyAfterDealWon', 'the survey', before, POLL_MS);
		console.log('The inbox holds the survey, too.');
	}

	/** Twenty people get a message, some of them answer, and the report counts both. */
	async campaign(): Promise<void> {
		// A name of its own, which is the tag, too: the example's tag may be on others.
		const name = `try-${Date.now()}`;
		const people: Contact[] = [];
		for (let person = 0; person < 20; person += 1) {
			people.push(
				await this.sandbox.api<Contact>('POST', '/contacts', {
					...{ name: `${faker.person.firstName()} ${faker.person.lastName()}` },
					...{ phone: `119${faker.string.numeric(8)}`, tags: [name] },
				}),
			);
		}
		console.log(
			`Created 20 contacts with the tag ${name}. The campaign of this name sends, 30 messages a minute at most …`,
		);
		await this.withSettings(
			'campaign',
			{ campaign: name, tag: name },
			async () => void (await this.byHand('campaign', CAMPAIGN_MS)),
		);
		for (const { id, name: person } of people.slice(0, 8)) {
			const [message] = await this.sandbox.messagesTo(id);
			if (!message) throw new Error(`The campaign has sent nothing to ${person}`);
			const answer = await this.sandbox.customerWrites(message.conversationId, 'Quero!');
			await this.answered(answer.id, 'campaignEvents');
		}
		console.log('Eight of them answered. The report counts …');
		const report = await this.byHand('campaignReport');
		const totals = await (await this.n8n()).outputOf(report, 'Totals');
		const total = (totals as Total[]).find(({ campaign }) => campaign === name);
		console.log(`“Totals” says:\n${total?.message}\n“A line for each person” has the file.`);
	}

	/** Runs something with other settings in an example's step *Settings*, and puts back what was there. */
	private async withSettings(
		workflow: string,
		values: Record<string, string>,
		run: () => Promise<void>,
	): Promise<void> {
		const rest = await this.n8n();
		const path = `/workflows/${this.inPlaceOf(workflow)}`;
		const { nodes } = await rest.get<ExampleWorkflow>(path);
		const changed = structuredClone(nodes);
		const { parameters } = changed.find(({ name }) => name === 'Settings')!;
		const { assignments } = parameters.assignments as { assignments: Setting[] };
		for (const one of assignments) one.value = values[one.name] ?? one.value;
		await rest.send('PATCH', path, { nodes: changed });
		try {
			await run();
		} finally {
			await rest.send('PATCH', path, { nodes });
		}
	}

	/** A workflow that needs nothing but a click. @returns the execution's ID */
	async byHand(workflow: string, withinMs = ARRIVAL_MS): Promise<string> {
		const trigger = startedByHand((await exampleWorkflows()).find(({ id }) => id === workflow));
		const rest = await this.n8n();
		const before = (await rest.executionsOf(workflow)).length;
		await rest.runByHand(workflow, trigger);
		return await this.finished(workflow, 'the run', before, withinMs);
	}

	/** With a contact that was welcomed. */
	private async newConversation(): Promise<string> {
		const { id } = await this.newContact();
		return (await this.showMessageTo(id)).conversationId;
	}

	private async customerWrites(conversationId: string, text: string): Promise<Message> {
		console.log(`The customer wrote: “${text}”.`);
		return await this.sandbox.customerWrites(conversationId, text);
	}

	/** A customer writes, and the run of a workflow that answers ends. */
	private async hears(example: string, conversationId: string, text: string): Promise<void> {
		const { id } = await this.customerWrites(conversationId, text);
		await this.answered(id, example);
	}

	/** Waits until a workflow that answers when it has finished, has answered the event of a message. */
	private async answered(messageId: string, example: string): Promise<void> {
		const workflow = (await exampleWorkflows()).find(({ id }) => id === example);
		const paths = workflow ? triggerWebhooks(workflow).map(({ path }) => path) : [];
		await waitUntil('the run to end', ARRIVAL_MS, async () =>
			(await this.sandbox.deliveries()).find(
				({ url, status, body }) =>
					status === 200 && body.includes(messageId) && paths.some((path) => url.endsWith(path)),
			),
		);
	}

	/** Every free text that the customer was sent. */
	private async answersIn(conversationId: string): Promise<Message[]> {
		return (await this.sandbox.messages()).filter(
			(message) =>
				message.conversationId === conversationId &&
				message.direction === 'outbound' &&
				message.type === 'text',
		);
	}

	private async newContact(given: object = {}): Promise<Contact> {
		const contact = await this.sandbox.api<Contact>('POST', '/contacts', {
			// The full name may begin with a title, which no greeting goes with.
			name: `${faker.person.firstName()} ${faker.person.lastName()}`,
			phone: `119${faker.string.numeric(8)}`,
			...given,
		});
		console.log(
			`Created ${contact.name} (${contact.phone ?? 'no phone'}). The service tells n8n …`,
		);
		return contact;
	}

	private async newDeal(contactId: string): Promise<Deal> {
		const { pipelines } = await this.sandbox.fixtures();
		const body = { title: 'Cozinha planejada', pipelineId: pipelines.default, contactId };
		const deal = await this.sandbox.api<Deal>('POST', '/deals', body);
		console.log(`Created the deal ${deal.title}. The service tells n8n …`);
		return deal;
	}

	private async showMessageTo(contactId: string): Promise<Message> {
		const message = await waitUntil<Message>('a message to the contact', ARRIVAL_MS, async () => {
			const [found] = await this.sandbox.messagesTo(contactId);
			return found?.status === 'pending' ? undefined : found;
		});
		const outcome = message.error ? `${message.status}: ${message.error.code}` : message.status;
		console.log(`n8n answered with a template message (${outcome}):\n  “${message.text}”`);
		console.log(`It is in the inbox: ${this.sandbox.pageUrl}/#/inbox/${message.conversationId}`);
		return message;
	}

	/** @param before how many executions there were @returns the ID of the one that ended */
	private async finished(
		workflow: string,
		what: string,
		before = 0,
		withinMs = ARRIVAL_MS,
	): Promise<string> {
		const rest = await this.n8n();
		const { id, status } = await waitUntil(what, withinMs, async () => {
			const all = await rest.executionsOf(this.inPlaceOf(workflow));
			const [newest] = all;
			if (!newest || all.length <= before) return undefined;
			return ['new', 'running', 'waiting'].includes(newest.status) ? undefined : newest;
		});
		console.log(`n8n ran it (${status}).`);
		this.showRuns(workflow, id);
		return id;
	}

	private showRuns(workflow: string, executionId?: string): void {
		const path = executionId === undefined ? '' : `/${executionId}`;
		const id = this.inPlaceOf(workflow);
		console.log(`Look at the run under ${this.n8nUrl}/workflow/${id}/executions${path}`);
	}
}

/** A value in a step *Edit Fields*. */
interface Setting {
	name: string;
	value: unknown;
}

/** What the campaign report says of a campaign. */
interface Total {
	campaign: string;
	message: string;
}

interface Contact {
	id: string;
	name: string;
	phone: string | null;
	tags: string[];
}

interface Deal {
	id: string;
	title: string;
	stageId: string;
}
