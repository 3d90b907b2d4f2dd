import type { Contender, Job, Sample } from '../contender/task';
import { duration, hundredths, megabytes, percent, range, thousands } from '../report/format';
import type { Table } from '../report/part';
import { measure, type Samples } from './contenderProcess';
import type { Laboratory } from './laboratory';
import { BenchSandbox, UNLIMITED } from './sandbox';
import { median, ratio } from './statistics';

/** What n8n alone costs, which everything is compared with. */
export const REFERENCE = "n8n's bare http helper";
const contenders: readonly Contender[] = [REFERENCE, 'this node', 'HTTP Request', 'undici'];

const WARM_UPS = 2;

/** A sandbox without limits; stopped when `work` is done. @param flags of `npm run sandbox` */
export async function withSandbox<T>(
	laboratory: Laboratory,
	flags: Record<string, number>,
	work: (sandbox: BenchSandbox) => Promise<T>,
): Promise<T> {
	const sandbox = await BenchSandbox.start(laboratory, { ...flags, ...UNLIMITED });
	const result = await work(sandbox);
	await sandbox.stop();
	return result;
}

/** How often contenders take turns, and in how many processes, one after the other. */
export interface Rounds {
	processes: number;
	each: number;
}

/** As many as were asked for, in one process, or else a part's own. */
export function roundsFor({ rounds, quick }: Laboratory, whole: Rounds): Rounds {
	if (rounds !== undefined) return { processes: 1, each: rounds };
	return quick ? { processes: 1, each: 3 } : whole;
}

/** Every contender does the job in turn, round after round. @throws Error when a workflow fails: only whole work can be compared */
export async function contest(
	laboratory: Laboratory,
	what: string,
	{ processes, each }: Rounds,
	job: Job,
	{ service }: BenchSandbox,
): Promise<Samples> {
	const { progress } = laboratory;
	const all: Samples = new Map(contenders.map((contender) => [contender, []]));
	for (let process = 1; process <= processes; process++) {
		const title = `${what}, process ${process} of ${processes}, ${each} rounds`;
		await progress.step(title, async () => {
			const task = { contenders, job, rounds: each, warmUps: WARM_UPS, service };
			for (const [contender, samples] of await measure(laboratory, what, task)) {
				const failed = samples.find(({ succeeded }) => !succeeded);
				if (failed) throw new Error(`The workflow failed: ${failed.why ?? 'it does not say why'}`);
				progress.note(`${contender}: ${duration(median(times(samples)))}`);
				all.get(contender)!.push(...samples);
			}
		});
	}
	return all;
}

export const times = (samples: Sample[]) => samples.map(({ ms }) => ms);
export const growths = (samples: Sample[]) => samples.map(({ heapGrowth }) => heapGrowth);
const kept = (samples: Sample[]) => samples.map((sample) => sample.kept);

/** A row for each contender. */
export function contestTable(caption: string, all: Samples): Table {
	const reference = all.get(REFERENCE)!;
	return {
		caption,
		columns: [
			...['Contender', 'Items', 'Time', 'Range', '× bare helper', "Sandbox's share"],
			...['Peak growth', 'Range', '× bare helper', 'Kept at the end'],
		],
		rows: [...all].map(([name, samples]) => [
			name,
			[...new Set(samples.map(({ items }) => thousands(items)))].join(' / '),
			duration(median(times(samples))),
			range(times(samples), duration),
			hundredths(ratio(times(samples), times(reference))),
			percent(median(samples.map(({ sandboxMs, ms }) => sandboxMs / ms))),
			megabytes(median(growths(samples))),
			range(growths(samples), megabytes),
			hundredths(ratio(growths(samples), growths(reference))),
			megabytes(median(kept(samples))),
		]),
	};
}

/** @returns how often the contenders worked, and what the columns mean */
export const howContested = ({ processes, each }: Rounds): string[] => [
	`${each} rounds in each of ${processes} processes, one after the other. In a process all contenders take turns, as nodes of a running n8n share one, after ${WARM_UPS} rounds that are not counted.`,
	"The bare helper is the simplest node there could be, a loop around n8n's `httpRequestWithAuthentication`, which opens a connection a request: what n8n alone costs. undici keeps its connections and the plain records: no n8n, no items; it stands there for information.",
	'The sandbox\'s share is the processor time that it used meanwhile. With one request in flight it is part of everybody\'s time and brings the ratios closer to 1; with more, it works beside the contender on another core. Memory is the heap in use and what belongs to it outside (`heapUsed + external`). Its peak, looked at every 5 ms, is compared with where it stood before the work with all garbage collected; the peak holds garbage that is not collected yet. "Kept" is what is left of the growth when all garbage is gone and the result is still held: the records for undici, the whole execution for n8n.',
];
