import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A request below `/api/v1`, before anything was decided about it. */
export interface Incoming {
	method: string;
	/** As sent: with `/api/v1` and the query. */
	target: string;
	/** Below `/api/v1`, without query. */
	path: string;
	params: Record<string, string>;
	headers: Record<string, string | undefined>;
	body: Buffer;
	/** The address cannot be decoded, so it is unknown which operation is meant. */
	isUndecodable?: boolean;
}

/** What goes out; null: the connection is broken without an answer. */
export type Outgoing = { status: number; headers: Record<string, string>; body: string } | null;

/** README, "Body size". */
export const MOST_BODY_BYTES = 2 ** 20;

const sentTypes = new WeakMap<IncomingMessage, string | undefined>();

/** Idempotency compares bytes: bodies are neither parsed nor refused before the rules see them. */
export function takeRawBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	// The framework would refuse a content type that it cannot read, with an answer of its own.
	app.addHook('onRequest', async ({ raw }) => {
		sentTypes.set(raw, raw.headers['content-type']);
		raw.headers['content-type'] = 'application/octet-stream';
	});
	app.addContentTypeParser(
		'*',
		async (_request: unknown, payload: AsyncIterable<Buffer>) => await bytesOf(payload),
	);
}

/** The whole body, or of a larger one than is taken as much as tells that it is too large. */
async function bytesOf(payload: AsyncIterable<Buffer>): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of payload) {
		if (length <= MOST_BODY_BYTES) chunks.push(chunk);
		length += chunk.length;
	}
	return Buffer.concat(chunks);
}

export function incomingOf(request: FastifyRequest, prefix: string): Incoming {
	const headers: Incoming['headers'] = {};
	for (const [name, value] of Object.entries(request.headers)) {
		headers[name] = Array.isArray(value) ? value.join(', ') : value;
	}
	if (sentTypes.has(request.raw)) headers['content-type'] = sentTypes.get(request.raw);
	return {
		method: request.method,
		target: request.url,
		path: (request.url.split('?')[0] ?? '').slice(prefix.length),
		params: request.params as Record<string, string>,
		headers,
		body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
	};
}
