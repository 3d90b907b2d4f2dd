import { join } from 'node:path';
import { repository } from '../../playground/folders';
import { childEnvironment } from '../../playground/processes/environment';
import type { Contender, Job, Measurement, Task } from '../contender/task';
import type { Laboratory } from './laboratory';
import type { BenchSandbox } from './sandbox';

export interface Sample extends Measurement {
	/** Processor time that the sandbox used for it, in ms. */
	sandboxMs: number;
}

/**
 * Runs a script with the contenders' Node and gives back the JSON of its last line.
 * @throws PlaygroundError with its last words when it fails
 */
export async function runForJson<T>(
	{ supervisor, node, logFile }: Laboratory,
	name: string,
	args: string[],
): Promise<T> {
	let last = '';
	const onLine = (line: string) => {
		last = line;
	};
	await supervisor.run(
		{ name, command: node, args, env: childEnvironment(), cwd: repository, logFile, onLine },
		'Put it right and run the command again.',
	);
	return JSON.parse(last) as T;
}

/** One contender does one job once, in a process of its own. */
export async function measure(
	laboratory: Laboratory,
	contender: Contender,
	job: Job,
	sandbox: BenchSandbox,
	warmUp?: BenchSandbox,
): Promise<Sample> {
	const { n8nModules, packageFolder } = laboratory;
	const task: Task = {
		...{ contender, job, n8nModules, packageFolder },
		service: sandbox.service,
		warmUp: warmUp?.service,
	};
	const before = sandbox.usedMs();
	const measurement = await runForJson<Measurement>(laboratory, contender, [
		...['--expose-gc', '--import', 'tsx'],
		join(__dirname, '..', 'contender', 'worker.ts'),
		JSON.stringify(task),
	]);
	return { ...measurement, sandboxMs: sandbox.usedMs() - before };
}
