/**
 * Processes that end when they are told to, whatever they started themselves. By hand, because no library ends a group:
 * those that follow parents to children lose who outlives a parent, and none waits until the last has gone.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { whenParentDies } from '../sandbox/parentProcess';
import { PlaygroundError } from './playgroundError';
import { waitUntil } from './waitUntil';

/** Settings of other n8n's, and what an enclosing `npm run` or jest leaves behind. */
const FOREIGN =
	/^(N8N_|DB_|QUEUE_|EXECUTIONS_|WEBHOOK_URL$|GENERIC_|NODE_ENV$|JEST_|npm_(?!config_)|npm_config_local_prefix$)/;
const LOOPBACK = '127.0.0.1,localhost';

/** The caller's environment without what would change how our children behave, loopback never through a proxy. */
export function childEnvironment(additions: Record<string, string> = {}): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
	const given = process.env.NO_PROXY ?? process.env.no_proxy;
	const noProxy = given ? `${given},${LOOPBACK}` : LOOPBACK;
	return { ...Object.fromEntries(kept), NO_PROXY: noProxy, no_proxy: noProxy, ...additions };
}

/** How to call the npm that started us, or else the one on the path. */
export function npmCommand(): { command: string; args: string[] } {
	const script = process.env.npm_execpath;
	return script?.endsWith('npm-cli.js')
		? { command: process.execPath, args: [script] }
		: { command: 'npm', args: [] };
}

/** Resolves when the user asks for the end: Ctrl-C, a closed terminal, a polite kill, of us or of npm. */
export function untilAskedToStop(): Promise<void> {
	return new Promise((resolve) => {
		// Kept for good: npm, the shell and the terminal may each pass on the same Ctrl-C.
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
			process.on(signal, () => resolve());
		if (process.env.npm_lifecycle_event) whenParentDies(resolve);
	});
}

export interface Launch {
	/** What a person calls it, e.g. `n8n`. */
	name: string;
	command: string;
	args: string[];
	env: NodeJS.ProcessEnv;
	/** Everything that it prints goes here. */
	logFile: string;
	cwd?: string;
	/** Each line of standard output. */
	onLine?: (line: string) => void;
}

const REMEMBERED_LINES = 30;
const [READY_MS, GRACE_MS, LAST_LINES_MS] = [60_000, 8_000, 500];

/**
 * A child that leads its own process group, so that stopping it stops its children as well, and a Ctrl-C in the
 * terminal reaches only us, who then stop everything in order.
 */
export class ManagedProcess {
	readonly name: string;
	/** Resolves once, with words such as `exit code 1`, when the child itself has ended. */
	readonly ended: Promise<string>;
	isRunning = true;
	private readonly child: ChildProcess;
	private readonly newestLines: string[] = [];

