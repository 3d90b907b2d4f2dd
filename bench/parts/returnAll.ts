import type { Contender } from '../contender/task';
import { measure, succeeding, type Sample } from '../measure/contenderProcess';
import type { Laboratory } from '../measure/laboratory';
import { interleaved } from '../measure/rounds';
import { BenchSandbox, UNLIMITED } from '../measure/sandbox';
import { median, ratio } from '../measure/statistics';
import { duration, hundredths, megabytes, percent, range, thousands } from '../report/format';
import type { Panel, Part, Table, Verdict } from '../report/part';
import { atMostTimes } from '../report/verdict';

const REFERENCE = 'undici';
/** What n8n alone costs. */
const FLOOR = "n8n's bare http helper";
const contenders: readonly Contender[] = [REFERENCE, 'this node', FLOOR, 'HTTP Request'];
const WARM_UP_CONTACTS = 2_000;
const TIME_ALLOWED = 1.15;
const MEMORY_ALLOWED = 1.3;

type Samples = Map<Contender, Sample[]>;

/** Brings all contacts of a large account: time and memory against a bare loop around undici. */
export async function returnAll(laboratory: Laboratory): Promise<Part> {
	const sizes = laboratory.quick ? [10_000] : [10_000, 50_000];
	const rounds = laboratory.rounds ?? (laboratory.quick ? 3 : 9);
	const part: Part = {
		title: 'Return All',
		method: methodOf(rounds),
		tables: [],
		verdicts: [],
		panels: [],
	};
	const warmUp = await BenchSandbox.start(laboratory, { contacts: WARM_UP_CONTACTS, ...UNLIMITED });
	for (const size of sizes) {
		const sandbox = await BenchSandbox.start(laboratory, { contacts: size, ...UNLIMITED });
		const all = await samplesOf(laboratory, size, rounds, sandbox, warmUp);
		await sandbox.stop();
		part.tables.push(timeTable(size, all), memoryTable(size, all));
		part.verdicts.push(...verdictsOf(size, all));
		part.panels = [panelOf(size, all)];
	}
	await warmUp.stop();
	return part;
}

async function samplesOf(
	laboratory: Laboratory,
	size: number,
	rounds: number,
	sandbox: BenchSandbox,
	warmUp: BenchSandbox,
): Promise<Samples> {
	const run = async (contender: Contender, round: number) =>
		await laboratory.progress.step(
			`Return All of ${thousands(size)}, round ${round} of ${rounds}: ${contender}`,
			async () => {
				const job = { kind: 'returnAll' } as const;
				const sample = succeeding(await measure(laboratory, contender, job, sandbox, warmUp));
				laboratory.progress.note(`${duration(sample.ms)}, ${megabytes(sample.heapGrowth)}`);
				return sample;
			},
		);
	// Not counted: the sandbox, too, is faster the second time.
	await run(REFERENCE, 0);
	return await interleaved(contenders, rounds, run);
}

const times = (samples: Sample[]) => samples.map(({ ms }) => ms);
const ownTimes = (samples: Sample[]) => samples.map(({ ms, sandboxMs }) => ms - sandboxMs);
const kept = (samples: Sample[]) => samples.map((sample) => sample.kept);
const growths = (samples: Sample[]) => samples.map(({ heapGrowth }) => heapGrowth);

function timeTable(size: number, all: Samples): Table {
	const reference = all.get(REFERENCE)!;
	const floor = all.get(FLOOR)!;
	return {
		caption: `${thousands(size)} contacts, time`,
		columns: [
			'Contender',
			'Records',
			'Time',
			'Range',
			'× undici',
			'× bare helper',
			"Sandbox's share",
			'× undici without it',
		],
		rows: [...all].map(([name, samples]) => [
			name,
			[...new Set(samples.map(({ items }) => thousands(items)))].join(' / '),
			duration(median(times(samples))),
			range(times(samples), duration),
			hundredths(ratio(times(samples), times(reference))),
			hundredths(ratio(times(samples), times(floor))),
			percent(median(samples.map(({ sandboxMs, ms }) => sandboxMs / ms))),
			hundredths(ratio(ownTimes(samples), ownTimes(reference))),
		]),
	};
}

function memoryTable(size: number, all: Samples): Table {
	const reference = all.get(REFERENCE)!;
	const floor = all.get(FLOOR)!;
	return {
		caption: `${thousands(size)} contacts, memory`,
		columns: [
			'Contender',
			'Peak growth',
			'Range',
			'× undici',
			'× bare helper',
			'Kept at the end',
			'× undici',
		],
		rows: [...all].map(([name, samples]) => [
			name,
			megabytes(median(growths(samples))),
			range(growths(samples), megabytes),
			hundredths(ratio(growths(samples), growths(reference))),
			hundredths(ratio(growths(samples), growths(floor))),
			megabytes(median(kept(samples))),
			hundredths(ratio(kept(samples), kept(reference))),
		]),
	};
}

function verdictsOf(size: number, all: Samples): Verdict[] {
	const ours = all.get('this node')!;
	const reference = all.get(REFERENCE)!;
	const what = `Return All of ${thousands(size)}`;
	return [
		atMostTimes(`${what}: undici's time`, ratio(times(ours), times(reference)), TIME_ALLOWED),
		atMostTimes(
			`${what}: undici's peak memory growth`,
			ratio(growths(ours), growths(reference)),
			MEMORY_ALLOWED,
		),
	];
}

function panelOf(size: number, all: Samples): Panel {
	return {
		title: `Return All of ${thousands(size)} contacts`,
		bars: [...all].map(([name, samples]) => ({
			name,
			value: median(times(samples)),
			label: `${duration(median(times(samples)))}, ${megabytes(median(growths(samples)))}`,
			ours: name === 'this node',
		})),
	};
}

const methodOf = (rounds: number): string[] => [
	`${rounds} rounds. Each contender brings every contact, 100 a page, one page after the other, as the cursors demand. undici is a bare loop over one kept connection that parses each page and keeps the plain records in one array: no n8n, no items. The others run in n8n's engine and hand over an item for each record. The bare helper is the simplest node there could be, a loop around n8n's \`httpRequestWithAuthentication\`, which opens a connection a request: what n8n alone costs. HTTP Request works by its pagination and a Split Out. All have done the same work twice on a smaller account before, and the sandbox has served it once uncounted.`,
	'Memory is the heap in use and what belongs to it outside (`heapUsed + external`). Its peak, looked at every 5 ms, is compared with where it stood before the work with all garbage collected; the peak holds garbage that is not collected yet. "Kept" is what is left of the growth when all garbage is gone and the result is still held: the records for undici, the whole execution for n8n.',
	"The sandbox's share is the processor time that it used meanwhile. It is part of everybody's time and brings the ratios closer to 1; the last column leaves it out. The targets are about the time as a user sees it.",
];
