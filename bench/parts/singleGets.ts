import type { Sample } from '../contender/task';
import {
	contest,
	contestTable,
	growths,
	howContested,
	REFERENCE,
	roundsFor,
	times,
	withSandbox,
} from '../measure/contest';
import type { Laboratory } from '../measure/laboratory';
import { ratio } from '../measure/statistics';
import { thousands } from '../report/format';
import type { Part } from '../report/part';
import { atMostTimes } from '../report/verdict';

const ALLOWED = 1.05;

interface Setting {
	parallel: number;
	/** The sandbox is a network away, rather than on the same machine. */
	isAway?: true;
}

const SETTINGS: Setting[] = [
	{ parallel: 1 },
	{ parallel: 5 },
	{ parallel: 20 },
	{ parallel: 5, isAway: true },
	{ parallel: 20, isAway: true },
];
/** A round trip of 20 to 30 ms, as within a country. */
const AWAY = { 'latency-ms': 20, 'latency-jitter-ms': 10 };

/** Gets contacts one by one, few or many at a time: time against n8n's own http helper, and against HTTP Request. */
export async function singleGets(laboratory: Laboratory): Promise<Part> {
	const count = laboratory.quick ? 500 : 1_000;
	const rounds = roundsFor(laboratory, { processes: 3, each: 10 });
	const fewer = { count: 500, rounds: roundsFor(laboratory, { processes: 1, each: 5 }) };
	const part: Part = {
		title: `${thousands(count)} single gets`,
		method: [
			`Each contender gets every contact by its id, one an item. HTTP Request has no setting for the number of requests in flight, so that a Loop Over Items around it limits them: it sends that many, and waits for the last of them before it sends more. Without a network in between, where all answers come at once, that costs time on one machine and saves some on another, by waking the sandbox less often; over a round trip of 20 to 30 ms, which ${fewer.count} gets in one process are measured with, it costs more.`,
			...howContested(rounds),
		],
		tables: [],
		verdicts: [],
		panels: [],
	};
	for (const { parallel, isAway } of SETTINGS) {
		const given = isAway ? fewer : { count, rounds };
		const name = `${parallel} in flight${isAway ? ', a network away' : ''}`;
		const what = `${thousands(given.count)} gets, ${name}`;
		const job = { kind: 'singleGets', count: given.count, parallel } as const;
		const flags = { contacts: given.count, ...(isAway && AWAY) };
		const all = await withSandbox(laboratory, flags, async (sandbox) =>
			contest(laboratory, what, given.rounds, job, sandbox),
		);
		part.tables.push(contestTable(name, all));
		const [ours, floor, http] = (['this node', REFERENCE, 'HTTP Request'] as const).map(
			(contender) => all.get(contender)!,
		);
		const timeOver = (other: Sample[]) => ratio(times(ours!), times(other));
		if (!isAway) {
			part.verdicts.push(
				atMostTimes(`${what}: the bare helper's time`, timeOver(floor!), ALLOWED),
				atMostTimes(
					`${what}: HTTP Request's peak memory growth`,
					ratio(growths(ours!), growths(http!)),
					1,
				),
			);
		}
		part.verdicts.push(atMostTimes(`${what}: HTTP Request's time`, timeOver(http!), 1));
	}
	return part;
}
