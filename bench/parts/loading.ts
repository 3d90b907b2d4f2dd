import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runForJson } from '../measure/contenderProcess';
import type { Laboratory } from '../measure/laboratory';
import { interleaved } from '../measure/rounds';
import { median, ratio } from '../measure/statistics';
import { duration, hundredths, range } from '../report/format';
import type { Part } from '../report/part';
import { atMostTimes } from '../report/verdict';

const OURS = 'this package';
const PIPEDRIVE = "n8n's own Pipedrive nodes";
const FEWEST_ROUNDS = 15;
/** 10 ms of the 24 ms that Pipedrive's nodes took on the machine on which the 10 ms were set. */
const ALLOWED_TIMES_PIPEDRIVE = 0.42;

/** How long n8n takes to load the three nodes and the credential at its start. */
export async function loading(laboratory: Laboratory): Promise<Part> {
	const rounds = Math.max(laboratory.rounds ?? 25, FEWEST_ROUNDS);
	const packages = await packagesOf(laboratory);
	const script = join(__dirname, '..', 'contender', 'loading.mts');
	const load = async (name: string) => {
		const { folder, files } = packages.get(name)!;
		return (await runForJson<{ ms: number }>(laboratory, name, [script, folder, ...files])).ms;
	};
	const all = await laboratory.progress.step(
		`Loading the package, ${rounds} rounds`,
		async () => await interleaved([...packages.keys()], rounds, load),
	);
	const timesPipedrive = (name: string) => ratio(all.get(name)!, all.get(PIPEDRIVE)!);
	return {
		title: 'Loading the package',
		method: [
			`${rounds} rounds, each in a fresh process of Node alone: the time to load the files named under \`n8n\` in package.json, the three nodes and the credential, and to make one of each, after n8n-workflow has been loaded. n8n's Pipedrive node, trigger and credential stand beside them as a measure of what is usual.`,
		],
		tables: [
			{
				columns: ['Package', 'Files named', 'Time', 'Range', '× Pipedrive'],
				rows: [...all].map(([name, times]) => [
					name,
					String(packages.get(name)!.files.length),
					duration(median(times)),
					range(times, duration),
					hundredths(timesPipedrive(name)),
				]),
			},
		],
		verdicts: [
			atMostTimes(
				`Loading the three nodes and the credential: time, against ${PIPEDRIVE},`,
				timesPipedrive(OURS),
				ALLOWED_TIMES_PIPEDRIVE,
			),
		],
		panels: [],
	};
}

async function packagesOf({ packageFolder, n8nModules }: Laboratory) {
	const manifest = await readFile(join(packageFolder, 'package.json'), 'utf8');
	const { n8n } = JSON.parse(manifest) as { n8n: { nodes: string[]; credentials: string[] } };
	const pipedrive = [
		'nodes/Pipedrive/Pipedrive.node.js',
		'nodes/Pipedrive/PipedriveTrigger.node.js',
		'credentials/PipedriveApi.credentials.js',
	];
	return new Map([
		[OURS, { folder: packageFolder, files: [...n8n.nodes, ...n8n.credentials] }],
		[
			PIPEDRIVE,
			{
				folder: join(n8nModules, 'n8n-nodes-base'),
				files: pipedrive.map((file) => `dist/${file}`),
			},
		],
	]);
}
