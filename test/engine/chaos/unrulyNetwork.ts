/** A network between n8n and the sandbox that ill-treats a share of the requests, repeatably. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
	createServer,
	request as forward,
	type IncomingMessage,
	type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Troubles that the node gets every request through. */
export const curable = [
	'dropBefore',
	'dropAfter',
	'slow',
	'rateLimited',
	'tokensDisabled',
	'templateCheckUnavailable',
	'idempotencyUnavailable',
	'inProgress',
	'proxyPage',
] as const;
/** One that it does not repeat on `conversation.start`, and one that it repeats on no write. */
export type Trouble = (typeof curable)[number] | 'queueUnavailable' | 'internalError';

export interface UnrulyNetwork {
	/** Stands in for the sandbox's base URL. */
	baseUrl: string;
	/** How often each trouble struck. */
	struck: Map<Trouble, number>;
	/** How often its port was closed for a while, and refused connections. */
	closings: number;
	stop(): Promise<void>;
}

interface Manner {
	/** The same seed, the same troubles for the same attempts. */
	seed: number;
	/** The share of the requests that meet trouble, 0 to 1. */
	share: number;
	troubles?: readonly Trouble[];
	/** After so many requests, each time, the port is closed for a while. Strikes whoever comes then. */
	closesEvery?: number;
}

/** Longer than a node at work leaves the network alone: a window of the chaos tests' sandboxes and a bit. */
const CLOSED_MS = 1_200;

export async function startUnrulyNetwork(
	target: string,
	{ seed, share, troubles = curable, closesEvery = Infinity }: Manner,
): Promise<UnrulyNetwork> {
	const attempts = new Map<string, number>();
	let requests = 0;
	const server = createServer((incoming, outgoing) => {
		// Each request comes by a connection of its own, so that a closed port meets it.
		outgoing.setHeader('Connection', 'close');
		const key = String(incoming.headers['idempotency-key'] ?? incoming.url);
		const attempt = (attempts.get(key) ?? 0) + 1;
		attempts.set(key, attempt);
		requests += 1;
		if (requests % closesEvery === 0) void closeForAWhile();
		const trouble = troubleOf(key, attempt);
		if (trouble) network.struck.set(trouble, (network.struck.get(trouble) ?? 0) + 1);
		void bodyOf(incoming)
			.then(
				async (body) =>
					await exchange({ target, incoming, outgoing, body, isFirst: attempt === 1 }, trouble),
			)
			// What breaks behind the network breaks in front of it.
			.catch(() => outgoing.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	/** Hangs on the attempt alone, not on the order in which parallel requests arrive. */
	function troubleOf(key: string, attempt: number): Trouble | undefined {
		const hash = createHash('sha256')
			.update(JSON.stringify([seed, key, attempt]))
			.digest();
		if (hash.readUInt32BE(0) / 2 ** 32 >= share) return undefined;
		return troubles[hash.readUInt32BE(4) % troubles.length];
	}

	async function closeForAWhile(): Promise<void> {
		server.close();
		const [{ code }] = (await once(connect(port, '127.0.0.1'), 'error')) as [NodeJS.ErrnoException];
		if (code === 'ECONNREFUSED') network.closings += 1;
		await pause(CLOSED_MS);
		if (!stopped) server.listen(port, '127.0.0.1');
	}

	let stopped = false;
	const network: UnrulyNetwork = {
		baseUrl: `http://127.0.0.1:${port}${new URL(target).pathname}`,
		struck: new Map(),
		closings: 0,
		stop: async () => {
			stopped = true;
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return network;
}

/** A request on its way. */
interface Passage {
	target: string;
	incoming: IncomingMessage;
	outgoing: ServerResponse;
	body: Buffer;
	/** The first attempt with its key. */
	isFirst: boolean;
}

async function exchange(passage: Passage, trouble: Trouble | undefined): Promise<void> {
	const { incoming, outgoing } = passage;
	switch (trouble) {
		case 'dropBefore':
			outgoing.destroy();
			return;
		case 'dropAfter':
			await answerOf(passage);
			outgoing.destroy();
			return;
		case 'slow':
			await pause(400);
			break;
		case 'rateLimited':
			return refuse(outgoing, 429, 'rate_limit_error', 'rate_limited', { 'Retry-After': '1' });
		case 'tokensDisabled':
			return refuse(outgoing, 503, 'api_error', 'api_tokens_disabled');
		case 'templateCheckUnavailable':
			return refuse(outgoing, 503, 'api_error', 'template_check_unavailable');
		case 'idempotencyUnavailable':
			return refuse(outgoing, 503, 'api_error', 'idempotency_unavailable');
		case 'queueUnavailable':
			if (startsConversation(incoming)) await runUnstored(passage);
			return refuse(outgoing, 503, 'api_error', 'queue_unavailable');
		case 'internalError':
			await runUnstored(passage);
			return refuse(outgoing, 500, 'api_error', 'internal_error');
		case 'inProgress':
			// The first attempt runs on; the answer says so, as a service behind two doors would.
			if (incoming.method === 'GET') break;
			void answerOf(passage).catch(() => {});
			return refuse(outgoing, 409, 'conflict_error', 'idempotency_key_in_progress');
		case 'proxyPage':
			outgoing.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
			return;
	}
	const { status, headers, text } = await answerOf(passage);
	outgoing.writeHead(status, { ...headers, connection: 'close' }).end(text);
}

const startsConversation = ({ method, url }: IncomingMessage) =>
	method === 'POST' && url?.endsWith('/conversations') === true;

/**
 * The service did it, failed afterwards and keeps no 5xx (Idempotency 5): a repeat would do it again.
 * What an earlier attempt with the key did is not done again.
 */
async function runUnstored(passage: Passage): Promise<void> {
	if (passage.isFirst) await answerOf(passage, 'without its key');
}

function refuse(
	outgoing: ServerResponse,
	status: number,
	type: string,
	code: string,
	headers: Record<string, string> = {},
): void {
	const requestId = 'req_of_the_network';
	outgoing
		.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': requestId, ...headers })
		.end(JSON.stringify({ error: { type, code, message: 'Not now.', requestId } }));
}

async function answerOf({ target, incoming, body }: Passage, withoutKey?: 'without its key') {
	const { origin } = new URL(target);
	return await new Promise<{ status: number; headers: IncomingMessage['headers']; text: Buffer }>(
		(resolve, reject) => {
			const { method } = incoming;
			const headers = { ...incoming.headers };
			if (withoutKey) delete headers['idempotency-key'];
			const sent = forward(`${origin}${incoming.url}`, { method, headers }, (answer) => {
				void bodyOf(answer).then((text) =>
					resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
				);
			});
			sent.on('error', reject).end(body);
		},
	);
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of message) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks);
}
