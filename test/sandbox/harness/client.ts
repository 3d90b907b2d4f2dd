import { Agent, request } from 'undici';
import type { RunningSandbox } from '../../../sandbox';
import { ERROR_ROWS } from '../../support/specification';

/** Records as the API answers them; what a test expects of them it says itself. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

export interface Reply {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	text: string;
	/** The body parsed; undefined when it is not JSON. */
	body: Json;
}

export interface Sending {
	/** A name of the sandbox's tokens, or null for no `Authorization` header. */
	as?: string | null;
	body?: unknown;
	/** Sent as it is instead of `body`. */
	raw?: string | Buffer;
	key?: string;
	headers?: Record<string, string>;
}

/** Real HTTP to one sandbox: its API in anybody's name, and its control API. */
export class Client {
	private readonly agent = new Agent();

	constructor(private readonly sandbox: RunningSandbox) {}

	async send(method: string, path: string, sending: Sending = {}): Promise<Reply> {
		const { as = 'manager', body, raw, key, headers } = sending;
		const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
		const reply = await this.exchange(method, `${this.sandbox.baseUrl}${path}`, sent, {
			...(as === null ? {} : { authorization: `Bearer ${this.sandbox.tokens[as] ?? as}` }),
			...(sent === undefined ? {} : { 'content-type': 'application/json' }),
			...(key === undefined ? {} : { 'idempotency-key': key }),
			...headers,
		});
		requireTableRow(reply);
		return reply;
	}

	async get(path: string, as?: string): Promise<Reply> {
		return await this.send('GET', path, { as });
	}

	async post(path: string, body: unknown, sending: Omit<Sending, 'body'> = {}): Promise<Reply> {
		return await this.send('POST', path, { ...sending, body });
	}

	async patch(path: string, body: unknown, sending: Omit<Sending, 'body'> = {}): Promise<Reply> {
		return await this.send('PATCH', path, { ...sending, body });
	}

	async delete(path: string, sending: Sending = {}): Promise<Reply> {
		return await this.send('DELETE', path, sending);
	}

	/** Every record of a list with cursors. */
	async all(path: string, as?: string): Promise<Json[]> {
		const records: Json[] = [];
		for (let cursor: string | null = ''; cursor !== null;) {
			const separator = path.includes('?') ? '&' : '?';
			const page: Json = (await this.get(cursor ? `${path}${separator}cursor=${cursor}` : path, as))
				.body;
			records.push(...page.data);
			cursor = page.nextCursor;
		}
		return records;
	}

	/** The control API; throws when it refuses. */
	async control(method: string, path: string, body?: unknown): Promise<Json> {
		const reply = await this.tryControl(method, path, body);
		if (reply.status > 299) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
		return reply.body;
	}

	async tryControl(method: string, path: string, body?: unknown): Promise<Reply> {
		const sent = body === undefined ? undefined : JSON.stringify(body);
		return await this.exchange(
			method,
			`${this.sandbox.controlUrl}${path}`,
			sent,
			sent === undefined ? {} : { 'content-type': 'application/json' },
		);
	}

	async close(): Promise<void> {
		await this.agent.destroy();
	}

	private async exchange(
		method: string,
		url: string,
		body: string | Buffer | undefined,
		headers: Record<string, string>,
	): Promise<Reply> {
		const reply = await request(url, {
			method: method as 'GET',
			body,
			headers,
			dispatcher: this.agent,
		});
		const text = await reply.body.text();
		return { status: reply.statusCode, headers: reply.headers, text, body: parsed(text) };
	}
}

function parsed(text: string): Json {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Whatever a test is about: each error has the status and type of its row in "Errors". */
function requireTableRow({ status, body }: Reply): void {
	const { code, type } = body?.error ?? {};
	const row = ERROR_ROWS[code];
	if (row !== undefined && row !== `${status} ${type}`) {
		throw new Error(`${code} came as ${status} ${type}, its row is ${row}`);
	}
}
