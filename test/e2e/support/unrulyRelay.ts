import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import type { SandboxControl } from '../../../playground/sandboxControl';
import type { ExampleWebhook } from '../../../playground/provisioning';

/** Longest delay of a delivery, in ms: some arrive before what happened next, others after it. */
const MAX_DELAY_MS = 1_500;
const RETRY_MS = 200;

/** Between the service and n8n: each delivery arrives twice, late by a random time, and so in another order. */
export class UnrulyRelay {
	private readonly underWay = new Set<Promise<void>>();
	private readonly closing = new AbortController();

	private constructor(
		private readonly server: Server,
		readonly url: string,
	) {}

	/** Has the service deliver a webhook's events through a relay from now on. */
	static async inFrontOf(
		sandbox: SandboxControl,
		{ url, events, secret }: ExampleWebhook,
	): Promise<UnrulyRelay> {
		const server = createServer((incoming, outgoing) => {
			void buffer(incoming).then((body) => {
				const signature = String(incoming.headers['svc-signature']);
				for (const copy of [1, 2]) relay.forward(url, new Uint8Array(body), signature, copy);
				outgoing.writeHead(200).end();
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const relay = new UnrulyRelay(server, `http://127.0.0.1:${port}`);
		for (const webhook of await sandbox.webhooks()) {
			if (webhook.url === url) await sandbox.removeWebhook(webhook.id);
		}
		await sandbox.registerWebhook(relay.url, events, secret);
		return relay;
	}

	/** Until n8n accepts it. @param copy from 1: each comes later than the one before may */
	private forward(url: string, body: Uint8Array, signature: string, copy: number): void {
		const { signal } = this.closing;
		const headers = { 'content-type': 'application/json', 'svc-signature': signature };
		const deliver = async () => {
			await pause(Math.random() * MAX_DELAY_MS * copy, undefined, { signal });
			for (;;) {
				const { ok } = await fetch(url, {
					method: 'POST',
					headers,
					body: Buffer.from(body),
					signal,
				});
				if (ok) return;
				await pause(RETRY_MS, undefined, { signal });
			}
		};
		const delivery = deliver()
			.catch(() => undefined)
			.finally(() => this.underWay.delete(delivery));
		this.underWay.add(delivery);
	}

	/** Waits until both copies of everything that came in are accepted. */
	async delivered(): Promise<void> {
		while (this.underWay.size > 0) await Promise.all(this.underWay);
	}

	async close(): Promise<void> {
		this.closing.abort();
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
