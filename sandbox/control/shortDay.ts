import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { LONGEST_WAIT_MS } from '../clock';
import { ShortDay } from '../demonstration/shortDay';
import type { Service } from '../service';

const playSchema = z
	.object({ everyMs: z.number().int().min(0).max(LONGEST_WAIT_MS).default(2_000) })
	.strict();

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
