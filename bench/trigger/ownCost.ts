/** What our node takes of a delivery, beside what n8n takes of a webhook call. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '../../playground/folders';
import { median } from '../measure/statistics';
import { thousands } from '../report/format';
import type { Part, Verdict } from '../report/part';
import type { OwnWork } from './ownWork';

const BODY_SIZES = [1024, 65_536];
const LIMIT = 0.01;

/** @param node n8n's Node */
export async function ownWork(node: string): Promise<OwnWork[]> {
	const script = join(repository, 'bench', 'trigger', 'ownWork.ts');
	const { stdout } = await promisify(execFile)(
		node,
		['--import', 'tsx', script, ...BODY_SIZES.map(String)],
		{
			cwd: repository,
		},
	);
	return stdout
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as OwnWork);
}

/**
 * @param n8nMs CPU time of n8n's process for a call of its own Webhook node with the typical body, in ms,
 * by n8n's setting
 */
export function ownCostPart(work: OwnWork[], n8nMs: Record<string, number>): Part {
	const of = (bytes: number, what: 'verifyMicros' | 'allMicros') =>
		median(work.filter(({ bodyBytes }) => bodyBytes === bytes).map((one) => one[what]));
	const share = (micros: number, ms: number) => `${((micros / 1000 / ms) * 100).toFixed(2)} %`;
	const rows = BODY_SIZES.flatMap((bytes) =>
		(['verifyMicros', 'allMicros'] as const).map((what) => [
			`${what === 'verifyMicros' ? 'Verification' : 'All of our node'}, ${thousands(bytes)} bytes`,
			`${of(bytes, what).toFixed(1)} µs`,
			...Object.values(n8nMs).map((ms) => share(of(bytes, what), ms)),
		]),
	);
	return {
		title: 'Our part of a call',
		method: [
			'CPU time of our own code in a process of its own, on n8n’s Node, everything of n8n’s stubbed (`bench/trigger/ownWork.ts`), and its share of the CPU time that n8n takes for one call of its own Webhook node with the small body, measured above: user and system time of n8n’s process, all threads, from `/proc/<pid>/stat`, the run of the workflow included. “All” is verification, reading the event, and looking up and noting its ID among a thousand. Larger bodies cost n8n more, too, so their shares are upper limits.',
		],
		tables: [
			{
				columns: ['What', 'CPU', ...Object.keys(n8nMs).map((setting) => `Share: ${setting}`)],
				rows,
			},
		],
		verdicts: Object.entries(n8nMs).map(([setting, ms]) =>
			below(`Verification, ${setting}`, of(BODY_SIZES[0]!, 'verifyMicros') / 1000 / ms),
		),
		panels: [],
	};
}

function below(what: string, share: number): Verdict {
	const percent = (value: number) => `${(value * 100).toFixed(2)} %`;
	return {
		target: `${what}: under ${percent(LIMIT)} of n8n’s own cost of a call`,
		measured: percent(share),
		met: share < LIMIT,
		margin: '',
	};
}
