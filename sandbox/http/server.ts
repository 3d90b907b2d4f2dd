import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { controlApi } from '../control';
import { pageFiles } from '../page/files';
import { operations } from '../resources';
import type { Service } from '../service';
import { handle } from './handle';
import type { Operation } from './operation';
import { incomingOf, takeRawBodies, type Outgoing } from './wire';

export const API_PREFIX = '/api/v1';
export const CONTROL_PREFIX = '/_sandbox';

/** The three parts of the sandbox behind one port: the service's API, the control API, the page. */
export async function createServer(service: Service): Promise<FastifyInstance> {
	const app = fastify({
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		// An id of any length reaches the rule that refuses it.
		routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
		frameworkErrors: (_error, request, reply) =>
			void answerUndecodable(service, request, reply as FastifyReply),
	});
	await app.register(serviceApi(service), { prefix: API_PREFIX });
	await app.register(controlApi(service), { prefix: CONTROL_PREFIX });
	await app.register(pageFiles);
	return app;
}

function serviceApi(service: Service) {
	return async (app: FastifyInstance): Promise<void> => {
		takeRawBodies(app);
		for (const operation of operations) {
			app.route({ method: operation.method, url: operation.path, handler: answerWith(operation) });
		}
		// A route of its own: the page's files lie below `/*` and would answer otherwise.
		app.all('/', answerWith(undefined));
		app.all('/*', answerWith(undefined));
		app.setNotFoundHandler(answerWith(undefined));
	};

	function answerWith(operation: Operation | undefined) {
		return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
			await send(reply, await handle(service, operation, incomingOf(request, API_PREFIX)));
		};
	}
}

/** An address that cannot be decoded, so no route is found: the service's rules see it all the same. */
async function answerUndecodable(
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	if (new RegExp(`^${API_PREFIX}([/?]|$)`).test(request.url)) {
		const incoming = { ...incomingOf(request, API_PREFIX), isUndecodable: true };
		await send(reply, await handle(service, undefined, incoming));
	} else {
		await reply.code(400).send({ error: 'The address cannot be decoded.' });
	}
}

async function send(reply: FastifyReply, outgoing: Outgoing): Promise<void> {
	if (outgoing === null) {
		reply.hijack();
		reply.raw.destroy();
		return;
	}
	await reply.code(outgoing.status).headers(outgoing.headers).send(outgoing.body);
}
