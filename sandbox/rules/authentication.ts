import type { Scope, Token, User } from '../model';
import type { Account } from '../store/account';
import { refuse } from './errors';

/** In whose name an operation runs: "a token sees what the user who created it sees". */
export interface Viewer {
	account: Account;
	user: User;
}

export interface Caller extends Viewer {
	token: Token;
}

/**
 * "Authentication" 2 and 4: the token of an `Authorization` header.
 * @param nowMs the service's time, for expiry
 */
export function authenticate(
	accounts: Iterable<Account>,
	header: string | undefined,
	nowMs: number,
): Caller {
	if (header === undefined) {
		refuse('missing_api_token', 'Send the header Authorization: Bearer <ACCESS_TOKEN>.');
	}
	const secret = /^Bearer ([^\s]+)$/.exec(header)?.[1];
	if (secret === undefined) {
		refuse('invalid_bearer_token', 'The Authorization header must have the form "Bearer <token>".');
	}
	for (const account of accounts) {
		const token = account.tokens.where('secret', secret)[0];
		if (!token) continue;
		const user = account.users.get(token.userId);
		if (!user?.isActive || token.revokedAt !== null) break;
		if (token.expiresAt !== null && Date.parse(token.expiresAt) <= nowMs) break;
		return { account, user, token };
	}
	refuse('invalid_api_token', 'The token does not exist, expired or was revoked.');
}

export function requireSubscription(account: Account): void {
	if (!account.settings.subscriptionActive) {
		refuse('subscription_inactive', "The company's subscription is not active.");
	}
}

export function requireScope(token: Token, scope: Scope): void {
	if (!token.scopes.includes(scope)) {
		refuse('insufficient_api_token_scope', `The token lacks the scope ${scope}.`);
	}
}

export function requireManager(user: User): void {
	if (user.role !== 'manager') {
		refuse('permission_denied', 'Only a manager may do this.');
	}
}
