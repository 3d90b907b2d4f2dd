import { faker } from '@faker-js/faker/locale/pt_BR';

import { exampleWorkflows, startedByHand } from './exampleWorkflows';
import { N8nRest } from './n8nRest';
import type { SandboxControl, Message } from './sandboxControl';
import { waitUntil } from './waitUntil';

const ARRIVAL_MS = 30_000;
/** A poll a minute, and the run. */
const POLL_MS = 90_000;

export interface AttemptOptions {
	n8nUrl: string;
	sandbox: SandboxControl;
	/** Whether the welcome message is to fail on its way. */
	fails?: boolean;
	/** Where somebody is signed in already. */
	rest?: N8nRest;
}

/** What there is to see, and the running playground to see it in. */
export class Attempt {
	private readonly n8nUrl: string;
	private readonly sandbox: SandboxControl;
	private readonly fails: boolean;
	private rest: N8nRest | undefined;

	constructor({ n8nUrl, sandbox, fails = false, rest }: AttemptOptions) {
		this.n8nUrl = n8nUrl;
		this.sandbox = sandbox;
		this.fails = fails;
		this.rest = rest;
	}

	/** A contact is created, and welcomed. */
	async welcome(): Promise<void> {
		if (this.fails)
			await this.sandbox.addFault({ kind: 'messageFails', code: 'recipient_invalid' });
		const contact = await this.newContact();
		await this.showMessageTo(contact.id);
		this.showRuns(this.fails ? 'messageFailed' : 'welcomeNewContact');
	}

	/** The first run of all: the welcome, with the link to its run. */
	async firstWelcome(): Promise<void> {
		const contact = await this.newContact();
		await this.showMessageTo(contact.id);
		await this.finished('welcomeNewContact', 'the run of the welcome to end');
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
		await this.finished('sendAndWait', 'the execution to go on');
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
		const contact = await this.newContact();
		await this.showMessageTo(contact.id);
		const deal = await this.newDeal(contact.id);
		const before = (await (await this.n8n()).executionsOf('surveyAfterDealWon')).length;
		await this.sandbox.asTheApp('POST', `/deals/${deal.id}/win`, {});
		console.log('The deal is won. n8n asks for such deals every minute …');
		await this.finished('surveyAfterDealWon', 'the survey', before, POLL_MS);
		console.log('The inbox holds the survey, too.');
	}

	/** A workflow that needs nothing but a click. */
	async byHand(workflow: string): Promise<void> {
		const trigger = startedByHand((await exampleWorkflows()).find(({ id }) => id === workflow));
		const rest = await this.n8n();
		const before = (await rest.executionsOf(workflow)).length;
		await rest.runByHand(workflow, trigger);
		await this.finished(workflow, 'the run', before);
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

	private async showMessageTo(contactId: string): Promise<void> {
		const message = await waitUntil<Message>('a message to the contact', ARRIVAL_MS, async () => {
			const [found] = await this.sandbox.messagesTo(contactId);
			return found?.status === 'pending' ? undefined : found;
		});
		const outcome = message.error ? `${message.status}: ${message.error.code}` : message.status;
		console.log(`n8n answered with a template message (${outcome}):\n  “${message.text}”`);
	}

	/** Signed in once: n8n lets nobody sign in often. */
	private async n8n(): Promise<N8nRest> {
		if (this.rest) return this.rest;
		this.rest = new N8nRest(this.n8nUrl);
		await this.rest.signIn();
		return this.rest;
	}

	/** @param before how many executions there were */
	private async finished(
		workflow: string,
		what: string,
		before = 0,
		withinMs = ARRIVAL_MS,
	): Promise<void> {
		const rest = await this.n8n();
		const { id, status } = await waitUntil(what, withinMs, async () => {
			const all = await rest.executionsOf(workflow);
			const [newest] = all;
			if (!newest || all.length <= before) return undefined;
			return ['new', 'running', 'waiting'].includes(newest.status) ? undefined : newest;
		});
		console.log(`n8n ran it (${status}).`);
		this.showRuns(workflow, id);
	}

	private showRuns(workflow: string, executionId?: string): void {
		const path = executionId === undefined ? '' : `/${executionId}`;
		console.log(`Look at the run under ${this.n8nUrl}/workflow/${workflow}/executions${path}`);
	}
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
