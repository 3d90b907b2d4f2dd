import { Agent, request } from 'undici';
import type { Clock } from '../clock';
import { randomId } from '../randomId';
import type { Account, ChangeListener } from '../store/account';
import { Recent } from '../store/recent';
import { validSecrets, wants } from './registrations';
import { signatureHeader } from './signature';

/**
 * README, "Retry schedule": waits in ms before each further attempt. The first ones are short,
 * so that tests take seconds; the later ones outlast a receiver that restarts.
 */
const RETRY_WAITS_MS = [150, 300, 600, 900, 900, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];
/** README, "Memory". */
const MOST_ENTRIES = 20_000;
const MOST_BODIES = 64 * 2 ** 20;

/** One attempt to deliver an event. */
export interface Delivery {
	event: string;
	/** The event's; the same for every attempt and registration. */
	id: string;
	webhookId: string;
	url: string;
	/** From 1. */
	attempt: number;
	/** The receiver's, 0 when it did not answer. */
	status: number;
	at: string;
	/** What was sent. */
	body: string;
}

/** "Events": signed deliveries, resent with back-off when the receiver errs. */
export class Deliveries {
	private readonly log = new Recent<Delivery>(MOST_ENTRIES, {
		most: MOST_BODIES,
		of: ({ body }) => body.length,
	});
	private readonly timers = new Set<NodeJS.Timeout>();
	private agent: Agent;
	/** Grows with every reset: what was under way before it goes nowhere. */
	private generation = 0;

	constructor(
		private readonly clock: Clock,
		private readonly receiverTimeoutMs: number,
		private readonly changed: ChangeListener,
	) {
		this.agent = this.newAgent();
	}

	/** Sends an event to every registration that wants it; the answer to the caller does not wait. */
	emit(account: Account, event: string, data: unknown): void {
		const id = randomId('evt');
		const body = JSON.stringify({ event, id, data });
		for (const webhook of account.webhooks) {
			if (wants(webhook, event)) this.schedule(0, account, webhook.id, { event, id, body }, 1);
		}
	}

	list(): Delivery[] {
		return this.log.list();
	}

	reset(): void {
		this.generation++;
		for (const timer of this.timers) clearTimeout(timer);
		this.timers.clear();
		this.log.clear();
	}

	async stop(): Promise<void> {
		this.reset();
		await this.agent.destroy();
		this.agent = this.newAgent();
	}

	private newAgent(): Agent {
		const { receiverTimeoutMs: timeout } = this;
		return new Agent({ headersTimeout: timeout, bodyTimeout: timeout });
	}

	private schedule(
		waitMs: number,
		account: Account,
		webhookId: string,
		event: { event: string; id: string; body: string },
		attempt: number,
	): void {
		const timer = setTimeout(() => {
			this.timers.delete(timer);
			void this.deliver(account, webhookId, event, attempt);
		}, waitMs);
		this.timers.add(timer);
	}

	private async deliver(
		account: Account,
		webhookId: string,
		event: { event: string; id: string; body: string },
		attempt: number,
	): Promise<void> {
		const { generation } = this;
		// Looked up each time: rotated secrets sign the next attempt, a removed registration ends it.
		const webhook = account.webhooks.get(webhookId);
		if (!webhook) return;
		const status = await this.post(
			webhook.url,
			event.body,
			// A receiver compares `t` with its own clock, so an advanced clock of the service is no use here.
			signatureHeader(
				event.body,
				validSecrets(webhook, this.clock.now()),
				Math.floor(this.clock.machineNow() / 1000),
			),
		);
		if (generation !== this.generation) return;
		const at = this.clock.timestamp();
		this.log.push({ ...event, webhookId, url: webhook.url, attempt, status, at });
		this.changed('delivery', event.id);
		const waitMs = RETRY_WAITS_MS[attempt - 1];
		if ((status < 200 || status > 299) && waitMs !== undefined) {
			this.schedule(waitMs, account, webhookId, event, attempt + 1);
		}
	}

	private async post(url: string, body: string, signature: string): Promise<number> {
		try {
			const answer = await request(url, {
				method: 'POST',
				body,
				headers: { 'Content-Type': 'application/json', 'Svc-Signature': signature },
				dispatcher: this.agent,
			});
			await answer.body.dump();
			return answer.statusCode;
		} catch {
			return 0;
		}
	}
}
