import type { SandboxAddresses } from './sandboxProcess';

export interface Registration {
	id: string;
	secret: string;
}

export interface Delivery {
	event: string;
	id: string;
	url: string;
	attempt: number;
	/** The receiver's HTTP status; what stands there for a broken connection is the sandbox's affair. */
	status: number;
	/** What was sent. */
	body: string;
}

/** A workflow in n8n, as the sandbox's page names it and links to it. */
export interface ListedWorkflow {
	id: string;
	name: string;
	/** In n8n's editor. */
	url: string;
	isPublished: boolean;
	/** The production URLs of its triggers. */
	webhooks: string[];
	/** The command that tries it; null where there is none. */
	command: string | null;
	/** The page that says how to try it; null where there is none. */
	recipe: string | null;
}

/** Some of what a fresh sandbox holds for trying rules, by purpose. */
export interface Fixtures {
	conversations: Record<'group', string>;
	phones: Record<'optedOut' | 'undeliverable', string>;
	pipelines: Record<'default' | 'withoutFinalStages', string>;
	stages: Record<'secondOpen', string>;
	users: Record<'manager' | 'seller' | 'otherSeller', string>;
}

export interface LoggedRequest {
	method: string;
	path: string;
	headers: Record<string, string>;
	rawBody: string;
	status: number;
	/** Answered from storage. */
	replayed: boolean;
}

export interface Message {
	id: string;
	conversationId: string;
	direction: string;
	type: string;
	text: string;
	status: string;
	error: { code: string } | null;
	/** The user who wrote it, null for the customer. */
	authorId: string | null;
	/** ISO 8601 with milliseconds. */
	createdAt: string;
}

/** The sandbox's control API (sandbox/README.md, "The control API"), and its API as the manager. */
export class SandboxControl {
	constructor(private readonly sandbox: SandboxAddresses) {}

	/** The sandbox's page, without a trailing slash. */
	get pageUrl(): string {
		return new URL(this.sandbox.baseUrl).origin;
	}

	/**
	 * Registers a receiver for the main account.
	 * @param events kinds, or `*` for all
	 * @param secret one of 64 characters that is known already; otherwise the sandbox makes one
	 */
	async registerWebhook(url: string, events: string[], secret?: string): Promise<Registration> {
		return await this.control('POST', '/webhooks', { url, events, secret });
	}

	async webhooks(): Promise<Array<{ id: string; url: string }>> {
		return await this.control('GET', '/webhooks');
	}

	async removeWebhook(id: string): Promise<void> {
		await this.control('DELETE', `/webhooks/${id}`);
	}

	/** The workflows that its page shows; none since a reset. */
	async workflows(): Promise<ListedWorkflow[]> {
		return await this.control('GET', '/workflows');
	}

	/** Has its page show these workflows and no others. */
	async showWorkflows(workflows: ListedWorkflow[]): Promise<void> {
		await this.control('PUT', '/workflows', workflows);
	}

	/** Gives a registration a new secret; the former one signs, too, for another day. */
	async rotateSecret(id: string): Promise<string> {
		return (await this.control<{ secret: string }>('POST', `/webhooks/${id}/rotate`)).secret;
	}

	/** Moves the service's clock ahead. */
	async advanceClock(advanceMs: number): Promise<void> {
		await this.control('POST', '/clock', { advanceMs });
	}

	/** Brings back the state after the start: no registrations, no deliveries. */
	async reset(): Promise<void> {
		await this.control('POST', '/reset');
	}

	async addFault(fault: Record<string, unknown>): Promise<void> {
		await this.control('POST', '/faults', fault);
	}

	/** The faults that have not struck yet. */
	async faults(): Promise<unknown[]> {
		return await this.control('GET', '/faults');
	}

	async deliveries(): Promise<Delivery[]> {
		return await this.control('GET', '/deliveries');
	}

	async requests(): Promise<LoggedRequest[]> {
		return await this.control('GET', '/requests');
	}

	/** The customer's side of a conversation. @param text null for a picture */
	async customerWrites(conversationId: string, text: string | null): Promise<Message> {
		return await this.control('POST', '/customer-messages', { conversationId, text });
	}

	/** A user of the account writes in the service's own app; the message ends `sent`. */
	async userWrites(conversationId: string, text: string, userId: string): Promise<Message> {
		return await this.control('POST', '/team-messages', { conversationId, text, userId });
	}

	async fixtures(): Promise<Fixtures> {
		return await this.control('GET', '/fixtures');
	}

	/** Every message of a contact's conversations, the oldest of each first. */
	async messagesTo(contactId: string): Promise<Message[]> {
		const all = await this.control<Array<{ id: string; contactId: string }>>(
			'GET',
			'/conversations',
		);
		const theirs = all.filter((conversation) => conversation.contactId === contactId);
		const messages = await Promise.all(
			theirs.map(({ id }) => this.control<Message[]>('GET', `/conversations/${id}/messages`)),
		);
		return messages.flat();
	}

	/** Every message of the main account, the oldest first. */
	async messages(): Promise<Message[]> {
		return await this.control('GET', '/messages');
	}

	/** An operation of the API as the service's own app does it: without a token, limits or a place in the log. */
	async asTheApp<T>(method: string, path: string, body?: unknown): Promise<T> {
		return await this.control(method, `/app${path}`, body);
	}

	/** A request of the service's own API with the manager's token. @throws Error on any status but 2xx */
	async api<T>(method: string, path: string, body?: unknown): Promise<T> {
		return await this.request(method, `${this.sandbox.baseUrl}${path}`, body, {
			authorization: `Bearer ${this.sandbox.tokens.manager}`,
		});
	}

	private async control<T>(method: string, path: string, body?: unknown): Promise<T> {
		return await this.request(method, `${this.sandbox.controlUrl}${path}`, body);
	}

	private async request<T>(
		method: string,
		url: string,
		body?: unknown,
		headers: Record<string, string> = {},
	): Promise<T> {
		const response = await fetch(url, {
			method,
			headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
		return (text === '' ? undefined : JSON.parse(text)) as T;
	}
}
