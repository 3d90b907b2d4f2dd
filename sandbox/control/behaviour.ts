import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { LONGEST_WAIT_MS } from '../clock';
import { DIALECTS } from '../dialects';
import { READING_NAMES, readingsOf } from '../rules/readings';
import type { Service } from '../service';

const behaviourSchema = z
	.object({
		dialect: z
			.number()
			.int()
			.min(0)
			.max(DIALECTS.length - 1),
		readings: z.union([
			z.enum(['chosen', 'other']).transform((text) => readingsOf(text)),
			z.array(z.enum(READING_NAMES)),
		]),
		latencyMs: z.number().int().min(0).max(LONGEST_WAIT_MS),
		latencyJitterMs: z.number().int().min(0).max(LONGEST_WAIT_MS),
	})
	.partial()
	.strict();

/** What the specification leaves open, changed while the sandbox runs; a reset takes it back. */
export function behaviourRoutes(service: Service) {
	return async (app: FastifyInstance): Promise<void> => {
		app.get('/behaviour', () => service.behaviour.settings);
		app.patch('/behaviour', (request) => {
			service.behaviour.change(behaviourSchema.parse(request.body ?? {}));
			service.changes.emit('change', { type: 'settings', id: service.mainAccount.id });
			return service.behaviour.settings;
		});
	};
}
