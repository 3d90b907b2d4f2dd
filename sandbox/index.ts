import type { AddressInfo } from 'node:net';
import { API_PREFIX, CONTROL_PREFIX, createServer } from './http/server';
import { DEFAULT_OPTIONS, type SandboxOptions } from './options';
import { Service } from './service';

export type { SandboxOptions } from './options';

export interface RunningSandbox {
	/** Ends with `/api/v1`. */
	baseUrl: string;
	/** Ends with `/_sandbox`. */
	controlUrl: string;
	/** Bearer tokens by name: manager, seller, otherSeller, readOnly, crmOnly, inboxOnly, expired, … */
	tokens: Record<string, string>;
	stop(): Promise<void>;
}

/** Starts a sandbox in this process; the options are the command's flags in camelCase. */
export async function startSandbox(options: Partial<SandboxOptions> = {}): Promise<RunningSandbox> {
	const all = { ...DEFAULT_OPTIONS, ...options };
	const service = new Service(all);
	const server = await createServer(service);
	await server.listen({ host: all.host, port: all.port });
	const { port } = server.server.address() as AddressInfo;
	const host = all.host.includes(':') ? `[${all.host}]` : all.host;
	const origin = `http://${host}:${port}`;
	return {
		baseUrl: `${origin}${API_PREFIX}`,
		controlUrl: `${origin}${CONTROL_PREFIX}`,
		tokens: service.seeded.tokens,
		async stop() {
			await service.stop();
			await server.close();
		},
	};
}
