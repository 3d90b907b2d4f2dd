import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../playground/folders';
import { runForJson, type BenchEnvironment } from './environment';
import { duration, interleaved, judge, median, ratio, times, type Part } from './report';

const OURS = 'this package';
const PIPEDRIVE = "n8n's own Pipedrive nodes";
/** It is 0.66 to 0.72 with all of today’s operations, most of it for compiling: work that is added at load time shows. */
const ALLOWED = 0.75;

/** Measures how long n8n takes to load the three nodes and the credential at its start. */
export async function loading(environment: BenchEnvironment): Promise<Part[]> {
	const rounds = environment.rounds ?? (environment.quick ? 3 : 24);
	const manifest = await readFile(join(repository, 'package.json'), 'utf8');
	const { n8n } = JSON.parse(manifest) as { n8n: { nodes: string[]; credentials: string[] } };
	const pipedrive = [
		'dist/nodes/Pipedrive/Pipedrive.node.js',
		'dist/nodes/Pipedrive/PipedriveTrigger.node.js',
		'dist/credentials/PipedriveApi.credentials.js',
	];
	const packages: Record<string, string[]> = {
		[OURS]: [repository, ...n8n.nodes, ...n8n.credentials],
		[PIPEDRIVE]: [join(environment.n8n.modules, 'n8n-nodes-base'), ...pipedrive],
	};
	const script = join(__dirname, 'contender', 'loading.mts');
	const load = async (name: string) =>
		await runForJson<number>(environment, [script, ...packages[name]!]);
	const all = await environment.progress.step(
		`Loading the package, ${rounds} rounds`,
		async () => await interleaved(Object.keys(packages), rounds, load),
	);
	const reference = all.get(PIPEDRIVE)!;
	return [
		{
			title: 'Loading the package',
			method: `${rounds} rounds, each in a fresh process of Node alone: the time to load the files named under \`n8n\` in package.json, the three nodes and the credential, and to make one of each, after n8n-workflow has been loaded. n8n's Pipedrive node, trigger and credential stand beside them as a measure of what is usual.`,
			tables: [
				{
					columns: ['Package', 'Time', '× Pipedrive'],
					rows: [...all].map(([name, found]) => [
						...[name, duration(median(found)), times(ratio(found, reference))],
					]),
				},
			],
			verdicts: [
				judge(
					`Loading: the time of ${PIPEDRIVE}`,
					ratio(all.get(OURS)!, reference),
					'most',
					ALLOWED,
				),
			],
		},
	];
}
