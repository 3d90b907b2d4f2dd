/** `npm run bench` and `npm run bench:trigger`; docs/development/testing.md says what for. */

import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installationFolder, repository } from '../playground/folders';
import { ensureN8nInstalled } from '../playground/installation';
import { explain } from '../playground/playgroundError';
import { Supervisor, untilAskedToStop } from '../playground/processes';
import { consoleProgress as progress } from '../playground/progress';
import { describeEnvironment } from './environment';
import { loading } from './loading';
import { returnAll, singleGets } from './reads';
import { reportText, tableText, verdictTable } from './report';
import { trigger } from './trigger';
import { writes } from './writes';

/** What can be measured, and the file to which the results of a full run are written. */
const reports = {
	node: { file: 'RESULTS.md', parts: { writes, returnAll, singleGets, loading } },
	trigger: { file: 'TRIGGER-RESULTS.md', parts: { trigger } },
};
const allParts = { ...reports.node.parts, ...reports.trigger.parts };
type PartName = keyof typeof allParts;

function rounds(text: string): number {
	const value = Number(text);
	if (Number.isInteger(value) && value >= 1) return value;
	throw new InvalidArgumentError('Not a number of rounds.');
}

const command = new Command('bench')
	.description('In full it writes its results below bench/; anything less is only shown.')
	.addArgument(new Argument('<report>', 'what to measure').choices(Object.keys(reports)))
	.addOption(new Option('--only <parts...>', 'these parts alone').choices(Object.keys(allParts)))
	.option('--rounds <number>', "in place of each part's own", rounds)
	.option('--quick', 'few rounds and small jobs', false)
	.parse();

async function bench(supervisor: Supervisor): Promise<void> {
	const options = command.opts<{ only?: PartName[]; rounds?: number; quick: boolean }>();
	const { file, parts } = reports[command.args[0] as keyof typeof reports];
	const n8n = await ensureN8nInstalled(installationFolder, supervisor, progress);
	const logFile = join(repository, 'artifacts', 'bench', 'bench.log');
	const { quick } = options;
	const environment = { supervisor, progress, n8n, logFile, quick, rounds: options.rounds };
	const description = await describeEnvironment(environment);
	const found = [];
	for (const name of options.only ?? (Object.keys(parts) as PartName[])) {
		found.push(...(await allParts[name](environment)));
	}
	const report = reportText(found, description);
	const verdicts = found.flatMap((part) => part.verdicts);
	if (options.only || quick || options.rounds !== undefined) {
		console.log(`\n${report}`);
	} else {
		await writeFile(join(repository, 'bench', file), report);
		console.log(`\n${tableText(verdictTable(verdicts))}\n\nbench/${file} has it all.`);
	}
	if (!verdicts.every(({ met }) => met)) process.exitCode = 1;
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
