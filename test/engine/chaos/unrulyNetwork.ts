/** A network between n8n and the sandbox that ill-treats a share of the requests, repeatably. */
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export const troubles = [
	'refused',
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
export type Trouble = (typeof troubles)[number];

export interface UnrulyNetwork {
	/** Stands in for the sandbox's base URL. */
	baseUrl: string;
	/** How often each trouble struck. */
	struck: Map<Trouble, number>;
	stop(): Promise<void>;
}

/** @param share of the requests that meet trouble, 0 to 1 */
export async function startUnrulyNetwork(
	target: string,
	{ seed, share }: { seed: number; share: number },
): Promise<UnrulyNetwork> {
	const random = mulberry32(seed);
	const struck = new Map<Trouble, number>();
	const server = createServer((incoming, outgoing) => {
		void bodyOf(incoming).then(async (body) => {
			const trouble =
				random() < share ? troubles[Math.floor(random() * troubles.length)] : undefined;
			if (trouble) struck.set(trouble, (struck.get(trouble) ?? 0) + 1);
			await exchange(target, incoming, outgoing, body, trouble);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}${new URL(target).pathname}`,
		struck,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function exchange(
	target: string,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	body: Buffer,
	trouble: Trouble | undefined,
): Promise<void> {
	const pass = async () => await answerOf(target, incoming, body);
	switch (trouble) {
		case 'refused':
		case 'dropBefore':
			outgoing.destroy();
			return;
		case 'dropAfter':
			await pass();
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
		case 'inProgress':
			// The first attempt runs on; the answer says so, as a service behind two doors would.
			if (incoming.method === 'GET') break;
			void pass();
			return refuse(outgoing, 409, 'conflict_error', 'idempotency_key_in_progress');
		case 'proxyPage':
			outgoing.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
			return;
	}
	const { status, headers, text } = await pass();
	outgoing.writeHead(status, headers).end(text);
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

async function answerOf(target: string, incoming: IncomingMessage, body: Buffer) {
	const { origin } = new URL(target);
	return await new Promise<{ status: number; headers: IncomingMessage['headers']; text: Buffer }>(
		(resolve, reject) => {
			const { method, headers } = incoming;
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

/** A small seeded generator: the same seed, the same troubles for the same order of requests. */
export function mulberry32(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
	};
}
