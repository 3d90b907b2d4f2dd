import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { waitUntil } from '../waitUntil';

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
const GRACE_MS = 8_000;
const LAST_LINES_MS = 500;

/**
 * A child that leads its own process group, so that stopping it stops its children as well, and a Ctrl-C in the
 * terminal reaches only us, who then stop everything in order.
 */
export class ManagedProcess {
	/** Resolves once, with words such as `exit code 1`, when the child itself has ended. */
	readonly ended: Promise<string>;

	private readonly child: ChildProcess;

	private readonly recent: string[] = [];

	private running = true;

	constructor(private readonly launch: Launch) {
		mkdirSync(dirname(launch.logFile), { recursive: true });
		const log = createWriteStream(launch.logFile, { flags: 'a' });
		this.child = spawn(launch.command, launch.args, {
			cwd: launch.cwd,
			env: launch.env,
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		this.ended = new Promise((resolve) => {
			const settle = (how: string) => {
				this.running = false;
				resolve(how);
			};
			this.child.once('error', (error) => settle(error.message));
			this.child.once('close', (code, signal) => {
				log.end();
				settle(signal ? `signal ${signal}` : `exit code ${code}`);
			});
			// `close` brings the last lines but waits for every holder of the pipes, and a grandchild may outlive the child.
			this.child.once('exit', (code, signal) => {
				this.running = false;
				setTimeout(() => settle(signal ? `signal ${signal}` : `exit code ${code}`), LAST_LINES_MS);
			});
		});
		for (const [stream, onLine] of [
			[this.child.stdout, launch.onLine],
			[this.child.stderr, undefined],
		] as const) {
			if (!stream) continue;
			createInterface({ input: stream }).on('line', (line) => {
				if (log.writable) log.write(`${line}\n`);
				this.recent.push(line);
				if (this.recent.length > REMEMBERED_LINES) this.recent.shift();
				onLine?.(line);
			});
		}
	}

	get name(): string {
		return this.launch.name;
	}

	get pid(): number | undefined {
		return this.child.pid;
	}

	get logFile(): string {
		return this.launch.logFile;
	}

	get isRunning(): boolean {
		return this.running;
	}

	/** The newest lines of its output. */
	get lastLines(): string {
		return this.recent.join('\n');
	}

	/** Ends the whole group: politely, then, after 8 s, for certain. Safe to call at any time, any number of times. */
	async stop(): Promise<void> {
		if (!this.signalGroup('SIGTERM')) return;
		try {
			await this.groupGone(GRACE_MS);
		} catch {
			this.signalGroup('SIGKILL');
			await this.groupGone(GRACE_MS);
		}
	}

	/** Ends the whole group at once, as a crash of the machine does. */
	async kill(): Promise<void> {
		if (this.signalGroup('SIGKILL')) await this.groupGone(GRACE_MS);
	}

	private async groupGone(timeoutMs: number): Promise<void> {
		await waitUntil(
			`${this.name} to end`,
			timeoutMs,
			async () => (!this.signalGroup(0) || (await this.hasOnlyZombies()) ? true : undefined),
			50,
		);
	}

	/** A zombie has ended, but gets signals until its parent takes note, which may be never. */
	private async hasOnlyZombies(): Promise<boolean> {
		const { stdout } = await promisify(execFile)('ps', ['-eo', 'pgid=,stat=']);
		const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/));
		return rows.every(
			([group, state]) => Number(group) !== this.child.pid || state?.startsWith('Z'),
		);
	}

	/** @returns false when nobody of the group is left */
	private signalGroup(signal: NodeJS.Signals | 0): boolean {
		if (this.child.pid === undefined) return false;
		try {
			process.kill(-this.child.pid, signal);
			return true;
		} catch {
			return false;
		}
	}
}
