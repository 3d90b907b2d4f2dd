import { join } from 'node:path';
import { repository } from '../../playground/folders';
import { childEnvironment } from '../../playground/processes/environment';
import type { Contender, Sample, Task } from '../contender/task';
import type { Laboratory } from './laboratory';

export type Samples = Map<Contender, Sample[]>;

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

/** Contenders do a job in turn, round after round, in one process that is new. */
export async function measure(
	laboratory: Laboratory,
	what: string,
	task: Omit<Task, 'n8nModules' | 'packageFolder'>,
): Promise<Samples> {
	const { n8nModules, packageFolder } = laboratory;
	const whole: Task = { ...task, n8nModules, packageFolder };
	const samples = await runForJson<Array<[Contender, Sample[]]>>(laboratory, what, [
		...['--expose-gc', '--import', 'tsx'],
		join(__dirname, '..', 'contender', 'worker.ts'),
		JSON.stringify(whole),
	]);
	return new Map(samples);
}
