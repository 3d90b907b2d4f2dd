import type { AddressInfo } from 'node:net';

import fastify from 'fastify';

import type { ChatReply, ChatRequest } from './chat';
import { conduct } from './conduct';
import { endpoints } from './wire';

/**
 * What the model answers, asked once a request.
 *
 * To fail once: `(_, before) => (before === 0 ? { status: 400 } : undefined)`. n8n's model node asks again by itself,
 * twice, after 429 and 5xx, but not after other errors. To take its time, a script awaits something first. To call a
 * tool with whatever arguments, it returns `{ calls: [{ name, arguments }] }`.
 * @param before how many requests came before
 * @returns undefined for what the model does by itself (`conduct.ts`)
 */
export type Script = (
	request: ChatRequest,
	before: number,
) => ChatReply | undefined | Promise<ChatReply | undefined>;

export interface ScriptedModel {
	/** For the credential's Base URL, `http://127.0.0.1:<port>/v1`; any API key will do. */
	url: string;
	/** What it was asked so far, in order. */
	requests: ChatRequest[];
	/** May be replaced while it runs. */
	script: Script | undefined;
	close(): Promise<void>;
}

/** Long conversations with large tool results. */
const LARGEST_BODY = 16 * 2 ** 20;

/** Starts a stand-in for OpenAI's chat models on a free port of 127.0.0.1, in this process. */
export async function startScriptedModel(script?: Script): Promise<ScriptedModel> {
	const server = fastify({ bodyLimit: LARGEST_BODY, forceCloseConnections: true });
	const model: ScriptedModel = {
		...{ url: '', requests: [], script },
		close: async () => await server.close(),
	};
	const error = (message: string) => ({ error: { message, type: 'scripted', code: null } });
	server.setErrorHandler(async ({ message }: Error, _request, reply) =>
		reply.code(500).send(error(message)),
	);
	server.get('/v1/models', async () => ({
		object: 'list',
		data: [{ id: 'scripted', object: 'model', created: 1, owned_by: 'playground' }],
	}));
	for (const { path, read, answer, events } of endpoints) {
		server.post<{ Body: Record<string, unknown> }>(`/v1${path}`, async ({ body }, reply) => {
			const request = read(body);
			const before = model.requests.push(request) - 1;
			const said = (await model.script?.(request, before)) ?? conduct(request);
			if ('status' in said) {
				return await reply.code(said.status).send(error(`The script says ${said.status}.`));
			}
			const whole = answer(`scripted-${before}`, request.model, said);
			if (!body.stream) return whole;
			const lines = [...events(whole).map((event) => JSON.stringify(event)), '[DONE]'];
			reply.type('text/event-stream');
			return lines.map((line) => `data: ${line}\n\n`).join('');
		});
	}
	await server.listen({ host: '127.0.0.1', port: 0 });
	model.url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/v1`;
	return model;
}
