import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * A proxy in front of an n8n that restarts: it forwards requests only while n8n reports that it is ready, and answers
 * 503 otherwise. Without it n8n 2.41 answers 200 to any request early in its start ("n8n is starting up. Please
 * wait"), and the service considers its event delivered.
 */
export class ReadinessProxy {
	private constructor(
		private readonly server: Server,
		readonly origin: string,
	) {}

	/** @param n8nUrl without a slash at the end */
	static async open(n8nUrl: string): Promise<ReadinessProxy> {
		const isReady = async () =>
			await fetch(`${n8nUrl}/healthz/readiness`).then(
				({ ok }) => ok,
				() => false,
			);
		const server = createServer((incoming, outgoing) => {
			const letIn = async () => {
				const body = await buffer(incoming);
				if (!(await isReady())) return void outgoing.writeHead(503).end();
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
		return new ReadinessProxy(server, `http://127.0.0.1:${port}`);
	}

	/** The address by which one of n8n's URLs is reached through the proxy. */
	urlOf(n8nUrl: string): string {
		const { pathname } = new URL(n8nUrl);
		return `${this.origin}${pathname}`;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
