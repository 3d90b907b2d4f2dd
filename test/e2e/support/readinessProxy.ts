import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** How often n8n is asked, in ms. */
const POLL_MS = 100;

/**
 * A proxy in front of an n8n that restarts: it forwards requests only while n8n reports that it is ready, and answers
 * 503 otherwise. Without it n8n 2.41 answers 200 to any request early in its start ("n8n is starting up. Please
 * wait"), and the service considers its event delivered.
 *
 * It polls instead of asking for each request: an n8n that starts answers slowly, and events that were sent together would
 * be refused seconds apart, and so be sent again seconds apart.
 */
export class ReadinessProxy {
	private isReady = false;
	private isClosed = false;

	private constructor(
		private readonly server: Server,
		readonly origin: string,
	) {}

	/** @param n8nUrl without a slash at the end */
	static async open(n8nUrl: string): Promise<ReadinessProxy> {
		const server = createServer((incoming, outgoing) => {
			const letIn = async () => {
				const body = await buffer(incoming);
				if (!proxy.isReady) return void outgoing.writeHead(503).end();
				const { method, url, headers } = incoming;
				const passed = { ...headers } as Record<string, string>;
				for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) {
					delete passed[name];
				}
				const answer = await fetch(`${n8nUrl}${url}`, {
					method,
					headers: passed,
					body: new Uint8Array(body),
				});
				const text = await answer.text();
				outgoing.writeHead(answer.status).end(text);
			};
			letIn().catch(() => outgoing.destroy());
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const proxy = new ReadinessProxy(server, `http://127.0.0.1:${port}`);
		const askOnce = async () => {
			proxy.isReady = await fetch(`${n8nUrl}/healthz/readiness`).then(
				({ ok }) => ok,
				() => false,
			);
		};
		await askOnce();
		const poll = async () => {
			while (!proxy.isClosed) {
				await pause(POLL_MS);
				await askOnce();
			}
		};
		void poll();
		return proxy;
	}

	/** The address by which one of n8n's URLs is reached through the proxy. */
	urlOf(n8nUrl: string): string {
		const { pathname } = new URL(n8nUrl);
		return `${this.origin}${pathname}`;
	}

	async close(): Promise<void> {
		this.isClosed = true;
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
