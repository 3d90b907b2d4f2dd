/** The benchmark's command, `npm run bench`; CONTRIBUTING.md says what for. */
import '../playground/nodeVersion';

import { Command, InvalidArgumentError, Option } from 'commander';
import { join } from 'node:path';
import { installationFolder, repository } from '../playground/folders';
import { ensureN8nInstalled } from '../playground/installation';
import { explain } from '../playground/playgroundError';
import { childEnvironment, npmCommand } from '../playground/processes/environment';
import { Supervisor } from '../playground/processes/supervisor';
import { consoleProgress as progress } from '../playground/progress';
import { untilAskedToStop } from '../playground/stopRequest';
import type { Laboratory } from './measure/laboratory';
import { parts, type PartName } from './parts';
import type { Part } from './report/part';
import { partText } from './report/markdown';

interface Options {
	only?: PartName[];
	rounds?: number;
	quick: boolean;
}

function rounds(text: string): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Not a number of rounds.');
	return value;
}

const options = new Command('bench')
	.description('Measures the node beside its alternatives, against a sandbox.')
	.addOption(new Option('--only <parts...>', 'these parts alone').choices(Object.keys(parts)))
	.option('--rounds <number>', "in place of each part's own", rounds)
	.option('--quick', 'fewer rounds and smaller jobs', false)
	.parse()
	.opts<Options>();

async function prepare(supervisor: Supervisor): Promise<Laboratory> {
	const logFile = join(repository, 'artifacts', 'bench', 'bench.log');
	const { node } = await ensureN8nInstalled(installationFolder, supervisor, progress);
	const npm = npmCommand();
	await progress.step('Building the package', async () => {
		await supervisor.run(
			{
				name: 'npm run build',
				command: npm.command,
				args: [...npm.args, 'run', 'build'],
				env: childEnvironment(),
				cwd: repository,
				logFile,
			},
			'Put the error right and run the command again.',
		);
	});
	return {
		...{ supervisor, progress, node, logFile },
		n8nModules: join(installationFolder, 'node_modules'),
		packageFolder: repository,
		quick: options.quick,
		rounds: options.rounds,
	};
}

async function bench(supervisor: Supervisor): Promise<void> {
	const laboratory = await prepare(supervisor);
	const found: Part[] = [];
	for (const name of options.only ?? (Object.keys(parts) as PartName[])) {
		found.push(await parts[name](laboratory));
	}
	console.log(`\n${found.map(partText).join('\n')}`);
}

async function main(): Promise<void> {
	const supervisor = new Supervisor();
	try {
		await Promise.race([bench(supervisor), untilAskedToStop()]);
	} finally {
		await supervisor.stopAll();
	}
}

main().then(
	() => process.exit(),
	(error: unknown) => {
		console.error(`\n${explain(error)}`);
		process.exit(1);
	},
);
