import type { Contender } from '../contender/task';
import { measure, succeeding, type Sample } from '../measure/contenderProcess';
import type { Laboratory } from '../measure/laboratory';
import { interleaved } from '../measure/rounds';
import { BenchSandbox, UNLIMITED } from '../measure/sandbox';
import { median, ratio } from '../measure/statistics';
import { duration, hundredths, percent, range, thousands } from '../report/format';
import type { Part, Table } from '../report/part';
import { atMostTimes } from '../report/verdict';

const REFERENCE = "n8n's bare http helper";
const contenders: readonly Contender[] = [REFERENCE, 'this node', 'HTTP Request', 'undici'];
const IN_FLIGHT = [1, 5, 20];
const WARM_UP_CONTACTS = 300;
const TIME_ALLOWED = 1.1;

type Samples = Map<Contender, Sample[]>;

/** Gets contacts one by one, few or many at a time: time against n8n's own http helper. */
export async function singleGets(laboratory: Laboratory): Promise<Part> {
	const count = laboratory.quick ? 500 : 2_000;
	const rounds = laboratory.rounds ?? 7;
	const part: Part = {
		title: `${thousands(count)} single gets`,
		method: methodOf(rounds),
		tables: [],
		verdicts: [],
		panels: [],
	};
	const warmUp = await BenchSandbox.start(laboratory, { contacts: WARM_UP_CONTACTS, ...UNLIMITED });
	const sandbox = await BenchSandbox.start(laboratory, { contacts: count, ...UNLIMITED });
	for (const parallel of IN_FLIGHT) {
		const all = await interleaved(contenders, rounds, async (contender, round) =>
			laboratory.progress.step(
				`${thousands(count)} gets, ${parallel} in flight, round ${round} of ${rounds}: ${contender}`,
				async () => {
					const job = { kind: 'singleGets', count, parallel } as const;
					const sample = succeeding(await measure(laboratory, contender, job, sandbox, warmUp));
					laboratory.progress.note(`${duration(sample.ms)}, ${thousands(sample.items)} items`);
					return sample;
				},
			),
		);
		part.tables.push(tableOf(parallel, all));
		if (parallel === 1) {
			const [ours, theirs] = [times(all.get('this node')!), times(all.get(REFERENCE)!)];
			part.verdicts.push(
				atMostTimes(
					`Gets, one in flight: the bare helper's time`,
					ratio(ours, theirs),
					TIME_ALLOWED,
				),
			);
		}
	}
	await sandbox.stop();
	await warmUp.stop();
	return part;
}

const times = (samples: Sample[]) => samples.map(({ ms }) => ms);

function tableOf(parallel: number, all: Samples): Table {
	const reference = all.get(REFERENCE)!;
	return {
		caption: `${parallel} in flight`,
		columns: [
			'Contender',
			'Items',
			'Time',
			'Range',
			'× bare helper',
			"Sandbox's share of the time",
		],
		rows: [...all].map(([name, samples]) => [
			name,
			[...new Set(samples.map(({ items }) => thousands(items)))].join(' / '),
			duration(median(times(samples))),
			range(times(samples), duration),
			hundredths(ratio(times(samples), times(reference))),
			percent(median(samples.map(({ sandboxMs, ms }) => sandboxMs / ms))),
		]),
	};
}

const methodOf = (rounds: number): string[] => [
	`${rounds} rounds. Each contender gets every contact by its id, one an item. The bare helper is the simplest node there could be: a loop around n8n's \`httpRequestWithAuthentication\`, which opens a connection a request. HTTP Request has no setting for the number of requests in flight, so that a Loop Over Items around it limits them. undici keeps as many connections as are in flight. All have done the same work twice on a smaller account before.`,
	"The sandbox's share is the processor time that it used meanwhile. With one request in flight it is part of everybody's time; with more, it works beside the contender on another core.",
];
