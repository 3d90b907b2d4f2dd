import { join } from 'node:path';
import { request } from 'undici';
import { childEnvironment } from '../../playground/processes/environment';
import type { ManagedProcess } from '../../playground/processes/managedProcess';
import type { SandboxOptions } from '../../sandbox';
import type { Service } from '../contender/task';
import type { Laboratory } from './laboratory';

/** Limits that no contender reaches. */
export const UNLIMITED = { tokenLimit: 1e9, accountLimit: 1e9, channelLimit: 1e9 };

/** What a sandbox prints when it is ready; see sandboxProcess.ts. */
export interface Addresses extends Service {
	controlUrl: string;
	/** Answers with the processor time used since the start, in ms. */
	meterUrl: string;
}

/** A sandbox in a process of its own. */
export class BenchSandbox {
	private constructor(
		private readonly addresses: Addresses,
		private readonly child: ManagedProcess,
	) {}

	/** @throws PlaygroundError when it ends before being ready */
	static async start(
		{ supervisor, logFile }: Laboratory,
		options: Partial<SandboxOptions>,
	): Promise<BenchSandbox> {
		let announce: (addresses: Addresses) => void;
		const ready = new Promise<Addresses>((resolve) => {
			announce = resolve;
		});
		const child = supervisor.launch({
			name: 'The sandbox',
			command: process.execPath,
			args: ['--import', 'tsx', join(__dirname, 'sandboxProcess.ts'), JSON.stringify(options)],
			env: childEnvironment(),
			logFile,
			onLine: (line) => {
				if (line.startsWith('{')) announce(JSON.parse(line) as Addresses);
			},
		});
		return new BenchSandbox(await Promise.race([ready, supervisor.failWhenEnded(child)]), child);
	}

	get service(): Service {
		const { baseUrl, accessToken } = this.addresses;
		return { baseUrl, accessToken };
	}

	/** Processor time that it has used since its start, in ms. */
	async usedMs(): Promise<number> {
		const { body } = await request(this.addresses.meterUrl);
		return Number(await body.text());
	}

	/** Asks the control API, which has no limits; `path` begins with a slash. */
	async control<T>(method: 'GET' | 'POST', path: string): Promise<T> {
		const { statusCode, body } = await request(`${this.addresses.controlUrl}${path}`, { method });
		const text = await body.text();
		if (statusCode > 299) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
		return (text ? JSON.parse(text) : undefined) as T;
	}

	async stop(): Promise<void> {
		await this.child.stop();
	}
}
