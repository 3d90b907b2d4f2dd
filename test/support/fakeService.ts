/** A tiny HTTP server for answers that the sandbox does not give: pages, silence, broken connections. */
import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived, with its whole body. */
export interface ReceivedRequest {
	method: string;
	/** Path with query, as on the wire. */
	url: string;
	headers: IncomingHttpHeaders;
	body: Buffer;
}

/** An answer; `json` is sent as JSON, `body` as it is. */
export interface Answer {
	status?: number;
	headers?: Record<string, string>;
	json?: unknown;
	body?: string | Buffer;
}

/** Answers that no well-behaved service gives. */
export const hang: unique symbol = Symbol('never answers');
export const breakConnection: unique symbol = Symbol('closes the connection without an answer');

/** What a handler makes of a request. */
export type Reply = Answer | typeof hang | typeof breakConnection;

export interface FakeService {
	/** `http://127.0.0.1:<port>`, without a slash at the end. */
	url: string;
	/** What arrived so far, in order. */
	requests: ReceivedRequest[];
	/** Closes the server and every connection, answered or not. */
	close(): Promise<void>;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}

function send(response: ServerResponse, reply: Reply): void {
	if (reply === hang) return;
	if (reply === breakConnection) {
		response.destroy();
		return;
	}
	const { status = 200, headers = {}, json, body } = reply;
	const type: Record<string, string> =
		json === undefined ? {} : { 'content-type': 'application/json' };
	response.writeHead(status, { ...type, ...headers });
	response.end(json === undefined ? body : JSON.stringify(json));
}

/**
 * Starts a server on a free loopback port. The handler is asked once a request and gets the number of
 * requests before it; a handler that throws answers 500 with the error's text.
 */
export async function fakeService(
	handler: (request: ReceivedRequest, before: number) => Reply | Promise<Reply>,
): Promise<FakeService> {
	const requests: ReceivedRequest[] = [];
	const server = createServer((incoming, response) => {
		void (async () => {
			const received = {
				method: incoming.method ?? '',
				url: incoming.url ?? '',
				headers: incoming.headers,
				body: await bytesOf(incoming),
			};
			const before = requests.push(received) - 1;
			send(response, await handler(received, before));
		})().catch((error: unknown) => send(response, { status: 500, body: String(error) }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		requests,
		close: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			server.closeAllConnections();
			await closed;
		},
	};
}
