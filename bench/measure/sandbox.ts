import { SandboxControl } from '../../playground/sandboxControl';
import { startSandbox, type RunningSandbox } from '../../playground/sandboxProcess';
import type { Service } from '../contender/task';
import type { Laboratory } from './laboratory';

/** Limits that no contender reaches. */
export const UNLIMITED = { 'token-limit': 1e9, 'account-limit': 1e9, 'channel-limit': 1e9 };

/** A sandbox in a process of its own. */
export class BenchSandbox {
	readonly control: SandboxControl;

	private constructor(private readonly sandbox: RunningSandbox) {
		this.control = new SandboxControl(sandbox);
	}

	/** @param flags of `npm run sandbox` @throws PlaygroundError when it ends before being ready */
	static async start(
		{ supervisor, logFile }: Laboratory,
		flags: Record<string, number>,
	): Promise<BenchSandbox> {
		const given = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
		return new BenchSandbox(await startSandbox({ port: 0, logFile, flags: given }, supervisor));
	}

	get service(): Service {
		const { baseUrl, tokens } = this.sandbox;
		return { baseUrl, accessToken: tokens.manager, pid: this.sandbox.process.pid! };
	}

	async stop(): Promise<void> {
		await this.sandbox.process.stop();
	}
}
