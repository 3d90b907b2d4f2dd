/** Our trigger beside n8n's own, in one real n8n: npm run bench:trigger */
import '../../playground/nodeVersion';

import { Command, InvalidArgumentError } from 'commander';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installationFolder, repository } from '../../playground/folders';
import { ensureN8nInstalled } from '../../playground/installation';
import { explain } from '../../playground/playgroundError';
import { Supervisor } from '../../playground/processes/supervisor';
import { consoleProgress as progress } from '../../playground/progress';
import { untilAskedToStop } from '../../playground/stopRequest';
import { circumstances } from '../report/circumstances';
import { tableText, verdictTable } from '../report/markdown';
import type { Part } from '../report/part';
import { runBlock, type BlockSize } from './block';
import { putInPlace, untilOpen, type Contender } from './contenders';
import { startBenchN8n, type BenchN8n } from './n8n';
import { memoryPart } from './memory';
import { triggerReport } from './report';
import { settings } from './settings';
import { measureBlocks, throughputPart } from './throughput';

const RESULTS = join(repository, 'bench', 'TRIGGER-RESULTS.md');
const DEFAULT_ROUNDS = 25;
const DEFAULT_EVENTS = 40;
const SHARE_OF_DUPLICATES = 0.1;

function positive(text: string): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1)
		throw new InvalidArgumentError('Not a whole number above 0.');
	return value;
}

const options = new Command('bench:trigger')
	.description(
		'Measures our trigger beside those of n8n, in a real n8n. Writes bench/TRIGGER-RESULTS.md.',
	)
	.option('--rounds <number>', 'blocks of each trigger and setting', positive, DEFAULT_ROUNDS)
	.option('--events <number>', 'events a block', positive, DEFAULT_EVENTS)
	.parse()
	.opts<{ rounds: number; events: number }>();

const size: BlockSize = {
	events: options.events,
	duplicates: Math.ceil(options.events * SHARE_OF_DUPLICATES),
	bodyBytes: 1024,
	inFlight: 8,
};

/** A block of each, so that all are warm. */
async function warmUp(n8n: BenchN8n, contenders: Contender[]): Promise<void> {
	for (const contender of contenders) await runBlock(n8n, contender, size);
}

async function bench(supervisor: Supervisor, dataFolder: string): Promise<void> {
	const installation = await ensureN8nInstalled(installationFolder, supervisor, progress);
	const laboratory = {
		...{ supervisor, progress, node: installation.node, quick: false, rounds: undefined },
		logFile: join(repository, 'artifacts', 'bench', 'trigger.log'),
		n8nModules: join(installationFolder, 'node_modules'),
		packageFolder: repository,
	};
	const before = await circumstances(laboratory);
	const [first] = settings;
	const n8n = await progress.step('Starting n8n', async () => {
		return await startBenchN8n(installation, { dataFolder, settings: first!.env }, supervisor);
	});
	const parts: Part[] = [];
	try {
		const contenders = await putInPlace(n8n);
		for (const setting of settings) {
			if (setting !== first) await n8n.restart(setting.env);
			await progress.step(setting.title, async () => {
				await untilOpen(contenders);
				await warmUp(n8n, contenders);
				const samples = await measureBlocks(n8n, contenders, options.rounds, size);
				parts.push(throughputPart(setting, samples, size));
			});
		}
	} finally {
		await n8n.stop();
	}
	parts.push(await progress.step('Memory', async () => await memoryPart(installation.node)));

	const flags = process.argv.slice(2).join(' ');
	const command = `npm run bench:trigger${flags && ` -- ${flags}`}`;
	const made = { command, at: new Date(), circumstances: before, size };
	await writeFile(RESULTS, triggerReport(parts, made));
	const verdicts = parts.flatMap((part) => part.verdicts);
	console.log(`\n${tableText(verdictTable(verdicts))}\n\nbench/TRIGGER-RESULTS.md has it all.`);
}

async function main(): Promise<void> {
	const supervisor = new Supervisor();
	const dataFolder = await mkdtemp(join(tmpdir(), 'bench-n8n-'));
	try {
		await Promise.race([bench(supervisor, dataFolder), untilAskedToStop()]);
	} finally {
		await supervisor
			.stopAll()
			.finally(async () => await rm(dataFolder, { recursive: true, force: true }));
	}
}

main().then(
	() => process.exit(),
	(error: unknown) => {
		console.error(`\n${explain(error)}`);
		process.exit(1);
	},
);
