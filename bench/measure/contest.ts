import type { Contender, Job } from '../contender/task';
import { duration, hundredths, megabytes, percent, range, thousands } from '../report/format';
import type { Table } from '../report/part';
import { measure, type Sample } from './contenderProcess';
import type { Laboratory } from './laboratory';
import { interleaved } from './rounds';
import { BenchSandbox, UNLIMITED } from './sandbox';
import { median, ratio } from './statistics';

export type Samples = Map<Contender, Sample[]>;

/** What n8n alone costs, which everything is compared with. */
export const REFERENCE = "n8n's bare http helper";
const contenders: readonly Contender[] = [REFERENCE, 'this node', 'HTTP Request', 'undici'];

/** Sandboxes with so many contacts: one to work on, and one to warm up on; stopped when `work` is done. */
export async function withSandboxes<T>(
	laboratory: Laboratory,
	contacts: { warmUp: number; counted: number },
	work: (sandbox: BenchSandbox, warmUp: BenchSandbox) => Promise<T>,
): Promise<T> {
	const started = async (count: number) =>
		await BenchSandbox.start(laboratory, { contacts: count, ...UNLIMITED });
	const [warmUp, sandbox] = [await started(contacts.warmUp), await started(contacts.counted)];
	const result = await work(sandbox, warmUp);
	await Promise.all([warmUp.stop(), sandbox.stop()]);
	return result;
}

/** Every contender does the job in turn, round after round. @throws Error when a workflow fails: only whole work can be compared */
export async function contest(
	laboratory: Laboratory,
	what: string,
	rounds: number,
	job: Job,
	[sandbox, warmUp]: [BenchSandbox, BenchSandbox],
): Promise<Samples> {
	const { progress } = laboratory;
	const run = async (contender: Contender, round: number) =>
		await progress.step(`${what}, round ${round} of ${rounds}: ${contender}`, async () => {
			const sample = await measure(laboratory, contender, job, sandbox, warmUp);
			if (!sample.succeeded) {
				throw new Error(`The workflow failed: ${sample.why ?? 'it does not say why'}`);
			}
			progress.note(`${duration(sample.ms)}, ${megabytes(sample.heapGrowth)}`);
			return sample;
		});
	// Not counted: the sandbox, too, is faster the second time.
	await run(REFERENCE, 0);
	return await interleaved(contenders, rounds, run);
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

/** What the columns mean. */
export const HOW_CONTESTED = [
	"The bare helper is the simplest node there could be, a loop around n8n's `httpRequestWithAuthentication`, which opens a connection a request: what n8n alone costs. undici keeps its connections and the plain records: no n8n, no items; it stands there for information. All have done the same work twice on a smaller account before, and the sandbox has served it once uncounted.",
	'The sandbox\'s share is the processor time that it used meanwhile. With one request in flight it is part of everybody\'s time and brings the ratios closer to 1; with more, it works beside the contender on another core. Memory is the heap in use and what belongs to it outside (`heapUsed + external`). Its peak, looked at every 5 ms, is compared with where it stood before the work with all garbage collected; the peak holds garbage that is not collected yet. "Kept" is what is left of the growth when all garbage is gone and the result is still held: the records for undici, the whole execution for n8n.',
];
