import type { FastifyInstance } from 'fastify';
import { ZodError } from 'zod';
import type { Service } from '../service';
import { actingAsTheApp } from './app';
import { behaviourRoutes } from './behaviour';
import { eventStream } from './events';
import { inboxRoutes } from './inbox';
import { settingsRoutes } from './settings';
import { shortDayRoutes } from './shortDay';
import { simulationRoutes } from './simulation';
import { refused, unknownId } from './refused';
import { webhookRoutes } from './webhooks';
import { workflowRoutes } from './workflows';

/**
 * What tests and the page use to drive the sandbox; no part of the service.
 * Refusals are `{ error: <message> }`: 400 for a body that does not fit, 404 for an unknown id.
 */
export function controlApi(service: Service) {
	return async (app: FastifyInstance): Promise<void> => {
		takeJsonOnly(app);
		app.addHook('onRequest', async ({ headers }) => {
			// Browsers say where a request comes from; without a body it needs no content type.
			if (/^(cross|same)-site$/.test(String(headers['sec-fetch-site']))) {
				refused('Another web page cannot drive the sandbox.', 403);
			}
		});
		app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
			if (error instanceof ZodError) {
				const [issue] = error.issues;
				return reply.code(400).send({ error: `${issue?.path.join('.')}: ${issue?.message}` });
			}
			return reply.code(error.statusCode ?? 500).send({ error: error.message });
		});
		await app.register(simulationRoutes(service));
		await app.register(behaviourRoutes(service));
		await app.register(webhookRoutes(service));
		await app.register(workflowRoutes(service));
		await app.register(inboxRoutes(service));
		await app.register(settingsRoutes(service));
		await app.register(eventStream(service));
		await app.register(shortDayRoutes(service));
		await app.register(actingAsTheApp(service), { prefix: '/app' });
		app.all('/*', () => unknownId('address'));
	};
}

/**
 * An absent body is `{}`. Other content types are refused: a form on some web page could send those
 * to 127.0.0.1 without asking, but not JSON.
 */
function takeJsonOnly(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
		try {
			done(null, body === '' ? {} : JSON.parse(body.toString()));
		} catch {
			done(Object.assign(new Error('The body is not valid JSON.'), { statusCode: 400 }));
		}
	});
}