	constructor(private readonly launch: Launch) {
		const { name, command, args, cwd, env, logFile, onLine } = launch;
		this.name = name;
		mkdirSync(dirname(logFile), { recursive: true });
		const log = createWriteStream(logFile, { flags: 'a' });
		const child = spawn(command, args, {
			...{ cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
		});
		this.child = child;
		this.ended = new Promise((resolve) => {
			const end = (code: number | null, signal: string | null) => {
				this.isRunning = false;
				resolve(signal ? `signal ${signal}` : `exit code ${code}`);
			};
			child.once('error', ({ message }) => {
				this.isRunning = false;
				resolve(message);
			});
			child.once('close', (code, signal) => {
				log.end();
				end(code, signal);
			});
			// `close` brings the last lines but waits for every holder of the pipes, and a grandchild may outlive the child.
			child.once('exit', (code, signal) => {
				this.isRunning = false;
				setTimeout(() => end(code, signal), LAST_LINES_MS);
			});
		});
		for (const stream of [child.stdout, child.stderr]) {
			createInterface({ input: stream }).on('line', (line) => {
				if (log.writable) log.write(`${line}\n`);
				this.newestLines.push(line);
				if (this.newestLines.length > REMEMBERED_LINES) this.newestLines.shift();
				if (stream === child.stdout) onLine?.(line);
			});
		}
	}

	get pid(): number | undefined {
		return this.child.pid;
	}

	get logFile(): string {
		return this.launch.logFile;
	}

	/** The newest lines of its output. */
	get lastLines(): string {
		return this.newestLines.join('\n');
	}

	/** Ends the whole group: politely, then, after 8 s, for certain. Safe to call at any time, any number of times. */
	async stop(): Promise<void> {
		if (!this.signalGroup('SIGTERM')) return;
		await this.groupGone().catch(async () => await this.kill());
	}

	/** Ends the whole group at once, as a crash of the machine does. */
	async kill(): Promise<void> {
		if (this.signalGroup('SIGKILL')) await this.groupGone();
	}

	private async groupGone(): Promise<void> {
		const isGone = async () => !this.signalGroup(0) || (await this.hasOnlyZombies()) || undefined;
		await waitUntil(`${this.name} to end`, GRACE_MS, isGone, 50);
	}

	/** A zombie has ended, but gets signals until its parent takes note, which may be never. */
	private async hasOnlyZombies(): Promise<boolean> {
		const { stdout } = await promisify(execFile)('ps', ['-eo', 'pgid=,stat=']);
		const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
		return rows.every(([group, state]) => Number(group) !== this.pid || state?.startsWith('Z'));
	}

	/** @returns false when nobody of the group is left */
	private signalGroup(signal: NodeJS.Signals | 0): boolean {
		if (this.pid === undefined) return false;
		try {
			return process.kill(-this.pid, signal);
		} catch {
			return false;
		}
	}
}

/** Knows every process that was started, so that none is left behind whatever happens. */
export class Supervisor {
	private readonly started: ManagedProcess[] = [];
	private stopping?: Promise<void>;

	/** Starts a process. @throws Error once {@link stopAll} has begun, so that nothing is started too late to be stopped */
	launch(launch: Launch): ManagedProcess {
		if (this.stopping) throw new Error(`Stopping: ${launch.name} is not started any more`);
		const child = new ManagedProcess(launch);
		this.started.push(child);
		return child;
	}

	/**
	 * Starts a process and waits for the line by which it says that it is ready.
	 * @param read gives what that line says, and undefined for any other
	 * @throws PlaygroundError when it ends, or stays silent for a minute, before that
	 */
	async launchUntil<T>(
		launch: Launch,
		read: (line: string) => T | undefined,
	): Promise<{ child: ManagedProcess; said: T }> {
		let said: T | undefined;
		const onLine = (line: string) => void (said ??= read(line));
		const child = this.launch({ ...launch, onLine });
		const settled = async () => said !== undefined || !child.isRunning || undefined;
		await waitUntil(`${launch.name} to be ready`, READY_MS, settled, 20).catch(() => {
			throw new PlaygroundError(
				`${launch.name} did not become ready within a minute.`,
				`Its log is in ${launch.logFile}.`,
			);
		});
		return said === undefined ? await this.failWhenEnded(child) : { child, said };
	}

	/** Runs a command to its end. @throws PlaygroundError with its last lines when it fails */
	async run(launch: Launch, advice: string): Promise<void> {
		const child = this.launch(launch);
		const how = await child.ended;
		if (how === 'exit code 0') return;
		throw new PlaygroundError(
			`${child.name} failed (${how}). Its last words:\n${child.lastLines}\n(all of it: ${child.logFile})`,
			advice,
		);
	}

	/** Rejects as soon as a process that should go on has ended. */
	async failWhenEnded(child: ManagedProcess): Promise<never> {
		const how = await child.ended;
		throw new PlaygroundError(
			`${child.name} ended unexpectedly (${how}). Its last words:\n${child.lastLines}`,
			`The whole log is in ${child.logFile}.`,
		);
	}

	/** Stops everything, the newest first. @throws what kept the first from stopping, once the others are stopped as well */
	async stopAll(): Promise<void> {
		this.stopping ??= (async () => {
			const failures: unknown[] = [];
			for (const child of [...this.started].reverse()) {
				await child.stop().catch((error: unknown) => failures.push(error));
			}
			if (failures.length > 0) throw failures[0];
		})();
		await this.stopping;
	}
}
