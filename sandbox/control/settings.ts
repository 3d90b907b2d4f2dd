import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Token } from '../model';
import { randomId } from '../randomId';
import type { Service } from '../service';
import { unknownId } from './refused';

const settingsSchema = z
	.object({ subscriptionActive: z.boolean(), leadRoundRobin: z.boolean() })
	.partial()
	.strict();
const userSchema = z
	.object({ isActive: z.boolean(), seesAllConversations: z.boolean() })
	.partial()
	.strict();
const tokenSchema = z
	.object({
		name: z.string().trim().min(1).default('Token'),
		userId: z.string(),
		scopes: z.array(z.enum(['crm:read', 'crm:write', 'inbox:read', 'inbox:send'])),
		expiresAt: z.string().datetime().nullable().default(null),
	})
	.strict();

type ById = { Params: { id: string } };

/** "Account settings": the subscription, users and personal tokens of the main account. */
export function settingsRoutes(service: Service) {
	const account = service.mainAccount;
	return async (app: FastifyInstance): Promise<void> => {
		app.get('/settings', () => account.settings);
		app.patch('/settings', (request) => {
			account.settings = { ...account.settings, ...settingsSchema.parse(request.body ?? {}) };
			service.changes.emit('change', { type: 'settings', id: account.id });
			return account.settings;
		});
		app.get('/users', () => [...account.users]);
		app.patch<ById>('/users/:id', (request) => {
			const { id } = account.users.get(request.params.id) ?? unknownId('user');
			return account.users.update(id, userSchema.parse(request.body ?? {}));
		});
		app.get('/tokens', () => [...account.tokens].map(withoutSecret));
		app.post('/tokens', (request) => {
			const fields = tokenSchema.parse(request.body ?? {});
			if (!account.users.get(fields.userId)) unknownId('user');
			const token = account.tokens.insert({
				...fields,
				id: randomId('tok'),
				secret: randomId('sandbox'),
				revokedAt: null,
				createdAt: service.clock.timestamp(),
			});
			return { ...withoutSecret(token), token: token.secret };
		});
		app.delete<ById>('/tokens/:id', (request) => {
			const token = account.tokens.get(request.params.id) ?? unknownId('token');
			const revokedAt = token.revokedAt ?? service.clock.timestamp();
			return withoutSecret(account.tokens.update(token.id, { revokedAt }));
		});
	};
}

/** A token is shown once, when it is made. */
function withoutSecret(token: Token): Omit<Token, 'secret'> {
	const { id, name, userId, scopes, expiresAt, revokedAt, createdAt } = token;
	return { id, name, userId, scopes, expiresAt, revokedAt, createdAt };
}
