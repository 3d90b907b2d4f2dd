import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Service } from '../service';
import { httpUrl } from './httpUrl';

const workflowsSchema = z.array(
	z
		.object({
			id: z.string().min(1),
			name: z.string(),
			/** Where n8n's editor shows it. */
			url: httpUrl,
			isPublished: z.boolean(),
			/** The addresses of its triggers, with which webhooks are registered. */
			webhooks: z.array(httpUrl),
			/** The command that tries it, where there is one. */
			command: z.string().nullable(),
			/** The page that says how to try it, where there is one. */
			recipe: httpUrl.nullable(),
		})
		.strict(),
);

/**
 * The workflows of an n8n beside the sandbox, for the page alone. Whoever runs that n8n tells them, the whole list each
 * time. A reset forgets them with the registered webhooks, and an empty list tells that both have to be put back.
 */
export function workflowRoutes(service: Service) {
	let workflows: z.infer<typeof workflowsSchema> = [];
	service.changes.on('change', ({ type }) => {
		if (type === 'reset') workflows = [];
	});
	return async (app: FastifyInstance): Promise<void> => {
		app.get('/workflows', () => workflows);
		app.put('/workflows', (request) => {
			workflows = workflowsSchema.parse(request.body);
			service.changes.emit('change', { type: 'workflow', id: '' });
			return workflows;
		});
	};
}
