import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ShortDay } from '../demonstration/shortDay';
import type { Service } from '../service';

const playSchema = z.object({ everyMs: z.number().int().min(0).default(2_000) }).strict();

/** Plays a short day, for demonstrations. */
export function shortDayRoutes(service: Service) {
	const day = new ShortDay(service);
	return async (app: FastifyInstance): Promise<void> => {
		app.addHook('onClose', async () => day.stop());
		app.get('/short-day', () => day.now);
		app.post('/short-day', (request) => day.play(playSchema.parse(request.body ?? {}).everyMs));
		app.delete('/short-day', () => {
			day.stop();
			return day.now;
		});
	};
}
