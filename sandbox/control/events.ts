import type { FastifyInstance } from 'fastify';
import type { Service } from '../service';

/** `GET /events`: Server-Sent Events, one `{ type, id }` for each change. */
export function eventStream(service: Service) {
	return async (app: FastifyInstance): Promise<void> => {
		app.get('/events', (request, reply) => {
			reply.hijack();
			reply.raw.writeHead(200, {
				'Content-Type': 'text/event-stream',
				'Cache-Control': 'no-store',
			});
			reply.raw.write(': the sandbox tells what changes\n\n');
			const tell = (change: { type: string; id: string }) =>
				void reply.raw.write(`data: ${JSON.stringify(change)}\n\n`);
			service.changes.on('change', tell);
			request.raw.on('close', () => service.changes.off('change', tell));
		});
	};
}
