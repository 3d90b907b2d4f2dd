import fastify, {
	type FastifyError,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
} from 'fastify';
import { controlApi } from '../control';
import { pageFiles } from '../page/files';
import { operations } from '../resources';
import { randomId } from '../randomId';
import { ApiError } from '../rules/errors';
import type { Service } from '../service';
import { handle } from './handle';
import type { Operation } from './operation';
import { incomingOf, takeRawBodies } from './wire';

export const API_PREFIX = '/api/v1';
export const CONTROL_PREFIX = '/_sandbox';

/** The three parts of the sandbox behind one port: the service's API, the control API, the page. */
export async function createServer(service: Service): Promise<FastifyInstance> {
	const app = fastify({
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 4096 },
		frameworkErrors: answerUnreadable,
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
		app.setErrorHandler(answerUnreadable);
	};

	function answerWith(operation: Operation | undefined) {
		return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
			const outgoing = await handle(service, operation, incomingOf(request, API_PREFIX));
			if (outgoing === null) {
				reply.hijack();
				reply.raw.destroy();
				return;
			}
			await reply.code(outgoing.status).headers(outgoing.headers).send(outgoing.body);
		};
	}
}

/** What no rule ever sees: an address that cannot be decoded, a body over one megabyte. */
function answerUnreadable(
	error: FastifyError,
	_request: FastifyRequest,
	reply: FastifyReply,
): void {
	const requestId = randomId('req');
	if ((error.statusCode ?? 500) >= 500) console.error(error);
	const refusal =
		(error.statusCode ?? 500) < 500
			? new ApiError('invalid_parameter', error.message)
			: new ApiError('internal_error', 'The sandbox failed.');
	void reply
		.code(refusal.status)
		.headers({ 'Content-Type': 'application/json; charset=utf-8', 'Request-Id': requestId })
		.send(refusal.envelope(requestId));
}
