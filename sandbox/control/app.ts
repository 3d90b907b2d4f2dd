import type { FastifyInstance } from 'fastify';
import { performAsTheApp } from '../http/actAsTheApp';
import { incomingOf, takeRawBodies } from '../http/wire';
import { operations } from '../resources';
import { ApiError } from '../rules/errors';
import type { Service } from '../service';

/**
 * `/app/...`: every operation of the API as the service's own app would do it, in the manager's
 * name: no token, limits, keys or faults, and nothing in the request log.
 */
export function actingAsTheApp(service: Service) {
	return async (app: FastifyInstance): Promise<void> => {
		takeRawBodies(app);
		app.setErrorHandler((error, _request, reply) => {
			if (!(error instanceof ApiError)) throw error;
			return reply.code(error.status).type('application/json').send(error.envelope('app'));
		});
		for (const operation of operations) {
			app.route({
				method: operation.method,
				url: operation.path,
				handler: async (request, reply) => {
					const incoming = incomingOf(request, '/_sandbox/app');
					const { status, body } = performAsTheApp(service, operation, incoming);
					return await reply.code(status).send(body);
				},
			});
		}
	};
}
