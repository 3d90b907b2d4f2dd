import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock';
import type { WebhookRegistration } from '../model';
import { randomId } from '../randomId';
import type { Account } from '../store/account';

/** README, "Secret rotation": how long the former secret goes on signing. */
const ROTATION_MS = 24 * 60 * 60 * 1000;

/** "Events": a signing secret has 64 characters. */
function newSecret(): string {
	return randomBytes(32).toString('hex');
}

/** A new registration; its secret is shown this once. @param secret one that the caller has already made */
export function register(
	account: Account,
	clock: Clock,
	{ url, events, secret = newSecret() }: { url: string; events: string[]; secret?: string },
): { id: string; secret: string } {
	const { id } = account.webhooks.insert({
		id: randomId('whk'),
		url,
		events,
		secrets: [{ value: secret, validUntil: null }],
		createdAt: clock.timestamp(),
	});
	return { id, secret };
}

/** A new secret, shown this once; the former one signs, too, until the rotation is over. */
export function rotate(
	account: Account,
	clock: Clock,
	webhook: WebhookRegistration,
): { secret: string } {
	const secret = newSecret();
	const validUntil = clock.now() + ROTATION_MS;
	const former = webhook.secrets
		.map((one) => ({ ...one, validUntil: one.validUntil ?? validUntil }))
		.filter((one) => one.validUntil > clock.now());
	account.webhooks.update(webhook.id, {
		secrets: [{ value: secret, validUntil: null }, ...former],
	});
	return { secret };
}

/** The secrets that sign now, newest first. */
export function validSecrets(webhook: WebhookRegistration, nowMs: number): string[] {
	return webhook.secrets
		.filter(({ validUntil }) => validUntil === null || validUntil > nowMs)
		.map(({ value }) => value);
}

export function wants(webhook: WebhookRegistration, event: string): boolean {
	return webhook.events.includes('*') || webhook.events.includes(event);
}
