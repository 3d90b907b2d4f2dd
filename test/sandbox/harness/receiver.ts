import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from './client';
import { eventually } from './sandbox';

export interface Received {
	headers: Record<string, string | string[] | undefined>;
	/** The bytes as they came. */
	text: string;
	body: Json;
}

/** A caller's system that takes deliveries. */
export class Receiver {
	readonly received: Received[] = [];
	/** What it answers, undefined for nothing; asked for each delivery. */
	answer: () => number | undefined = () => 200;
	private server: Server | undefined;

	async start(): Promise<string> {
		const server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const text = Buffer.concat(chunks).toString();
				this.received.push({ headers: request.headers, text, body: JSON.parse(text) });
				const status = this.answer();
				if (status !== undefined) response.writeHead(status).end();
			});
		});
		this.server = server;
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
	}

	/** Waits for so many deliveries of one kind. */
	async of(event: string, count = 1): Promise<Received[]> {
		return await eventually(
			async () => this.received.filter(({ body }) => body.event === event),
			(found) => found.length >= count,
		);
	}

	async stop(): Promise<void> {
		this.server?.closeAllConnections();
		await new Promise((resolve) => this.server?.close(resolve));
	}
}
