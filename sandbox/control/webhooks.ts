import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { WebhookRegistration } from '../model';
import type { Service } from '../service';
import { register, rotate } from '../webhooks/registrations';
import { httpUrl } from './httpUrl';
import { newestOf } from './newest';
import { unknownId } from './refused';

const registrationSchema = z
	.object({
		url: httpUrl,
		events: z.array(z.string().min(1)).min(1),
		secret: z.string().length(64).optional(),
	})
	.strict();

type ById = { Params: { id: string } };

/** "Technical integrations": webhook registrations and the delivery log. */
export function webhookRoutes(service: Service) {
	const account = service.mainAccount;
	const find = (id: string) => account.webhooks.get(id) ?? unknownId('webhook');
	return async (app: FastifyInstance): Promise<void> => {
		app.get('/webhooks', () => [...account.webhooks].map(withoutSecrets));
		app.post('/webhooks', (request) =>
			register(account, service.clock, registrationSchema.parse(request.body ?? {})),
		);
		app.post<ById>('/webhooks/:id/rotate', (request) =>
			rotate(account, service.clock, find(request.params.id)),
		);
		app.delete<ById>('/webhooks/:id', (request) => {
			account.webhooks.remove(find(request.params.id).id);
			return { deleted: true };
		});
		app.get('/deliveries', (request) => newestOf(service.deliveries.list(), request.query));
	};
}

/** A secret is shown once, when it is made. */
function withoutSecrets({ secrets, ...webhook }: WebhookRegistration) {
	return { ...webhook, secretCount: secrets.length };
}
