/** The benchmark's command, `npm run bench`; CONTRIBUTING.md says what for. */
import '../playground/nodeVersion';

import { Command, InvalidArgumentError, Option } from 'commander';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { installationFolder, repository } from '../playground/folders';
import { ensureN8nInstalled } from '../playground/installation';
import { explain } from '../playground/playgroundError';
import { childEnvironment, npmCommand } from '../playground/processes/environment';
import { Supervisor } from '../playground/processes/supervisor';
import { consoleProgress as progress } from '../playground/progress';
import { untilAskedToStop } from '../playground/stopRequest';
import type { Laboratory } from './measure/laboratory';
import { parts, type PartName } from './parts';
import { chart } from './report/chart';
import { circumstances } from './report/circumstances';
import { reportText, tableText, verdictTable } from './report/markdown';
import type { Part } from './report/part';

interface Options {
	only?: PartName[];
	rounds?: number;
	quick: boolean;
	strict: boolean;
}

const RESULTS = join(repository, 'bench', 'RESULTS.md');
const CHART = join(repository, 'docs', 'images', 'bench.svg');

function rounds(text: string): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1)
		throw new InvalidArgumentError('Not a number of rounds.');
	return value;
}

const options = new Command('bench')
	.description(
		'Measures the node beside its alternatives, against a sandbox. All parts together, in full, write bench/RESULTS.md and its chart; anything less is only shown.',
	)
	.addOption(new Option('--only <parts...>', 'these parts alone').choices(Object.keys(parts)))
	.option('--rounds <number>', "in place of each part's own", rounds)
	.option('--quick', 'fewer rounds and smaller jobs', false)
	.option('--strict', 'end with 1 when a target is missed', false)
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
	const before = await circumstances(laboratory);
	const found: Part[] = [];
	for (const name of options.only ?? (Object.keys(parts) as PartName[])) {
		found.push(await parts[name](laboratory));
	}
	const isWhole = !options.only && !options.quick && options.rounds === undefined;
	const made = { command: commandLine(), at: new Date(), circumstances: before };
	const verdicts = found.flatMap((part) => part.verdicts);
	if (isWhole) {
		await mkdir(dirname(CHART), { recursive: true });
		await writeFile(CHART, chart(found.flatMap(({ panels }) => panels)));
		const address = relative(dirname(RESULTS), CHART);
		await writeFile(RESULTS, reportText(found, { ...made, chart: address }));
		console.log(`\n${tableText(verdictTable(verdicts))}\n\nbench/RESULTS.md has it all.`);
	} else {
		console.log(`\n${reportText(found, made)}`);
	}
	if (options.strict && !verdicts.every(({ met }) => met)) process.exitCode = 1;
}

function commandLine(): string {
	const given = process.argv.slice(2).join(' ');
	return given ? `npm run bench -- ${given}` : 'npm run bench';
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
