/** What every part of the benchmark needs: a real n8n, its Node, a sandbox. */
import { execFile } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { promisify } from 'node:util';
import { repository } from '../playground/folders';
import type { N8nInstallation } from '../playground/installation';
import { childEnvironment, type Supervisor } from '../playground/processes';
import type { Progress } from '../playground/progress';
import { SandboxControl } from '../playground/sandboxControl';
import { startSandbox, type RunningSandbox } from '../playground/sandboxProcess';

export interface BenchEnvironment {
	supervisor: Supervisor;
	progress: Progress;
	/** All contenders run on its Node. */
	n8n: N8nInstallation;
	/** The sandbox's output is written here. */
	logFile: string;
	/** Few rounds and small jobs: shows that everything works, measures little. */
	quick: boolean;
	/** The number of rounds from the command line, in place of each part's own. */
	rounds?: number;
}

const run = promisify(execFile);

/** Runs a script with n8n's Node. @returns the JSON that it prints @throws Error with its output when it fails */
export async function runForJson<T>({ n8n }: BenchEnvironment, args: string[]): Promise<T> {
	const options = { cwd: repository, env: childEnvironment(), maxBuffer: Infinity };
	return JSON.parse((await run(n8n.node, args, options)).stdout) as T;
}

/** Starts a sandbox in a process of its own and stops it after `work`. @param flags of `npm run sandbox` */
export async function withSandbox<T>(
	{ supervisor, logFile }: BenchEnvironment,
	flags: Record<string, number>,
	work: (sandbox: RunningSandbox, control: SandboxControl) => Promise<T>,
): Promise<T> {
	const given = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
	const sandbox = await startSandbox({ port: 0, logFile, flags: given }, supervisor);
	const result = await work(sandbox, new SandboxControl(sandbox));
	await sandbox.process.stop();
	return result;
}

/** Versions, machine and its current load, on which the numbers depend. */
export async function describeEnvironment({ n8n }: BenchEnvironment): Promise<string> {
	const { stdout: node } = await run(n8n.node, ['--version']);
	const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()})`;
	const load = (loadavg()[0] ?? 0).toFixed(1);
	return `n8n ${n8n.version} on Node.js ${node.trim().slice(1)}, a machine of ${machine}, other work on it at the start: load ${load}.`;
}
