import { PlaygroundError } from '../playgroundError';
import { waitUntil } from '../waitUntil';
import { ManagedProcess, type Launch } from './managedProcess';

const READY_MS = 60_000;

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
		let ready = undefined as { said: T } | undefined;
		const onLine = (line: string) => {
			const said = ready ? undefined : read(line);
			if (said !== undefined) ready = { said };
		};
		const child = this.launch({ ...launch, onLine });
		const settled = async () => (ready || !child.isRunning ? true : undefined);
		await waitUntil(`${launch.name} to be ready`, READY_MS, settled, 20).catch(() => {
			throw new PlaygroundError(
				`${launch.name} did not become ready within a minute.`,
				`Its log is in ${launch.logFile}.`,
			);
		});
		return ready ? { child, ...ready } : await this.failWhenEnded(child);
	}

	/** Runs a command to its end. @throws PlaygroundError with its last lines when it fails */
	async run(launch: Launch, advice: string): Promise<void> {
		const child = this.launch(launch);
		const how = await child.ended;
		if (how === 'exit code 0') return;
		throw new PlaygroundError(
			`${launch.name} failed (${how}). Its last words:\n${child.lastLines}\n(all of it: ${launch.logFile})`,
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
