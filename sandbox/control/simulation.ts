import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { otherName } from '../dialects/wording';
import { faultSchema } from '../rules/faults';
import type { Service } from '../service';
import { newestOf } from './newest';
import { refused } from './refused';

const clockSchema = z.object({ advanceMs: z.number().int().min(0) }).strict();

/** How a company's properties are called at the moment. */
function companyWords({ behaviour }: Service) {
	const company = behaviour.dialect.company ?? {};
	const address = company.parts?.address ?? {};
	return {
		companyFields: {
			legalName: otherName(company, 'legalName'),
			tradeName: otherName(company, 'tradeName'),
		},
		addressParts: ['city', 'street'].map((part) => otherName(address, part)),
	};
}

/** Faults, clock, request log, fixtures, reset. */
export function simulationRoutes(service: Service) {
	return async (app: FastifyInstance): Promise<void> => {
		app.get('/fixtures', () => ({ ...service.seeded.fixtures, ...companyWords(service) }));
		app.get('/faults', () => service.faults.list());
		app.post('/faults', (request) => {
			const fault = faultSchema.parse(request.body ?? {});
			service.faults.add(fault);
			return fault;
		});
		app.get('/clock', () => ({ now: service.clock.timestamp() }));
		app.post('/clock', (request) => {
			const { advanceMs } = clockSchema.parse(request.body ?? {});
			if (!service.clock.advance(advanceMs)) refused('advanceMs: beyond the year 9999', 400);
			service.changes.emit('change', { type: 'clock', id: '' });
			return { now: service.clock.timestamp() };
		});
		app.get('/requests', (request) => newestOf(service.requestLog.list(), request.query));
		app.get('/side-effects', () => [...service.mainAccount.sideEffects]);
		app.post('/reset', () => {
			service.reset();
			return { reset: true };
		});
	};
}
